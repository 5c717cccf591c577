import Testing
import TestSupport

private let name = "availability-ios"

/// A team's folder whose newer tree a server serves from `served`; `former/production` was built the day before.
private struct Live {
    let project: Project
    let server: HTTPSServer

    /// - Parameters:
    ///   - faults: by path, with a `/` at its beginning; made when the folder is there.
    ///   - served: where the tree is below what is served.
    ///   - tamper: changes the project before the server starts.
    init(
        profile: String = "dated", served: String = "",
        faults: (TemporaryFolder) -> [String: HTTPSServer.Fault] = { _ in [:] },
        tamper: (TemporaryFolder) throws -> Void = { _ in }
    ) throws {
        project = try TeamCase.project()
        try project.change("policy.json", "\"dated\"", "\"\(profile)\"")
        try project.expectDone(["build", "--output", "former", "--at", "2026-08-03T22:59:35Z"])
        try project.change("policy.json", "\"13.5\"", "\"13.6\"")
        try project.expectDone(["build"])
        try check("mkdir", ["-p", project.folder.path("served/\(served)")])
        try check("cp", ["-a", "output/production/.", "served/\(served)"], in: project.folder.root)
        try tamper(project.folder)
        server = try HTTPSServer(
            serving: project.folder.path("served"), faults: faults(project.folder), sendsHeaders: true)
    }

    /// Runs `verify` on an address of the server; what differs is requested once unless `words` say otherwise.
    func verify(_ path: String = "", _ words: [String] = ["--settle", "0"]) throws -> CommandResult {
        try project.run(
            ["verify", "\(server.origin)\(path)"] + words, environment: ["CURL_CA_BUNDLE": server.certificate])
    }
}

@Test(.peers(.python3, .openssl, .curl))
func `the tree of another environment is refused where the policy serves its own, and that of one machine everywhere`()
    throws
{
    let live = try Live()
    let project = live.project
    try project.expectDone(["keys", "generate", "staging", "--environment", "staging"])
    try project.change(
        "policy.json", "\"environments\": {",
        "\"environments\": { \"staging\": { \"extends\": \"production\", \"origin\": \"https://staging.example.com\" },"
    )
    try project.expectDone(["build", "--environment", "staging", "--output", "other"])
    try check("cp", ["-a", "other/staging/.", "served"], in: project.folder.root)
    try project.change("policy.json", "https://distribution.shop.example", live.server.origin)
    for path in ["", "/\(name)"] {
        let result = try live.verify(path)
        #expect(result.status == 1 && result.errors.contains("staging"), "\(result.said)")
    }
    #expect(try live.verify("", ["--environment", "staging", "--settle", "0"]).status == 0)

    try project.expectDone(["build", "--starter", "--output", "mine"])
    try check("cp", ["-a", "mine/development", "served/mine"], in: project.folder.root)
    try project.folder.remove("policy.json")
    let result = try live.verify("/mine")
    #expect(result.status == 1 && result.errors.contains("which is for one machine"), "\(result.said)")
}

@Test(.peers(.python3, .openssl, .curl), arguments: ["dated", "body"])
func `a published tree verifies by its own index`(profile: String) throws {
    let live = try Live(profile: profile)
    for words in [[], ["--environment", "production", "--settle", "0"]] {
        let result = try live.verify("", words)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors == "")
        #expect(
            result.output.hasPrefix("\(live.server.origin): all 9 documents verify\n    key \"production\" signed 9, "))
        let whole = try live.verify("", words + ["--verbose"])
        #expect(whole.output.contains("ok  \(live.server.origin)/\(name)\n    sha256 "))
    }
    #expect(try live.verify("", ["--quiet"]).output == "")
    let json = try live.verify("", ["--json"])
    #expect(json.output.contains("\"environment\": \"production\""))
    #expect(json.output.contains("\"verified\": true"))
    #expect(json.output.contains("\"refusals\": []"))
    let other = try live.verify("", ["--environment", "staging", "--settle", "0"])
    #expect(other.status == 1)
    #expect(other.errors.contains("which is for environment \"production\"\nhint: "))
}

@Test(.peers(.python3, .openssl, .curl)) func `a tree is found wherever it is published, and so is a document`() throws
{
    let live = try Live(
        served: "a/b",
        faults: { folder in
            // A host that answers any request with a page of its own.
            [
                "/a/b/app-config/publication.jws": .former(times: 9, root: folder.path("pages")),
                "/a/b/notes.txt/publication.jws": .redirect(302, to: "/"),
            ]
        }
    ) { folder in
        try folder.write("pages/a/b/app-config/publication.jws", "<html>")
    }
    for path in ["/a/b", "/a/b/", "/a/b/publication.jws"] {
        let result = try live.verify(path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.hasPrefix("\(live.server.origin)/a/b: all 9 documents verify\n"), "\(path)")
    }
    for document in [name, "app-config", "notes.txt"] {
        let result = try live.verify("/a/b/\(document)")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.hasPrefix("ok  \(live.server.origin)/a/b/\(document)\n    sha256 "))
        #expect(result.output.contains("profile dated: signed "))
    }
}

@Test(.peers(.python3, .openssl, .curl)) func `a document is verified under the key and the profile that are named`()
    throws
{
    let live = try Live()
    let key = live.project.folder.path("keys/production.pub.pem")
    #expect(try live.verify("/\(name)", ["--key", key, "--profile", "dated", "--settle", "0"]).status == 0)
    let body = try live.verify("/\(name)", ["--profile", "body", "--settle", "0"])
    #expect(body.status == 1)
    #expect(body.errors.contains("the signature is not one of key"))
    try live.project.expectDone(["keys", "generate", "other", "--environment", "other"])
    let other = try live.verify("/\(name)", ["--key", "keys/other.pub.pem", "--json", "--settle", "0"])
    #expect(other.status == 1)
    #expect(other.output.contains("\"verified\": false"))
    let pinned = try live.verify("/\(name)", ["--pin", String(repeating: "0", count: 64), "--settle", "0"])
    #expect(pinned.status == 1)
    #expect(pinned.errors.contains("not the pinned one"))
}

@Test(.peers(.python3, .openssl, .curl))
func `a published tree verifies under one PEM, for the environment of its index`()
    throws
{
    let live = try Live(served: "a")
    let key = live.project.folder.path("keys/production.pub.pem")
    try live.project.expectDone(["keys", "generate", "other", "--environment", "other"])
    try live.project.folder.write("elsewhere/other.pem", live.project.folder.read("keys/other.pub.pem"))
    let ring = ["--keys", "nowhere"]
    #expect(try live.verify("/a", ring).status == 66)
    for path in ["/a", "/a/"] {
        let result = try live.verify(path, ["--key", key, "--json"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("\"environment\": \"production\""))
    }
    #expect(try live.verify("/a", ["--key", key, "--environment", "staging"]).status == 1)
    // A key does not become the right one by waiting.
    let before = try live.server.requests().filter { $0 == "/a/publication.jws" }.count
    let wrong = try live.verify("/a/", ["--key", "elsewhere/other.pem"])
    #expect(wrong.status == 1)
    #expect(wrong.errors.contains("/a/publication.jws: is not signed by "), "\(wrong.errors)")
    #expect(!wrong.errors.contains("waiting"))
    #expect(try live.server.requests().filter { $0 == "/a/publication.jws" }.count == before + 1)
}

@Test(.peers(.python3, .openssl, .curl)) func `what curl -D writes of a response verifies it`() throws {
    let live = try Live()
    try check(
        "curl",
        [
            "-sS", "--cacert", live.server.certificate, "-D", "ios.headers", "-o", "ios",
            "\(live.server.origin)/\(name)",
        ],
        in: live.project.folder.root)
    #expect(try live.project.folder.text("ios.headers").contains("\r\n\r\n"))
    try live.project.expectDone(["verify", "ios", "--key", "keys/production.pub.pem"])
    try live.project.expectDone(["verify", "ios", "--headers", "ios.headers"])
    try live.project.expectDone(
        ["decide", "ios", "--headers", "ios.headers", "--platform", "ios", "--os", "15", "--app", "3.1"])
}

// MARK: What differs

@Test(.peers(.python3, .openssl, .curl)) func `a host that serves the former document for a while settles`() throws {
    let live = try Live(faults: { ["/\(name)": .former(times: 1, root: $0.path("former/production"))] })
    let result = try live.verify("", [])
    #expect(result.status == 0, "\(result.errors)")
    #expect(
        try result.errors.wholeMatch(
            of: Regex(
                "signet: note: waiting until \\d\\d:\\d\\d:\\d\\d UTC for \(name), which a cache may still hold\n"))
            != nil, "\(result.errors)")
    #expect(result.output.contains(": all 9 documents verify\n"))

    let stuck = try Live(faults: { ["/\(name)": .former(times: 99, root: $0.path("former/production"))] })
    let refused = try stuck.verify("", ["--settle", "1", "--quiet"])
    #expect(refused.status == 1)
    #expect(refused.output == "")
    #expect(
        refused.errors.hasPrefix(
            "signet: error: \(stuck.server.origin)/\(name): body is not the one that the live publication.jws lists\nhint: "
        ))
    #expect(try stuck.server.requests().filter { $0 == "/\(name)" }.count == 2)
}

/// One way in which a host is wrong, and what is reported.
private struct Wrong: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let words: String
    let tamper: @Sendable (TemporaryFolder) throws -> Void
}

private let wrongs: [Wrong] = [
    Wrong(testDescription: "the former header", words: "/\(name): the signature is not one of key") {
        try $0.write("served/\(name).headers", $0.read("former/production/\(name).headers"))
    },
    Wrong(
        testDescription: "all headers dropped",
        words: "/*: this host drops x-amz-meta-*: none of its answers has such a header\n"
            + "hint: S3 website endpoints do so; use the REST endpoint"
    ) { folder in
        for path in try folder.snapshot("served").keys where path.hasSuffix(".headers") {
            try folder.write("served/\(path)", "content-type: application/json\n")
        }
    },
    Wrong(testDescription: "no index", words: "/publication.jws: status 404\nhint: ") {
        try $0.remove("served/publication.jws")
    },
]

@Test(.peers(.python3, .openssl, .curl), arguments: wrongs)
private func `a host that is wrong ends in exit code 1 with its reason`(wrong: Wrong) throws {
    let live = try Live(tamper: wrong.tamper)
    let result = try live.verify()
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.errors.contains("signet: error: \(live.server.origin)\(wrong.words)"), "\(result.errors)")
    #expect(result.output.hasSuffix("\(live.server.origin): refused\n"))
    let json = try live.verify("", ["--json", "--settle", "0"])
    #expect(json.status == 1)
    #expect(json.output.contains("\"verified\": false"))
}

@Test(.peers(.python3, .openssl, .curl)) func `a document or a tree that is too old is refused by a maximum age`()
    throws
{
    let former = try Live(tamper: { folder in
        _ = try check("cp", ["-a", "former/production/.", "served"], in: folder.root)
    })
    for path in ["", "/\(name)"] {
        let result = try former.verify(path, ["--max-age", "36h", "--settle", "0"])
        #expect(result.status == 1)
        #expect(
            result.errors.contains(
                "/\(name): was signed Mon, 03 Aug 2026 22:59:35 UTC, which is more than 36h ago\nhint: sign again"),
            "\(result.errors)")
        #expect(try former.verify(path, ["--max-age", "9999d", "--settle", "0"]).status == 0)
    }
    // An age only grows.
    for path in ["", "/\(name)"] {
        let result = try former.verify(path, ["--max-age", "36h"])
        #expect(result.status == 1)
        #expect(!result.errors.contains("waiting"), "\(result.errors)")
    }
    let undated = try Live(profile: "body").verify("", ["--max-age", "36h", "--settle", "0"])
    #expect(undated.status == 1)
    #expect(undated.errors.contains("/\(name): has no signed date, so that its age is unknown\nhint: "))
}

// MARK: No answer

@Test(.peers(.python3, .openssl, .curl)) func `a host that cannot be reached or trusted ends in exit code 69`() throws {
    let live = try Live()
    let trusted = ["CURL_CA_BUNDLE": live.server.certificate]
    for path in ["", "/x/\(name)"] {
        let down = try live.project.run(["verify", "https://127.0.0.1:1\(path)"], environment: trusted)
        #expect(down.status == 69)
        #expect(down.errors.contains(": the host cannot be reached: "), "\(down.errors)")
        let untrusted = try live.project.run(["verify", live.server.origin + path])
        #expect(untrusted.status == 69)
        #expect(untrusted.errors.contains(": no trusted connection to the host: "), "\(untrusted.errors)")
        let noCurl = try live.project.run(["verify", live.server.origin + path], environment: ["PATH": "/nowhere"])
        #expect(noCurl.status == 69)
        #expect(noCurl.errors.contains("there is no program curl on the PATH"))
    }
    #expect(try live.server.requests().isEmpty)
}
