import ManifestVerifier
import PublicationTree
import Testing
import TestSupport

private let standard = "public, max-age=300, stale-if-error=86400"
private let immutable = "public, max-age=31536000, immutable"
/// The policy of `Project`, with a `cacheControl`.
private func policy(_ cacheControl: String, more: String = "") -> String {
    Project.policy(more: more)
        .replacing("\"profile\"", with: "\"cacheControl\": \(cacheControl), \"profile\"")
}

extension Project {
    /// The cache-control of every document of a tree, by path.
    fileprivate func cacheControls(_ environment: String = "production") throws -> [String: String] {
        let prefix = "cache-control: "
        var found: [String: String] = [:]
        for (path, bytes) in try folder.snapshot("output/\(environment)") where path.hasSuffix(".headers") {
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            let value = try #require(lines.first { $0.hasPrefix(prefix) })
            found[String(path.dropLast(".headers".count))] = String(value.dropFirst(prefix.count))
        }
        let index = try Publication(body: Array(self.index("output/\(environment)").utf8))
        found["publication.jws"] = index.cacheControl.value
        return found
    }
}

@Test func `each document has its own cache-control, and the others and the index have the default`() throws {
    let project = try Project(
        policy: policy(
            """
            { "default": "max-age=1", "availability": "max-age=2", "files": "max-age=3" }
            """))
    try project.expectDone(["build"])
    #expect(
        try project.cacheControls() == [
            "distribution/availability-ios": "max-age=2", "distribution/availability-android": "max-age=2",
            "files/notes.txt": "max-age=3", "publication.jws": "max-age=1",
        ])
    try project.expectDone(["verify", "output/production"])
    try project.expectDone(["build", "--check"])
    #expect(try project.expectDone(["build"]).output.contains("unchanged"), "nothing is due")
    // Only the headers of one document change; its signature is kept.
    let signature = try project.folder.read("output/production/files/notes.txt.sig")
    try project.folder.write(
        "policy.json", project.folder.text("policy.json").replacing("max-age=3\"", with: "max-age=33\""))
    try project.expectRefusal(
        ["build", "--check"], code: 1, ["files/notes.txt", "is not served with \"cache-control: max-age=33\""])
    #expect(try project.expectDone(["build"]).output.contains("1 signed, 3 kept"))
    #expect(try project.cacheControls()["files/notes.txt"] == "max-age=33")
    #expect(try project.folder.read("output/production/files/notes.txt.sig") == signature)
}

@Test(arguments: [
    (#""max-age=1""#, #"{ "availability": "max-age=2" }"#, "max-age=2", "max-age=1"),
    (#"{ "default": "max-age=1", "availability": "max-age=3" }"#, #""max-age=2""#, "max-age=2", "max-age=2"),
    (
        #"{ "default": "max-age=1", "availability": "max-age=3" }"#, #"{ "availability": null }"#, "max-age=1",
        "max-age=1"
    ),
    (#"{ "availability": "max-age=3" }"#, #"{ "default": "max-age=1" }"#, "max-age=3", "max-age=1"),
    (#"{ "availability": "max-age=3" }"#, "null", standard, standard),
])
func `an environment lays its cache-control over that of the environment which it extends`(
    base: String, over: String, availability: String, index: String
) throws {
    let project = try Project(
        policy: policy(
            base,
            more: #"""
                , "staging": { "extends": "production", "origin": "https://staging.example.com", "cacheControl": \#(over) }
                """#),
        keys: ["production", "staging"])
    try project.expectDone(["build"])
    let found = try project.cacheControls("staging")
    #expect(found["distribution/availability-ios"] == availability)
    #expect(found["publication.jws"] == index)
}

@Test func `a file whose name says which bytes it has is immutable, and keeps its signature`() throws {
    let project = try Project(policy: policy(#"{ "default": "max-age=1" }"#))
    let digest = try check("sha256sum", [], input: Array("app\n".utf8)).prefix(64)
    let named = [
        "app.\(digest.prefix(8)).js", "app-\(digest.prefix(9).uppercased())_min.js", "\(digest).css",
        "a/\(digest.prefix(20))",
    ]
    let others = [
        "app.\(digest.prefix(7)).js", "app.\(digest.dropFirst().prefix(8)).js", "app.\(digest.suffix(16)).js",
        "app.x\(digest.prefix(8)).js", "\(digest.prefix(8))/app.js", "app.\(digest)0.js",
    ]
    for path in named + others { try project.folder.write("static/\(path)", "app\n") }
    try project.expectDone(["build", "--at", "2026-08-03T22:59:35Z"])
    let found = try project.cacheControls()
    for path in named { #expect(found["files/\(path)"] == immutable, "\(path)") }
    for path in others { #expect(found["files/\(path)"] == "max-age=1", "\(path)") }
    // What is never asked for again need not be dated anew; what else there is must be.
    try project.expectDone(["build", "--at", "2026-08-09T22:59:35Z"])
    let date = "x-amz-meta-signature-date: Mon, 03 Aug 2026"
    for path in named { #expect(try project.folder.text("output/production/files/\(path).headers").contains(date)) }
    for path in others { #expect(try !project.folder.text("output/production/files/\(path).headers").contains(date)) }
    // The policy has the last word.
    try project.folder.write("policy.json", policy(#"{ "files": "no-cache" }"#))
    try project.expectDone(["build"])
    #expect(try Set(project.cacheControls().filter { $0.key.hasPrefix("files/") }.values) == ["no-cache"])
}

@Test func `a tree that is signed elsewhere is served as the policy says`() throws {
    let project = try Project(
        policy: policy(#"{ "default": "max-age=1", "availability": "max-age=2", "files": "max-age=3, immutable" }"#))
    try project.expectDone(["build"])
    let built = try project.cacheControls()
    try project.expectDone(["build", "--unsigned"])
    let index = try project.folder.text("output/production/publication")
    let words = ["sign", "--publication", "output/production"]
    for (find, replacement, said) in [
        (
            "\"max-age=2\"", "\"max-age=2, immutable\"",
            "availability-android: publication gives it other headers than"
        ),
        ("\"max-age=2\"", "\"max-age='\\\"'\"", "availability-android: publication gives it other headers than"),
        ("\"cacheControl\": \"max-age=1\",", "", "publication:1:1: missing member \"cacheControl\""),
        ("\"max-age=1\"", "\"max-age=1, immutable\"", "publication: does not say how long caches may keep it"),
    ] {
        try project.folder.write("output/production/publication", index.replacing(find, with: replacement))
        try project.expectRefusal(words, code: said.contains("missing") ? 65 : 1, [said])
    }
    try project.folder.write("output/production/publication", index)
    try project.expectDone(words)
    #expect(try project.cacheControls() == built)
    try project.expectDone(["build", "--check"])
}

@Test(arguments: [
    (#"{ "availabilty": "a" }"#, "6:25", "unknown member \"availabilty\""),
    (#"{ "files": { "files/": "a" } }"#, "6:34", "expected a string, found an object"),
    (#"{ "availability": "a\nb" }"#, "6:41", "a header value is 1 to 256 characters"),
    (#"{ "files": "" }"#, "6:34", "a header value is 1 to 256 characters"),
    (#"{ "availability": null }"#, "6:41", "expected a string, found null"),
    (#"{ "default": "max-age=9, Immutable" }"#, "6:36", "only files can be immutable"),
    (#""public, immutable""#, "6:23", "only files can be immutable"),
    ("17", "6:23", "expected a string or an object, found a number"),
])
func `a cache-control that no document can have is an error at its place`(
    value: String, place: String, words: String
) throws {
    let project = try Project()
    try project.folder.write("policy.json", policy("VALUE,\n ").replacing("VALUE,\n , ", with: "\(value),\n"))
    let result = try project.run(["plan", "none"])
    #expect(result.status == 1)
    #expect(result.errors.contains("policy.json:\(place): error: \(words)"), "\(result.errors)")
}
