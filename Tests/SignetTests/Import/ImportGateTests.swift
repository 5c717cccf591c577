import Foundation
import ManifestVerifier
import TestSupport
import Testing

/// Gate documents, alone and together with others.
@Suite struct ImportGateTests {
    private static let gates = ["--gate", "gate-ios", "--gate", "gate-android"]

    /// What the policy with rules gives, as an import finds it.
    private func files(_ ios: String = GoldenGate.all[0].1, _ android: String = GoldenGate.all[1].1) throws -> Import {
        let imported = try Import()
        try imported.folder.write("gate-ios", ios)
        try imported.folder.write("gate-android", android)
        return imported
    }

    /// The document of iOS with one part of it replaced.
    private func files(replacing part: String, with replacement: String) throws -> Import {
        try #require(GoldenGate.all[0].1.contains(part))
        return try files(GoldenGate.all[0].1.replacingOccurrences(of: part, with: replacement))
    }

    private func expectSame(_ imported: Import, _ pairs: [(file: String, path: String)]) throws {
        for (file, path) in pairs {
            #expect(
                try imported.folder.read("shop/output/production/\(path)") == imported.folder.read(file), "\(path)")
        }
    }

    // MARK: There and back

    @Test func `a tree with gate documents alone is built again to the byte`() throws {
        let imported = try files()
        let said = try signet(["import"] + Self.gates + ["shop", "--quiet"], in: imported.folder)
        #expect(said.status == 0 && said.errors == "", "\(said.errors)")
        try check(signetPath, ["keys", "generate", "production"], in: imported.folder.path("shop"))
        try check(signetPath, ["build"], in: imported.folder.path("shop"))
        try expectSame(imported, [("gate-ios", "gate/ios.json"), ("gate-android", "gate/android.json")])
    }

    @Test func `rules become rules, and what members are compiled into becomes members again`() throws {
        let imported = try files()
        let said = try signet(["import"] + Self.gates + ["shop"], in: imported.folder)
        #expect(said.status == 0 && !said.errors.contains("gate"), "\(said.errors)")
        let policy = try JSONParser.parse(imported.folder.read("shop/policy.json"))
        let production = try #require(policy["environments"]?["production"])
        let ios = try #require(production["ios"])
        let ids = try ios["rules"]?.asArray().map { try $0["id"]?.asString() }
        #expect(ids == ["testers", "bad-2.3", "winter", "staged", "tonight"])
        #expect(try ios["rules"]?.asArray().map { $0["url"] != nil } == [false, true, false, false, false])
        #expect(try ios["latest"]?.asArray().count == 2)
        #expect(try ios["minimumOSVersion"]?["value"]?.asString() == "13.5")
        #expect(try ios["minimumAppVersion"]?["value"]?.asString() == "1.0.0")
        #expect(try ios["minimumAppVersion"]?["orElse"]?.asString() == "ios-minimumAppVersion-orElse")
        #expect(ios["minimumOSVersion"]?["orElse"] == nil)
        let android = try #require(production["android"])
        #expect(android["rules"] == nil && android["latest"] == nil)
        #expect(try android["minimumAppVersion"]?["value"]?.asInteger() == 30)
        #expect(try android["latestAppVersion"]?["versionName"]?.asString() == "3.2.0")
        #expect(try production["maintenance"]?["active"]?.asBool() == true)
        #expect(try production["profile"]?.asString() == "dated")
        #expect(try production["documents"]?["gate"]?.asString() == "gate/{platform}.json")
    }

    @Test func `a tree with rules and classic documents is built again to the byte, on both platforms`() throws {
        let project = try Project.gate(
            replacing: "\"documents\": {",
            with: "\"documents\": { \"availability\": \"distribution/availability-{platform}\",")
        try project.change(
            "policy.json", "\"latestAppVersion\": { \"value\": 32, \"versionName\": \"3.2.0\" }",
            "\"rules\": [{ \"id\": \"old\", \"when\": { \"sdk\": \"<30\", \"build\": \"<=29\" }, "
                + "\"then\": \"recommended\", \"grace\": \"7d\", \"description\": \"recommended\", \"orElse\": \"required\" }],"
                + "\"latestAppVersion\": { \"value\": 32, \"versionName\": \"3.2.0\" }")
        try project.expectDone(["build"])
        let imported = try Import()
        let all = [
            ("ios", "distribution/availability-ios"), ("android", "distribution/availability-android"),
            ("gate-ios", "gate/ios.json"), ("gate-android", "gate/android.json"),
        ]
        for (file, path) in all {
            try imported.folder.write(file, project.folder.read("output/production/\(path)"))
        }
        let words = ["import", "--ios", "ios", "--android", "android"] + Self.gates + ["shop"]
        try imported.build(words)
        try expectSame(imported, all)
        let policy = try imported.folder.text("shop/policy.json")
        #expect(policy.components(separatedBy: "\"minimumAppVersion\"").count == 3)
        #expect(policy.contains("\"old\"") && !policy.contains("\"minimum-app\""))
    }

    @Test func `a build number finds its version in another document`() throws {
        let byBuild = try files(replacing: "\"app\": \"<1.0.0\"", with: "\"build\": \"<40000\"")
        try byBuild.expectRefusal(
            ["import", "--gate", "gate-ios", "new/shop"], code: 1,
            [
                "minimumAppVersion of ios has build 40000, and no document says which version that is",
                "hint: import one that does, too: --ios, --app-config, --remote-config or --base",
            ])
        try byBuild.folder.write(
            "remote.json",
            """
            {
              "platform": "ios",
              "force_update_version": "1.0.0",
              "optional_update_version": "3.2.0"
            }

            """)
        try byBuild.build(["import", "--gate", "gate-ios", "--remote-config", "remote.json", "shop"])
        try expectSame(byBuild, [("gate-ios", "gate/ios.json"), ("remote.json", "remote-config-ios.json")])
    }

    @Test func `the latest version that is recommended with a text does not enter an availability document`() throws {
        let project = try Project(
            policy: """
                { "environments": { "production": {
                  "origin": "https://distribution.shop.example", "profile": "dated",
                  "ios": {
                    "minimumOSVersion": { "value": "13.5", "description": { "en": "a" } },
                    "minimumAppVersion": { "value": "1.0", "description": { "en": "b" } },
                    "latestAppVersion": { "value": "3.2.0", "description": { "en": "c" } }
                  },
                  "documents": { "availability": "availability-{platform}", "gate": "gate/{platform}.json" }
                } } }
                """)
        try project.expectDone(["build"])
        let imported = try Import()
        try imported.folder.write("ios", project.folder.read("output/production/availability-ios"))
        try imported.folder.write("gate", project.folder.read("output/production/gate/ios.json"))
        try imported.build(["import", "--ios", "ios", "--gate", "gate", "shop"])
        try expectSame(imported, [("ios", "distribution/availability-ios"), ("gate", "gate/ios.json")])
    }

    // MARK: What is said

    @Test func `a document in another layout is imported, and what is not the same is said`() throws {
        let imported = try files(replacing: "\"channel\": [", with: "\"channel\":   [")
        let said = try signet(["import", "--gate", "gate-ios", "shop"], in: imported.folder)
        #expect(said.status == 0)
        #expect(said.errors.contains("note: gate-ios: a build writes the same rules in other bytes"), "\(said.errors)")
    }

    @Test func `what an import changes for others is said`() throws {
        let imported = try Import()
        let project = try Project(
            policy: """
                { "environments": { "production": {
                  "origin": "https://distribution.shop.example", "profile": "dated",
                  "ios": { "minimumAppVersion": { "value": "1.0.0" }, "latestAppVersion": { "value": "3.2.0" } },
                  "documents": { "gate": "gate/{platform}.json" }
                } } }
                """)
        try project.expectDone(["build"])
        try imported.folder.write("gate", project.folder.read("output/production/gate/ios.json"))
        try imported.folder.write(
            "config",
            """
            { "minimumVersion": "1.0.0", "latestVersion": "3.2.0", "updateUrl": "https://www.shop.example/",
              "maintenanceMode": false, "maintenanceMessage": null }
            """)
        let said = try signet(["import", "--gate", "gate", "--app-config", "config", "shop"], in: imported.folder)
        #expect(said.status == 0)
        for words in [
            "note: a build also writes gate/android.json, which was not imported",
            "\"profile\" is \"dated\": deployed apps that read the other documents must verify that profile",
        ] {
            #expect(said.errors.contains(words), "\(said.errors)")
        }
    }

    // MARK: Refusals

    @Test(
        arguments: [
            ("\"region\": \"GB\"", "\"battery\": \"<20\"", "unknown condition \"battery\": the rule would never match"),
            ("\"<3.3.0\"", "\"< 3.3.0\"", "\"< 3.3.0\" is not 3.2.0, <3.2.0,"),
            ("\"app\": \"<1.0.0\"", "\"battery\": \"<20\"", "rule \"minimum-app\" is not one that Signet writes"),
            ("\"app\": \"<1.0.0\"", "\"app\": \"<1.0.0\", \"region\": \"GB\"", "rule \"minimum-app\" is not one that"),
            ("\"then\": \"available\"", "\"then\": \"pause\"", "\"pause\" is not what a rule can decide"),
            ("\"gate\": 1", "\"gate\": 2", "gate-ios:2:11: this client reads gate documents of number 1"),
            ("\"gate\": 1", "\"gate\": 1, \"channel\": \"beta\"", "gate-ios:2:14: unknown member \"channel\""),
            ("\"scope\": \"payments\"", "\"scopes\": \"payments\"", "unknown member \"scopes\""),
            ("\"id\": \"recommended-os\",", "\"id\": \"recommended-os\", \"x\": 1,", "unknown member \"x\""),
            ("\"app\": \"2.9.4\"", "\"app\": \"2.9.4-beta\"", "\"2.9.4-beta\" is not a version of 1 to 3 numbers"),
            ("\"app\": \"2.9.4\"", "\"app\": \"2.9.4\", \"sdk\": \"1\"", "unknown member \"sdk\""),
            ("\"id\": \"winter\"", "\"id\": \"staged\"", "two rules have the id \"staged\""),
            ("\"id\": \"tonight\"", "\"id\": \"minimum-app\"", "rule \"minimum-app\" is not one that"),
            ("\"https://www.shop.example/help\"", "\"http://www.shop.example/help\"", "is not an https URL"),
            ("\"title\": {", "\"title\": \"text\", \"message\": {", "says nothing beside"),
            ("\"en\": \"Sorry.\"", "\"en\": 1", "expected a string, found a number"),
        ])
    func `what apps would skip is refused with its place`(part: String, replacement: String, words: String) throws {
        let imported = try files(replacing: part, with: replacement)
        try imported.expectRefusal(["import", "--gate", "gate-ios", "new"], code: 65, ["gate-ios:", words])
    }

    @Test func `a rule that a build would not give again is refused by name`() throws {
        let next = "\n    },\n    {\n      \"id\": \"tonight\""
        let imported = try files(replacing: ",\n      \"url\": \"https://apps.apple.com/app/id1\"\(next)", with: next)
        try imported.expectRefusal(
            ["import", "--gate", "gate-ios", "new"], code: 1,
            ["gate-ios: a build would not give it again: rule \"staged\" would have a \"url\""])
    }

    @Test func `rules in an order that no build gives are refused`() throws {
        let separator = "    {\n      \"id\": "
        let (middle, end) = ("    },\n", "    }\n  ]\n}\n")
        var rules = GoldenGate.all[1].1.components(separatedBy: separator)
        // The recommendation before the minimum.
        rules[3...4] = [rules[4].dropLast(end.count) + middle, rules[3].dropLast(middle.count) + end]
        let document = rules.joined(separator: separator)
        let imported = try files(GoldenGate.all[0].1, document)
        try imported.expectRefusal(
            ["import", "--gate", "gate-android", "new"], code: 1, ["rule \"recommended-app\" would have another place"])
    }

    @Test func `documents that contradict each other are refused by name`() throws {
        let imported = try files()
        try imported.expectRefusal(
            ["import", "--gate", "gate-ios", "--gate", "gate-ios", "new"], code: 1,
            ["gate-ios: is for ios, and gate-ios is, too"])
        try imported.folder.write(
            "gate-android", GoldenGate.all[1].1.replacingOccurrences(of: "Please update.", with: "Closed."))
        try imported.expectRefusal(
            ["import"] + Self.gates + ["new"], code: 1,
            ["gate-android: says of maintenance something else than gate-ios"])
        try imported.folder.write(
            "ios",
            """
            { "minimumOSVersion": { "value": "13.5", "description": { "en": "Please update." } },
              "minimumAppVersion": { "value": "1.0.0", "description": { "en": "Update, please." } } }
            """)
        try imported.expectRefusal(
            ["import", "--ios", "ios", "--gate", "gate-ios", "new"], code: 1,
            ["gate-ios: has another text \"ios-minimumOSVersion-description\" than ios"])
        try imported.expectRefusal(
            ["import", "--ios", "gate-ios", "new"], code: 1,
            ["gate-ios: is a gate document", "hint: import it with --gate gate-ios"])
        try imported.expectRefusal(
            ["import", "--gate", "ios", "new"], code: 65, ["ios:1:1: missing member \"gate\""])
    }

    @Test func `what rules say more than an availability document does not enter it`() throws {
        let imported = try files()
        let text = "{ \"ar\": \"يُرجى التحديث.\", \"en\": \"Please update.\" }"
        try imported.folder.write(
            "ios",
            """
            { "minimumOSVersion": { "value": "13.5", "description": \(text) },
              "minimumAppVersion": { "value": "1.0.0", "description": \(text) } }
            """)
        try imported.expectRefusal(
            ["import", "--ios", "ios", "--gate", "gate-ios", "new"], code: 1,
            ["ios: a build would not give it again, as the other documents say more than it does"])
    }
}
