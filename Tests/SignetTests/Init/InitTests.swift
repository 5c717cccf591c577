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
