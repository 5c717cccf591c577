import ManifestVerifier
import Testing
import TestSupport

/// Every run of `signet` with `--json` is held against `signet schema output` (`Envelope` in TestSupport); here every command
/// has one that succeeds and one that fails in each way that it can.
@Suite struct EnvelopeTests {
    private static let device = ["--platform", "ios", "--os", "14", "--app", "1"]

    /// Runs of commands, in order, in one project; each with the code of its error, nil when it succeeds.
    private static let runs: [(words: [String], error: String?)] = [
        (["plan", "none"], nil), (["plan", "none", "--policy", "none.json"], "missing-input"),
        (["plan", "none", "--policy", "static/notes.txt"], "syntax"),
        (["plan", "none", "--policy", "wrong.json"], "unknown-text"), (["plan", "none", "x"], "usage"),
        (["build", "--unsigned", "--policy", "plain.json", "--output", "unsigned"], nil), (["build"], nil),
        (["build", "--check"], nil), (["build", "--starter"], nil),
        (["build", "--policy", "none.json"], "missing-input"), (["build", "--policy", "wrong.json"], "unknown-text"),
        (["build", "--frob"], "usage"), (["build", "--policy", "static/notes.txt"], "syntax"),
        (["build", "--output", "policy.json"], "cannot-create"),
        (["verify", "output"], nil), (["verify", "output/production/files/notes.txt"], nil),
        (["verify", "none"], "missing-input"), (["verify", "policy.json"], "refused"),
        (["verify", "https://127.0.0.1:1/x", "--settle", "0"], "unavailable"), (["verify"], "usage"),
        (["publish", "--environment", "production", "--to", "public", "--first", "--dry-run"], nil),
        (["publish", "--environment", "production", "--to", "public", "--first"], nil),
        (["publish", "--environment", "staging", "--to", "public"], "missing-input"), (["publish"], "usage"),
        (["help", "codes"], nil), (["help", "newest-blocked"], nil), (["help", "none"], "usage"),
        (["plan", "output"], nil), (["plan", "elsewhere"], "missing-input"), (["plan", "a", "b", "c"], "usage"),
        (["plan", "output", "--policy", "wrong.json"], "unknown-text"),
        (["plan", "output", "--page", "plan.html"], nil),
        (["plan", "output", "--page", "policy.json"], "cannot-create"),
        (["plan", "output", "--population", "fleet.csv"], nil), (["plan", "output", "--max-blocked", "1"], "usage"),
        (["plan", "output", "--population", "none.csv"], "missing-input"),
        (["set", "production.resignAfter=12h"], nil), (["set", "production.resignAfter=x"], "refused"),
        (["set", "production.resignAfter=24h", "--policy", "none.json"], "missing-input"), (["set"], "usage"),
        (["block", "ios", "<3.0.1"], nil), (["block", "ios", "3.0.1"], "refused"), (["block"], "usage"),
        (["unblock", "ios", "<3.0.1", "--minimum", "3.0.0"], nil), (["unblock", "ios", "3.0.1"], "missing-input"),
        (["close", "--policy", "closing/policy.json"], nil), (["close"], "refused"),
        (["open", "--policy", "closing/policy.json"], nil), (["open"], "missing-input"),
        (["decide", "output/production"] + device, nil), (["decide", "none"] + device, "missing-input"),
        (["decide", "output/production"], "usage"),
        (["decide", "gate.json", "--unverified", "--channel", "beta", "--share", "0.5"] + device, nil),
        (["sign", "static/notes.txt"], nil), (["sign", "none"], "missing-input"), (["sign"], "usage"),
        (["sign", "static/notes.txt", "--envelope", "jws"], nil),
        (["verify", "static/notes.txt.jws"], nil), (["verify", "static/notes.txt"], nil),
        (["verify", "static/notes.txt.jws", "--path", "other"], "refused"),
        (["keys", "generate", "next", "--environment", "production"], nil),
        (["keys", "generate", "next", "--environment", "production"], "cannot-create"),
        (["keys", "list"], nil), (["keys", "list", "--keys", "none"], "missing-input"),
        (["keys", "readiness"], nil), (["keys", "readiness", "--population", "none.csv"], "missing-input"),
        (["keys", "readiness", "--population", "fleet.csv"], nil),
        (["keys", "shipped", "next", "3.1.0"], nil),
        (["keys", "readiness", "--population", "fleet.csv"], nil),
        (["keys", "readiness", "--population", "policy.json"], "unparsable"),
        (["keys", "rotate", "production"], nil),
        (["keys", "revoke", "--key", "production"], nil), (["keys", "revoke", "--key", "production"], "refused"),
        (["keys"], "usage"),
        (["keys", "add", "x", "--signer", "env:NONE", "--environment", "x"], "missing-input"),
        (["keys", "export", "--environment", "none"], "refused"),
        (["bundle", "pack", "dist", "--version", "1.0.0", "--shell", "2..."], nil), (["bundle", "list"], nil),
        (["bundle", "retire", "1.0.0"], nil), (["bundle", "withdraw", "1.0.0"], nil),
        (["bundle", "add", "none.zip", "--version", "1.1.0", "--shell", "2..."], "missing-input"),
        (["bundle"], "usage"),
        (["init", "shop"], nil), (["init", "shop"], "cannot-create"), (["init", "a", "b"], "usage"),
        (["init", "--from", "output/production/distribution/availability-ios", "imported"], nil),
        (["init", "--from", "none", "imported-2"], "missing-input"),
        (["init", "--from", "static/notes.txt", "imported-2"], "unparsable"),
        (["build-number", "--run", "1"], nil), (["build-number", "--run", "1", "--previous", "9999"], "refused"),
        (["build-number"], "usage"),
        (["schema"], nil), (["schema", "policy"], nil), (["schema", "--output", "schemas"], nil),
        (["schema", "--output", "policy.json"], "cannot-create"), (["schema", "none"], "usage"),
        (["frobnicate"], "usage"), ([], "usage"),
    ]

    @Test(.peers(.python3, .jsonschema))
    func `every command says with --json how it ended, in one envelope that its schema describes`() throws {
        let project = try Project()
        try project.folder.write("plain.json", Project.policy())
        try project.folder.write("closing/policy.json", TeamCase.policy)
        for (name, text) in TeamCase.files { try project.folder.write("closing/\(name)", text) }
        try project.folder.write("fleet.csv", "platform,os,app,devices\nios,17,3.0,5\nandroid,34,,1\n")
        try project.nameBundleList()
        try project.writeWebBuild()
        try project.folder.write("bundles.json", "{ \"bundles\": [] }\n")
        try project.folder.write("wrong.json", Project.policy().replacing("\"app\"", with: "\"ap\""))
        try project.folder.write("fleet.csv", "platform,os,app,devices\nios,17.4,3.2.0,5\n")
        try project.folder.write(
            "gate.json",
            #"{ "gate": 1, "platform": "ios", "rules": [ { "id": "a", "when": { "app": "<1" }, "then": "required" }, "#
                + #"{ "id": "b", "then": "recommended", "requiredBy": "2096-01-01T00:00:00Z" }, {} ] }"#)
        for (words, error) in Self.runs {
            let result = try project.run(words + ["--json"])
            let json = try JSONParser.parse(Array(result.output.utf8))
            let codes = try #require(json["findings"]).asArray().filter { finding in
                try finding["severity"]?.asString() == "error"
            }.map { try #require($0["code"]).asString() }
            #expect((result.status == 0) == (error == nil), "\(words): \(result.errors)")
            #expect(codes.isEmpty ? error == nil : Set(codes) == [error ?? ""], "\(words): \(result.output)")
        }
    }

    @Test func `every command that takes --json is tried here, to success and to failure`() throws {
        let folder = try TemporaryFolder()
        let help = try signet(["--help"], in: folder).output
        let more = try #require(help.firstMatch(of: #/\nMore: (.*)\n/#)?.1).split(separator: ", ").map(String.init)
        let commands = help.matches(of: #/\n  signet ([a-z-]+) /#).map { String($0.1) } + more
        #expect(commands.count > 15)
        let defined = try JSONParser.parse(Array(signet(["schema", "output"], in: folder).output.utf8))
        for command in commands where try signet(["help", command], in: folder).output.contains("--json ") {
            let tried = Self.runs.filter { $0.words.first == command }
            #expect(tried.contains { $0.error == nil } && tried.contains { $0.error != nil }, "\(command)")
            #expect(defined["$defs"]?[command] != nil, "\(command)")
        }
    }

    @Test(.peers(.python3, .curl)) func `a service that cannot be reached is named in the envelope`() throws {
        let folder = try TemporaryFolder()
        let result = try signet(["plan", "https://127.0.0.1:1", "--json"], in: try built(folder))
        #expect(result.status == 69)
        #expect(result.output.contains("\"code\": \"unavailable\""))
    }

    @Test func `a key that others may read is named in the envelope`() throws {
        let project = try Project()
        try check("chmod", ["644", "keys/production.key.pem"], in: project.folder.root)
        let result = try project.run(["build", "--json"])
        #expect(result.status == 77)
        #expect(result.output.contains("\"code\": \"key-permissions\""))
    }

    @Test func `behind -- the word is no flag, and help is text`() throws {
        let project = try Project()
        let file = try project.run(["sign", "--", "--json"])
        #expect(file.status == 66 && file.output == "" && file.errors.contains("--json: no such file"))
        #expect(try project.run(["help", "plan"]).output == check(signetPath, ["plan", "none", "--json", "--help"]))
    }

    @Test func `what was refused is a finding beside the result, and stays on standard error`() throws {
        let project = try Project()
        try project.expectDone(["build"])
        try project.folder.write("output/production/files/notes.txt", "x")
        for words in [["verify", "output/production"], ["build", "--check"]] {
            let result = try project.run(words + ["--json"])
            #expect(result.status == 1)
            #expect(result.errors.contains("signet: error: output/production/files/notes.txt: is not the body"))
            let json = try JSONParser.parse(Array(result.output.utf8))
            let first = try #require(json["findings"]?.asArray().first)
            #expect(try first["code"]?.asString() == "refused")
            #expect(try result.json["trees"] != nil || result.json["environments"] != nil)
        }
    }

    private func built(_ folder: TemporaryFolder) throws -> TemporaryFolder {
        #expect(try signet(["init"], in: folder).status == 0)
        return folder
    }
}
