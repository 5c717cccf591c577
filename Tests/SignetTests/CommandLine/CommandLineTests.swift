import Foundation
import Testing
import TestSupport

private let commands = [
    "init", "set", "block", "unblock", "close", "open", "plan", "build", "publish", "verify", "decide",
    "keys",
    "bundle", "sign", "build-number", "schema", "completions", "help",
]

private let offWords: [(arguments: [String], words: String)] = [
    (["frobnicate"], "there is no command \"frobnicate\""),
    (["help", "frobnicate"], "there is no command, no code and no topic \"frobnicate\""),
    (["help", "plan", "build"], "signet plan has no verbs"), (["help", "keys", "none"], "signet keys has no \"none\""),
    (["build", "--frob"], "signet build has no flag --frob"),
    (["build", "extra"], "signet build takes no \"extra\""),
    (["build", "--policy"], "flag --policy needs a value"),
    (["build", "--policy="], "flag --policy needs a value"),
    (["build", "--check=yes"], "flag --check takes no value"),
    (["build", "--keys", "a", "--keys", "b"], "flag --keys is given more than once"),
    (["build", "--at", "yesterday"], "--at yesterday is not a time like 2026-08-03T22:59:35Z"),
    (["build", "--at", "1969-12-31T23:59:59Z"], "is not a time like"),
    (["plan", "none", "extra"], "NEW is a tree, which needs an OLD"),
    (["plan", "none", "--at", "now"], "--at now is not a time like"),
    (["plan", "--frob"], "signet plan has no flag --frob"),
    (["verify"], "signet verify takes one tree, file or https address"),
    (["verify", "a", "b"], "signet verify takes one tree, file or https address"),
    (["verify", "http://example.com/x"], "is not an https:// address"),
    (["verify", "https://example.com/x?y"], "has a query or a fragment"),
    (["verify", "https://example.com/x", "--header", "a: b"], "--header is for a file"),
    (["verify", "https://example.com/x", "--signature", "s"], "--signature is for a file"),
    (["verify", "https://example.com/x", "--max-age", "36"], "is not a span of time like"),
    (["verify", "https://example.com/x", "--settle", "-1"], "is not a number of seconds from 0 to 3600"),
    (["verify", "x", "--max-age", "36h"], "--max-age is for an https address"),
    (["verify", ".", "--settle", "0"], "--settle is for an https address"),
    (["verify", ".", "--header", "a: b"], "--header is for one file"),
    (["verify", ".", "--pin", "abc"], "64 hexadecimal digits"),
    (["verify", "x", "--header", "novalue"], "--header takes 'name: value'"),
    (["verify", "x", "--header", "a: b", "--signature", "s"], "exclude each other"),
    (["verify", "x", "--key", "a", "--keys", "b"], "exclude each other"),
    (["verify", "x", "--profile", "both"], "--profile is body or dated"),
    (["sign"], "signet sign needs at least one file"),
    (["keys"], "signet keys needs one of generate, add, list, shipped, rotate, revoke, move, readiness and export"),
    (["keys", "forget"], "signet keys has no \"forget\""),
    (["keys", "generate"], "takes one name"),
    (["keys", "generate", "a/b"], "is not a valid key name"),
    (["keys", "list", "x"], "takes no more words"),
    (["init", "a", "b"], "takes one folder"),
    (["init", "--ios", "x", "--ios", "y", "a"], "flag --ios is given more than once"),
    (["init", "--force-parameter", "x"], "--force-parameter is for documents that --from names"),
    (["init", "--ci", "jenkins"], "--ci jenkins is not one of github, gitlab"),
    (["init", "--origin", "http://a"], "\"http://a\" is not an https URL"),
    (["set", "a"], "\"a\" is not like PATH=VALUE"),
    (["build-number"], "signet build-number needs --run N"),
    (["build-number", "--run", "1", "2"], "signet build-number takes no \"2\""),
    (["schema", "a", "b"], "takes one name"),
    (["schema", "none"], "there is no schema \"none\""),
    (["schema", "policy", "--output", "a"], "--output writes every schema"),
]

@Test(arguments: offWords)
func `words that are off end with 64 and a hint`(arguments: [String], words: String) throws {
    let folder = try TemporaryFolder()
    let result = try signet(arguments, in: folder)
    #expect(result.status == 64, "\(result.errors)")
    #expect(result.errors.hasPrefix("signet: error: "))
    #expect(result.errors.contains(words), "\(result.errors)")
    #expect(result.errors.contains("\nhint: "))
    #expect(result.output == "")
    #expect(try folder.snapshot().isEmpty)
}

@Test func `output that cannot be written ends with 74, and a reader that has gone is no failure`() throws {
    let folder = try TemporaryFolder()
    func shell(_ line: String) throws -> CommandResult {
        try TestSupport.run("bash", ["-c", line, "bash", signetPath], in: folder.root)
    }
    let full = try shell("\"$1\" schema policy > /dev/full")
    #expect(full.status == 74)
    #expect(
        full.errors == """
            signet: error: standard output: cannot be written: No space left on device
            hint: what was written of it is not whole

            """)
    // By the signal, as other programs, or without a word where that is ignored.
    for (line, code) in [("", 128 + SIGPIPE), ("trap '' PIPE; ", 0)] {
        let gone = try shell("\(line){ sleep 0.3; \"$1\" schema policy; echo $? >&2; } | true")
        #expect(gone.errors == "\(code)\n")
    }
}

@Test(arguments: ["--version", "version"]) func `the version is printed`(word: String) throws {
    let result = try signet([word], in: TemporaryFolder())
    #expect(result.status == 0)
    #expect(result.output.wholeMatch(of: /signet [0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
}

@Test func `the help names every command and every exit code`() throws {
    let result = try signet(["--help"], in: TemporaryFolder())
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
    #expect(lines.count <= 40)
    let more = try #require(result.output.firstMatch(of: #/\nMore: (.*)\n/#)?.1).split(separator: ", ").map(String.init)
    let named = result.output.matches(of: #/\n  signet ([a-z-]+) /#).map { String($0.1) }
    #expect((named + more).sorted() == commands.sorted())
    let alone = try signet([], in: TemporaryFolder())
    #expect(alone.status == 0 && alone.output == result.output)
    for word in ["0 done", "1 refused", "64", "65", "66", "69", "73", "74", "77"] {
        #expect(result.output.contains(word))
    }
}

@Test(arguments: commands)
func `every command explains itself in one page with an example`(command: String) throws {
    let folder = try TemporaryFolder()
    let help = try signet(["help", command], in: folder)
    #expect(help.status == 0)
    #expect(help.output.hasPrefix("signet \(command)"))
    #expect(help.output.contains("\nExample"))
    let lines = help.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 40, "\(command) has \(lines.count) lines")
    let wide = lines.filter { $0.count > 80 }
    #expect(wide.isEmpty, "wider than 80 columns: \(wide)")
    #expect(try signet([command, "--help"], in: folder).output == help.output)
    #expect(try folder.snapshot().isEmpty)
}

@Test func `a flag that a command asks for stands on the page of one`() throws {
    let known = try signet(["completions", "bash"], in: TemporaryFolder()).output.matches(of: #/--[a-z0-9-]+/#)
    let sources = repositoryRoot.appending(path: "Sources/signet")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    let asked = try files.flatMap { file in
        try String(contentsOf: file, encoding: .utf8).matches(of: #/"(--[a-z0-9-]+)"/#).map { String($0.1) }
    }
    #expect(asked.count > 100)
    #expect(Set(asked).subtracting(known.map { String($0.0) }).isEmpty)
}

@Test(arguments: ["build", "publish"]) func `the page of a command with many flags fits a terminal`(command: String)
    throws
{
    #expect(
        try signet(["help", command], in: TemporaryFolder()).output.split(
            separator: "\n", omittingEmptySubsequences: false
        ).count <= 41)
}

@Test(.peers(.groff)) func `the manual page explains every command and every flag, and groff has nothing against it`()
    throws
{
    let folder = try TemporaryFolder()
    try folder.write("signet.1", signet(["help", "--man"], in: folder).output)
    let page = try run("groff", ["-man", "-Tutf8", "-P-cbou", "-ww", "-rLL=200n", "signet.1"], in: folder.root)
    #expect(page.status == 0)
    #expect(page.errors == "")
    for command in commands {
        #expect(page.output.contains("\n   \(command)\n"))
        for flag in try signet(["help", command], in: folder).output.matches(of: #/\n  (--?[a-z-]+)/#).map(\.1) {
            #expect(page.output.contains("\n         \(flag)"), "\(command) \(flag)")
        }
    }
}

@Test func `a policy is found in a folder above, with keys and trees beside it`() throws {
    let project = try Project()
    try project.folder.write("app/ios/notes.txt", "notes\n")
    func run(_ words: String...) throws -> CommandResult {
        try TestSupport.run(signetPath, words, in: project.folder.path("app/ios"))
    }
    #expect(try run("build").status == 0)
    #expect(project.folder.exists("output/production/publication.jws"))
    #expect(try run("verify", "../../output").status == 0)
    #expect(try run("set", "production.ios.minimumAppVersion=3..2").errors.hasPrefix("signet: error: production.ios"))
    #expect(try run("set", "production.ios.minimumAppVersion=3.1.0").output.hasPrefix("../../policy.json:"))
    // A file that is named is looked for here alone.
    #expect(try run("plan", "none", "--policy", "policy.json").status == 66)
    // Keys that are here come first.
    try project.folder.write("app/ios/keys/keyring.json", "{}")
    #expect(try run("keys", "list").errors.contains("keys/keyring.json"))
    #expect(try project.folder.snapshot("app/ios").keys.sorted() == ["keys/keyring.json", "notes.txt"])
}

@Test func `a time with an offset is the same moment`() throws {
    let project = try Project()
    try project.expectDone(["build", "--at", "2020-01-01T02:00:00+02:00"])
    #expect(
        try project.folder.text("output/production/files/notes.txt.headers").contains("Wed, 01 Jan 2020 00:00:00 UTC"))
}

@Test func `messages carry nothing that a terminal obeys`() throws {
    let project = try Project()
    try project.folder.write("static/\u{1B}[2J.txt", "x")
    let result = try project.expectRefusal(["build"], code: 1, ["names are made of"])
    #expect(!result.errors.contains("\u{1B}"))
}

@Test(arguments: [("a-bad-night", "ABadNight"), ("documents", "Documents"), ("policy", "Policy")])
func `a topic of help is the article, word for word`(topic: String, article: String) throws {
    let file = repositoryRoot.appending(path: "Sources/signet/signet.docc/\(article).md")
    let folder = try TemporaryFolder()
    let said = try signet(["help", topic], in: folder)
    #expect(said.status == 0)
    #expect(try said.output == String(contentsOf: file, encoding: .utf8))
    #expect(try signet(["help"], in: folder).output.contains(topic))
}
