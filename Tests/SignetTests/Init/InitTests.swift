import Foundation
import Testing
import TestSupport

/// Runs `signet init` where it must fail, with files of at most that many blocks of 512 bytes, and change nothing.
private func expectRefusal(
    _ path: String, blocks: Int? = nil, code: Int32, _ words: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let folder = try TemporaryFolder()
    try folder.write("there/notes.txt", "mine")
    let limit = blocks.map { "trap '' XFSZ; ulimit -f \($0); " } ?? ""
    let result = try run("sh", ["-c", limit + "exec \"$0\" init \"$1\"", signetPath, path], in: folder.root)
    #expect(result.status == code, "\(result.errors)", sourceLocation: sourceLocation)
    #expect(result.errors.contains(words), "\(result.errors)", sourceLocation: sourceLocation)
    let left = try check("find", [".", "-mindepth", "1"], in: folder.root).split(separator: "\n").sorted()
    #expect(left == ["./there", "./there/notes.txt"], sourceLocation: sourceLocation)
}

@Test(
    arguments: ["shop", "new/inner/shop/", "there"],
    [(1, "policy.json: cannot be written: "), (4, "policy.schema.json: cannot be written: ")])
func `a disk that fails during init leaves neither files nor folders behind`(
    path: String, failure: (blocks: Int, words: String)
) throws {
    try expectRefusal(path, blocks: failure.blocks, code: 74, failure.words)
}

@Test func `a key that cannot be made leaves nothing of init behind`() throws {
    // The folder's path is as long as a path can be, and has no room for the key folder's.
    let path =
        String(repeating: String(repeating: "a", count: 240) + "/", count: 16) + String(repeating: "b", count: 239)
    #expect(path.utf8.count == 4_095)
    try expectRefusal(path, code: 74, "b/keys: cannot be written: File name too long")
}

@Test func `a folder that cannot be made leaves those above it unmade`() throws {
    let name = String(repeating: "a", count: 256)
    try expectRefusal("new/inner/\(name)", code: 74, "\(name): cannot be written: File name too long")
    try expectRefusal("new/../there/notes.txt", code: 73, "there/notes.txt: is not a folder")
}

@Test func `init makes one active and two next keys, and says where the next ones belong`() throws {
    let folder = try TemporaryFolder()
    let result = try signet(["init"], in: folder)
    #expect(result.status == 0)
    let made = result.output.split(separator: "\n").filter { $0.hasPrefix("made key") }
    #expect(made.map { $0.split(separator: "\"")[1] } == ["production", "production-2", "production-3"])
    #expect(made.map { $0.split(separator: " ").last } == ["active", "next", "next"])
    #expect(
        result.errors.contains(
            "note: move keys/production-2.key.pem and keys/production-3.key.pem to a safe place that is not the build "
                + "machine"))
    // Builds do without them, and nothing is left to find.
    for name in ["production-2", "production-3"] { try folder.remove("keys/\(name).key.pem") }
    #expect(try signet(["plan", "none"], in: folder).status == 0)
    #expect(try signet(["build"], in: folder).status == 0)
    let json = try signet(["init", "other", "--json"], in: folder).output
    #expect(json.components(separatedBy: "\"state\": \"next\"").count == 3)
}

@Test func `init keeps what is built out of git, and leaves a .gitignore that is there alone`() throws {
    let folder = try TemporaryFolder()
    try folder.write("there/.gitignore", "mine\n")
    try folder.write("ready/.gitignore", "mine\noutput/\n")
    for name in ["new", "there", "ready"] {
        let result = try signet(["init", name], in: folder)
        #expect(result.status == 0)
        let isSaid = result.errors.contains("there/.gitignore is there already: add the line /output/ to it")
        #expect(isSaid == (name == "there"), "\(result.errors)")
    }
    #expect(try folder.text("new/.gitignore") == "/output/\n/plan.html\n")
    #expect(try folder.text("there/.gitignore") == "mine\n")
    #expect(try folder.text("ready/.gitignore") == "mine\noutput/\n")
}

@Test func `init keeps the folder that it publishes to out of git, unless it is there already`() throws {
    let folder = try TemporaryFolder()
    try folder.write("app/public/index.html", "mine")
    try folder.write("there/.gitignore", "mine\n")
    for (name, site) in [("new", "site/www"), ("app", "public"), ("there", "site")] {
        let result = try signet(["init", name, "--publish-to", site], in: folder)
        #expect(result.status == 0)
        #expect(result.errors.contains("add the lines /output/ and /site/ to it") == (name == "there"))
    }
    #expect(try folder.text("new/.gitignore") == "/output/\n/site/www/\n/plan.html\n")
    #expect(try folder.text("app/.gitignore") == "/output/\n/plan.html\n")
}

@Test func `a plan refuses the addresses that nobody has put in, and what builds without them goes on`() throws {
    let folder = try TemporaryFolder()
    #expect(try signet(["init"], in: folder).status == 0)
    for words in [["plan", "none"], ["build"]] { #expect(try signet(words, in: folder).status == 0) }
    for words in [["plan"], ["plan", "--strict"]] {
        let plan = try signet(words, in: folder)
        #expect(plan.status == 1)
        #expect(plan.output.contains("\nrefused: 3 placeholders\n"), "\(plan.output)")
        #expect(plan.output.hasSuffix("next: put your own addresses in their place, and plan again\n"))
        #expect(plan.errors.components(separatedBy: "error: \"").count == 4, "\(plan.errors)")
        #expect(plan.errors.contains("hint: put your own address in its place; nothing is published with it\n"))
    }
    #expect(
        try signet(["block", "ios", "1.0.1"], in: folder).output.contains("\nnext: signet plan, which says what is "))
    #expect(try signet(["help", "placeholder-value"], in: folder).output.contains("an address that signet init"))
}

@Test(arguments: ["github", "gitlab"], ["https://a;id", "https://a$(id)", "https://a&b", "https://a'b"])
func `no origin becomes a command of a pipeline`(host: String, origin: String) throws {
    let folder = try TemporaryFolder()
    let words = ["init", "shop", "--origin", origin]
    let result = try signet(words + ["--ci", host], in: folder)
    #expect(result.status == 64 && result.errors.contains("\"\(origin)\""), "\(result.errors)")
    #expect(try folder.snapshot().isEmpty)
    // Nor that of a policy that is there.
    #expect(try signet(words, in: folder).status == 0)
    let before = try folder.snapshot()
    #expect(try signet(["init", "shop", "--ci", host], in: folder).status == 64)
    #expect(try folder.snapshot() == before)
}

@Test func `init writes the schema that its policy names, for editors`() throws {
    let folder = try TemporaryFolder()
    #expect(try signet(["init"], in: folder).output.contains("wrote policy.schema.json\n"))
    #expect(try folder.text("policy.json").contains("\"$schema\": \"./policy.schema.json\""))
    #expect(try folder.text("policy.schema.json") == signet(["schema", "policy"], in: folder).output)
    try folder.write("there/policy.schema.json", "mine")
    #expect(try signet(["init", "there"], in: folder).status == 73)
    #expect(try folder.snapshot("there").keys.sorted() == ["policy.schema.json"])
}

@Test func `a strict plan asks for a team's own values, one by one`() throws {
    let folder = try TemporaryFolder()
    #expect(try signet(["init"], in: folder).status == 0)
    func placeholders() throws -> [String] {
        let result = try signet(["plan", "none", "--strict"], in: folder)
        let lines = result.errors.split(separator: "\n").filter {
            $0.hasSuffix(" is a placeholder [placeholder-value]")
        }
        #expect((result.status == 0) == lines.isEmpty, "\(result.errors)")
        return lines.map { String($0.split(separator: " ")[0]) }
    }
    #expect(try placeholders() == ["policy.json:8:17:", "policy.json:13:21:", "policy.json:19:21:"])
    for (value, places) in [
        ("origin=https://example.org", 3), ("origin=https://example.org:8443", 3),
        ("origin=https://notexample.com", 2), ("ios.storeURL=https://apps.apple.com/gb/app/shop/id123456?mt=8", 2),
        ("ios.storeURL=https://apps.apple.com/app/id1234567", 1),
        ("android.storeURL=https://play.google.com/store/apps/details?hl=en&id=com.example", 1),
        ("android.storeURL=https://play.google.com/store/apps/details?id=com.examples.app", 0),
    ] {
        #expect(try signet(["set", "production.\(value)"], in: folder).status == 0)
        #expect(try placeholders().count == places, "\(value)")
    }
}

/// What `init --ci` writes, or says, for a policy of two environments.
private func pipeline(
    _ host: String, _ places: (String, String), documents: String = "", keys: [[String]] = []
) throws -> (result: CommandResult, text: String) {
    let folder = try TemporaryFolder()
    #expect(try signet(["init", "--ios", "https://apps.apple.com/app/id1234567"], in: folder).status == 0)
    func environment(_ name: String, _ place: String) -> String {
        """
        "\(name)": { "origin": "https://\(name).example.com", "publishTo": "\(place)",
          "ios": { "storeURL": "https://apps.apple.com/app/id1234567",
            "minimumOSVersion": { "value": "13", "description": "os-required" },
            "minimumAppVersion": { "value": "1.0.0", "description": "app-required" } },
          "documents": { "gate": "gate/{platform}.json"\(documents.replacing("NAME", with: name)) } }
        """
    }
    try folder.write(
        "policy.json",
        """
        { "descriptions": "Descriptions.xcstrings", "environments": {
        \(environment("production", places.0)), \(environment("staging", places.1)) } }
        """)
    #expect(try signet(["keys", "generate", "staging"], in: folder).status == 0)
    for words in keys { #expect(try signet(["keys"] + words, in: folder).status == 0) }
    let result = try signet(["init", "--ci", host], in: folder)
    let file = host == "github" ? ".github/workflows/signet.yml" : ".gitlab-ci.yml"
    #expect(folder.exists(file) == (result.status == 0))
    return (result, result.status == 0 ? try folder.text(file) : "")
}

@Test func `a pipeline has the key of each environment in a secret of its own`() throws {
    let move = ["move", "production", "env:PRODUCTION_PEM", "--to", "secret.pem"]
    let (result, text) = try pipeline("github", ("s3://one", "s3://two"), keys: [move])
    for (environment, secret) in [("production", "PRODUCTION_PEM"), ("staging", "SIGNET_KEY_STAGING")] {
        #expect(
            text.contains(
                "--environment \(environment) --previous live\n        env: { \(secret): \"${{ secrets.\(secret) }}\" }\n"
            ),
            "\(text)")
        #expect(result.errors.contains("signet keys move \(environment) env:\(secret) --to - "), "\(result.errors)")
    }
    let gitlab = try pipeline("gitlab", ("s3://one", "s3://two"), keys: [move]).text
    #expect(
        gitlab.contains("the protected variables PRODUCTION_PEM, SIGNET_KEY_STAGING (signet keys move "), "\(gitlab)")
}

@Test(arguments: ["github", "gitlab"])
func `a pipeline for a bucket and a folder has credentials and pages`(host: String) throws {
    let text = try pipeline(host, ("public", "s3://two")).text
    #expect(text.contains("AWS_SECRET_ACCESS_KEY"))
    #expect(text.contains(host == "github" ? "with: { path: public }" : "pages: { publish: public }"), "\(text)")
    #expect(text.components(separatedBy: "--host github-pages").count == (host == "github" ? 2 : 1), "\(text)")
    #expect(text.contains("signet publish --environment staging\n"), "\(text)")
    // Archives wait in the bucket, from where each environment gets them.
    let bundles = #", "web-bundles": { "path": "builds/", "list": "bundles.json" }"#
    let packing = try pipeline(host, ("public", "s3://two"), documents: bundles).text
    let archives = "--previous live --archives https://staging.example.com/staged\n"
    #expect(packing.components(separatedBy: archives).count == 3, "\(packing)")
}

@Test func `no pipeline is written that could not work`() throws {
    let bundles = #", "web-bundles": { "path": "builds/", "list": "NAME.json" }"#
    for (places, documents, said) in [
        (("public", "pages"), "", "are published into folders, public and pages"),
        (("s3://one", "s3://two"), bundles, "different lists of web bundles"),
    ] {
        let result = try pipeline("github", places, documents: documents).result
        #expect(result.status == 1 && result.errors.contains(said), "\(result.errors)")
        #expect(result.errors.contains("\nhint: "))
    }
}

@Test func `no pipeline is written for two keys in one secret`() throws {
    let folder = try TemporaryFolder()
    #expect(try signet(["init", "--publish-to", "s3://one"], in: folder).status == 0)
    #expect(try signet(["keys", "generate", "staging"], in: folder).status == 0)
    let policy = try folder.text("policy.json").replacing(
        "\"environments\": {",
        with: "\"environments\": { \"staging\": { \"extends\": \"production\", \"publishTo\": \"s3://two\" },")
    try folder.write("policy.json", policy)
    let ring = try folder.text("keys/keyring.json")
    for file in ["production", "staging"] { #expect(ring.contains("file:\(file).key.pem")) }
    try folder.write(
        "keys/keyring.json",
        ring.replacing("file:production.key.pem", with: "env:SIGNET_KEY").replacing(
            "file:staging.key.pem", with: "env:SIGNET_KEY"))
    let result = try signet(["init", "--ci", "github"], in: folder)
    #expect(
        result.status == 1
            && result.errors.contains("keys of \"staging\" and \"production\" are both in env:SIGNET_KEY"),
        "\(result.errors)")
    #expect(!folder.exists(".github"))
}

@Test(arguments: [
    ("my shop", "'my shop'"), ("it's $(x)", #"'it'\''s $(x)'"#), ("-x", "./-x"), ("~x", "'~x'"), ("shöp", "'shöp'"),
])
func `the next step can be pasted into a shell, whatever the folder is called`(name: String, word: String) throws {
    let folder = try TemporaryFolder()
    let result = try signet(["init", "--", name], in: folder)
    let next = try #require(result.errors.components(separatedBy: "next: ").last)
    #expect(next == "cd \(word) && signet plan\n")
    try check("sh", ["-c", next.replacing("signet plan", with: "test -f policy.json")], in: folder.root)
}
