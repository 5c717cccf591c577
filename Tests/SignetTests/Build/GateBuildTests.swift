import Foundation
import ManifestVerifier
import PublicationTree
import Testing
import TestSupport

@Suite struct GateBuildTests {
    @Test func `gate documents are rendered as the contract has them, to the byte, and verify`() throws {
        let project = try Project.gate()
        try project.expectDone(["build", "--strict"])
        let golden = try GoldenTree.bodies("rules")
        #expect(golden.keys.sorted() == ["gate/android.json", "gate/ios.json"])
        for (path, body) in golden {
            #expect(try project.folder.read("output/production/\(path)") == body, "\(path)")
            let content = try GateDocument(body: body)
            #expect(content.unusable == [])
            let conditions = content.rules.flatMap(\.conditions)
            #expect(!conditions.contains { if case .unknown = $0 { true } else { false } })
        }
        let verified = try project.expectDone(["verify", "output", "--verbose"]).output
        #expect(verified.contains(" bytes, gate-ios\n") && verified.contains(" bytes, gate-android\n"))
        try project.expectDone(["build", "--check"])
        let unsigned = try Project.gate()
        try unsigned.expectDone(["build", "--unsigned"])
        let found = try unsigned.folder.snapshot("output").filter { $0.key.hasSuffix("gate/ios.json") }
        #expect(found.map(\.value) == [golden["gate/ios.json"]])
    }

    @Test(
        arguments: [
            // What apps would skip.
            ("\"app\": [\"2.3.1", "\"apps\": [\"2.3.1", 16, "unknown condition \"apps\"", "did you mean \"app\"?"),
            ("\"app\": \"<3.3.0\"", "\"sdk\": \"<30\"", 21, "unknown condition \"sdk\"", "rules of ios have \"os\""),
            ("\"<3.3.0\"", "\"< 3.3.0\"", 21, "\"< 3.3.0\" is not 3.2.0, <3.2.0,", "without spaces"),
            ("\"<3.3.0\"", "[]", 21, "there is nothing in it", "one pattern or a list"),
            ("2.3.1...2.3.4", "2.3.4...2.3.1", 16, "2.3.4...2.3.1 ends before it begins", "write 2.3.1...2.3.4"),
            ("\"GB\"", "\"\"", 15, "a text is empty", "leave it out"),
            ("iPhone8,*", "iPh*8,*", 18, "has a * that is not its end", "only a * at the end"),
            (
                "\"until\": \"2036-12-02", "\"until\": \"2036-02-30", 24, "is not a time like",
                "only days that there are"
            ),
            (
                "\"until\": \"2036-12-02", "\"until\": \"2036-12-01", 24,
                "until is 2036-12-01T00:00:00Z, not after from", "later"
            ),
            ("00:00:00Z\", 0.25", "00:00:00+00:00\", 0.25", 22, "is not a time like", "each step later"),
            ("0.25", "0.255", 22, "is not a percentage", "each step later"),
            ("2036-12-03", "2036-11-30", 22, "each step is later than the one before it", "write it like"),
            ("\"salt\": \"3.3.0\"", "\"salt\": \"3 3\"", 21, "a salt is 1 to", "write it like"),
            (
                "\"then\": \"available\"", "\"then\": \"availabel\"", 15, "is not what a rule can decide",
                "\"available\"?"
            ),
            (
                "\"id\": \"staged\"", "\"id\": \"winter\"", 21,
                "two rules have the id \"winter\", first at policy.json:18:11", "own"
            ),
            (
                "\"id\": \"staged\"", "\"id\": \"minimum-app\"", 21, "is the id of a rule that Signet writes",
                "another id"
            ),
            ("\"id\": \"staged\"", "\"id\": \"a b\"", 21, "is not a name of 1 to 64", "write it like bad-2.3"),
            ("\"id\": \"staged\", ", "", 21, "missing member \"id\"", nil),
            ("\"id\": \"staged\"", "\"id\": \"staged\", \"untill\": 1", 21, "unknown member \"untill\"", nil),
            (
                "\"id\": \"staged\"", "\"id\": \"staged\", \"scope\": \"shop\"", 21, "\"scope\" says nothing beside",
                "\"maintenance\""
            ),
            (
                "\"title\": \"title\", \"description\": \"required\", \"url\"",
                "\"grace\": \"7d\", \"description\": \"required\", \"url\"", 17,
                "\"grace\" says nothing beside \"then\": \"required\"", "\"then\": \"recommended\""
            ),
            (
                "\"scope\": \"payments\"", "\"orElse\": \"required\"", 25, "\"orElse\" says nothing beside",
                "\"required\""
            ),
            ("2036-12-24", "2036-11-24", 20, "requiredBy is 2036-11-24T00:00:00Z, before requiredFrom", "later"),
            (
                "\"model\": \"iPhone8,*\"", "\"until\": \"2036-11-01T00:00:00Z\"", 18, "would never be required",
                "\"until\" later"
            ),
            ("\"7d\"", "\"7 days\"", 19, "is not a duration", nil),
            ("\"7d\"", "\"91d\"", 19, "a grace of 91d is more than 90 days", "write a date"),
            ("\"2.9.4\", \"os\"", "\"2.9.4\", \"sdk\"", 13, "unknown member \"sdk\"", nil),
            ("\"app\": \"2.9.4\"", "\"app\": \"2.9.4.1\"", 13, "2.9.4.1", nil),
            ("\"build\": 41000", "\"build\": 0", 13, "0 is not a positive integer", nil),
            (
                "\"description\": \"recommended\", \"orElse\"", "\"description\": \"none\", \"orElse\"", 20,
                "text \"none\" is not in", nil
            ),
            ("https://www.shop.example/help", "http://www.shop.example", 17, "is not an https URL", nil),
            // What only this document cannot have.
            (
                "\"profile\": \"dated\"", "\"profile\": \"body\"", 36, "gate documents need a signed date",
                "set \"profile\": \"dated\""
            ),
            ("gate/{platform}.json", "gate.json", 36, "two documents have the path \"gate.json\"", nil),
            (
                "{ \"gate\": \"gate/{platform}.json\"",
                "{ \"gate\": \"gate/{platform}.json\", \"files\": { \"gate\": \"notes.txt\" }",
                36, "\"gate\" is a document and, for", nil
            ),
        ] as [(String, String, Int, String, String?)])
    func `what apps would skip or misread is an error with its line`(
        find: String, replacement: String, line: Int, words: String, hint: String?
    ) throws {
        let project = try Project.gate(replacing: find, with: replacement)
        let said = try project.expectRefusal(["build"], code: 1, [words]).errors
        #expect(said.contains("policy.json:\(line):"), "\(said)")
        if let hint { #expect(said.contains(hint), "\(said)") }
    }

    @Test func `an environment that extends another one replaces the rules as a whole, or has none`() throws {
        let staging = """
            },
                "staging": { "extends": "production", "origin": "https://staging.shop.example",
                  "ios": { "rules": [ { "id": "all", "then": "available" } ], "latest": null }, "android": null }
              }
            }
            """
        let project = try Project.gate(
            replacing: "\"documents\": { \"gate\": \"gate/{platform}.json\" }\n    }\n  }\n}",
            with: "\"documents\": { \"gate\": \"gate/{platform}.json\" }\n    \(staging)")
        try project.expectDone(["keys", "generate", "staging"])
        try project.expectDone(["build"])
        let body = try project.folder.read("output/staging/gate/ios.json")
        let content = try GateDocument(body: body)
        #expect(content.rules.map(\.id) == ["all", "maintenance", "minimum-os", "minimum-app", "recommended-os"])
        #expect(
            content.latest == [
                LatestApp(
                    app: try #require(NumericVersion("3.2.0")), build: nil,
                    system: [.atLeast(try #require(NumericVersion("13.5")))])
            ])
        #expect(!project.folder.exists("output/staging/gate/android.json"))
        #expect(DocumentFormat(recognizing: body) == .gateIOS)
    }

    @Test func `an app that is built for .jws alone gets its date from there, so that profile body is enough`() throws {
        let project = try Project.gate(
            replacing: #""profile": "dated", "envelopes": ["headers"]"#,
            with: #""profile": "body", "envelopes": ["jws"]"#)
        try project.expectDone(["build"])
        #expect(project.folder.exists("output/production/gate/ios.json.jws"))
    }

    @Test func `the newest version is recommended when it says why, and a build decides where there is one`() throws {
        let latest = "\"latestAppVersion\": { \"value\": \"3.2.0\" }"
        for (text, expected) in [
            ("\"latestAppVersion\": { \"value\": \"3.2.0\", \"build\": 41000 }", nil),
            (
                "\"latestAppVersion\": { \"value\": \"3.2.0\", \"build\": 41000, \"description\": \"recommended\" }",
                "<41000"
            ),
            ("\"latestAppVersion\": { \"value\": \"3.2.0\", \"description\": \"recommended\" }", "<3.2.0"),
            (
                "\(latest), \"recommendedAppVersion\": { \"value\": \"3.1.0\", \"title\": \"title\", \"description\": \"recommended\" }",
                "<3.1.0"
            ),
        ] {
            let project = try Project.gate(replacing: latest, with: text)
            try project.expectDone(["build"])
            let content = try GateDocument(body: project.folder.read("output/production/gate/ios.json"))
            let rule = content.rules.first { $0.id == "recommended-app" }
            let patterns = rule?.conditions.map { condition in
                switch condition {
                case .app(let patterns), .build(let patterns): patterns.map(\.description).joined()
                default: "other"
                }
            }
            #expect(patterns == expected.map { [$0] }, "\(text)")
        }
    }

    @Test func `a rule about the system alone leads to no store, and one with the app does`() throws {
        let project = try Project.gate(
            replacing: "{ \"app\": \"<3.3.0\", \"share\"", with: "{ \"os\": \"<16\", \"share\"")
        try project.expectDone(["build"])
        let content = try GateDocument(body: project.folder.read("output/production/gate/ios.json"))
        #expect(content.rules.first { $0.id == "staged" }?.url == nil)
        #expect(content.rules.first { $0.id == "winter" }?.url == "https://apps.apple.com/app/id1")
    }

    @Test func `set replaces the list of rules, and says so when one of them is named`() throws {
        let project = try Project.gate()
        try project.expectRefusal(
            ["set", "production.ios.rules.0.then=required"], code: 1,
            ["production.ios.rules is an array, which has no members", "'production.ios.rules=[ … ]'"])
        try project.expectDone(["set", "production.ios.rules=[ { \"id\": \"all\", \"then\": \"available\" } ]"])
        try project.expectRefusal(
            ["set", "production.ios.rules=[ { \"id\": \"all\", \"then\": \"none\" } ]"], code: 1,
            ["production.ios.rules: \"none\" is not what a rule can decide"])
        #expect(
            try project.folder.text("policy.json").contains(
                "\"rules\": [ { \"id\": \"all\", \"then\": \"available\" } ]"))
    }

    @Test func `the rules in the article are built, and a plan has nothing against them`() throws {
        let block = try #require(Article("signet/Policy").blocks(in: "Rules", language: "json").first)
        let rules = try #require(block.code.firstRange(of: "{").map { block.code[$0.upperBound...] })
        let members = try #require(rules.lastIndex(of: "}").map { rules[..<$0] })
        let keys = ["app-required", "app-recommended", "ask-support", "payments-closed"]
        let texts = keys.reduce(String(members)) { $0.replacing("\"\($1)\"", with: "\"required\"") }
        let start = try #require(Project.gatePolicy.firstRange(of: "        \"latest\": ["))
        let end = try #require(Project.gatePolicy.firstRange(of: "\n      },\n      \"android\""))
        let project = try Project.gate(
            replacing: String(Project.gatePolicy[start.lowerBound..<end.lowerBound]), with: texts)
        let said = try project.expectDone(["plan", "none", "--strict", "--at", "2026-11-01T00:00:00Z"])
        #expect(!said.errors.contains(" ["), "\(said.errors)")
        try project.expectDone(["build"])
    }
}
