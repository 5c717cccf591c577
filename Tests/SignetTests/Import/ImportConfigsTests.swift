import Testing
import TestSupport

/// Documents without texts, alone and together with others.
@Suite struct ImportConfigsTests {
    private let appConfig = testText("Policies/imported-app-config.json")

    private func remote(_ platform: String, _ force: String = "3.0.0", _ optional: String = "3.2.0") -> String {
        """
        {
          "platform": "\(platform)",
          "force_update_version": "\(force)",
          "optional_update_version": "\(optional)"
        }

        """
    }

    private let base = testText("Policies/imported-env.json")

    /// Every file that can be imported, and the words for it.
    private func files() throws -> Import {
        let imported = try Import(
            ios: Import.ios.replacing("\"99\"", with: "\"3.2.0\""),
            android: Import.android.replacing("\"e\", ", with: "\"e\", \"cy\": \"c\", "))
        try imported.folder.write("app-config", appConfig)
        try imported.folder.write("remote-ios.json", remote("ios"))
        try imported.folder.write("remote-android.json", remote("android"))
        try imported.folder.write("my-env.json", base)
        return imported
    }

    private let remotes = ["--from", "remote-ios.json", "--from", "remote-android.json"]
    private let paths = [
        "app-config": "api/v1/app-config", "remote-ios.json": "remote-config-ios.json",
        "remote-android.json": "remote-config-android.json", "my-env.json": "configs/v1/env.json",
    ]

    @Test(arguments: [
        ["app-config"], ["remote-ios.json", "remote-android.json"], ["my-env.json"],
        ["app-config", "remote-ios.json", "remote-android.json", "my-env.json"],
    ])
    func `a build of what was imported gives the same bytes again`(names: [String]) throws {
        let imported = try files()
        var words = ["init"]
        for name in names {
            words += ["--from", name]
        }
        try imported.build(words + ["shop"])
        for name in names {
            let path = try #require(paths[name])
            #expect(try imported.folder.text("shop/output/production/\(path)") == imported.folder.text(name), "\(name)")
        }
        #expect(!imported.folder.exists("shop/Descriptions.xcstrings"))
        #expect(imported.folder.exists("shop/env.json") == names.contains("my-env.json"))
    }

    @Test func `every kind of document is imported into one policy`() throws {
        let imported = try files()
        let words = [
            "--from", "ios.json", "--from", "android.json", "--from", "app-config", "--from", "my-env.json",
        ]
        try imported.build(["init"] + words + remotes + ["shop"])
        for (name, path) in paths {
            #expect(try imported.folder.text("shop/output/production/\(path)") == imported.folder.text(name), "\(name)")
        }
        let policy = try imported.folder.text("shop/policy.json")
        for part in ["\"value\": 8,", "\"versionName\": \"3.0.0\"", "\"build\": 40000", "\"mainnet\": \"production\""] {
            #expect(policy.contains(part), "\(policy)")
        }
    }

    @Test func `parameters of other names come through when the forcing one is named`() throws {
        let imported = try Import()
        let text = remote("ios").replacing("force_update_version", with: "must").replacing(
            "optional_update_version", with: "may")
        try imported.folder.write("r.json", text)
        try imported.expectRefusal(
            ["init", "--from", "r.json", "shop"], code: 1,
            [
                "r.json: which of must and may forces an update cannot be known",
                "hint: name it with --force-parameter NAME",
            ])
        try imported.build(["init", "--from", "r.json", "--force-parameter", "must", "shop"])
        #expect(try imported.folder.text("shop/output/production/remote-config-ios.json") == text)
    }

    @Test func `updates that are only forced are imported from a document or a template, and built again`() throws {
        let imported = try Import()
        let forced = remote("ios").replacing(#/,\n  "optional.*"/#, with: "")
        try imported.folder.write("ios-forced.json", forced)
        try imported.folder.write("android-both.json", remote("android"))
        try imported.build(["init", "--from", "ios-forced.json", "--from", "android-both.json", "shop"])
        #expect(try imported.folder.text("shop/output/production/remote-config-ios.json") == forced)
        #expect(try imported.folder.text("shop/output/production/remote-config-android.json") == remote("android"))

        let template = """
            { "parameters": { "force_update_version": { "defaultValue": { "value": "2.0.0" } } } }
            """
        let fire = try Import()
        try fire.folder.write("template.json", template)
        try fire.build(["init", "--from", "template.json", "shop"])
        let policy = try fire.folder.text("shop/policy.json")
        #expect(policy.contains("\"2.0.0\"") && !policy.contains("recommended"), "\(policy)")
        let built = try fire.folder.text("shop/output/production/remoteconfig.template.json")
        #expect(built.contains("force_update_version") && !built.contains("optional_update_version"), "\(built)")
    }

    @Test(
        arguments: [
            (
                ["--from", "a"], "a", "\"maintenanceMessage\": null, \"more\": 1", 65,
                "a:9:31: unknown member \"more\""
            ),
            (["--from", "a"], "a", "", 65, "a:1:1: missing member \"maintenanceMessage\""),
            (
                ["--from", "a", "--from", "other.json"], "a", "\"maintenanceMessage\": null", 1,
                "other.json: has \"3.1.0\" as minimumAppVersion (value) of ios, and a has \"3.0.0\""
            ),
            (
                ["--from", "android.json", "--from", "ios.json"], "ios.json", "", 1,
                "the documents do not make a policy: "
            ),
            (
                ["--from", "ios.json", "--from", "ios.json"], "", "", 1,
                "is not the same document for the other platform"
            ),
            (["--from", "b", "--base-environment", "devnet"], "", "", 66, "b: there is no environment \"devnet\""),
            (["--from", "b2"], "", "", 1, "b2: which of mainnet, testnet is \"production\" cannot be known"),
            (["--from", "none"], "", "", 1, "none: is not a document that can be taken over"),
            (["--from", "gate"], "", "", 1, "gate: is a gate document, which another policy of Signet made"),
        ] as [([String], String, String, Int32, String)])
    func `what an import cannot know or carry is refused by name`(
        words: [String], file: String, end: String, code: Int32, message: String
    ) throws {
        let imported = try Import(ios: remote("ios"))
        let config = appConfig.replacing("\"maintenanceMessage\": null", with: end)
        try imported.folder.write("a", end.isEmpty ? config.replacing("false,", with: "false") : config)
        try imported.folder.write("other.json", remote("ios", "3.1.0"))
        try imported.folder.write("b", base)
        try imported.folder.write("none", "{}")
        try imported.folder.write("gate", #"{ "gate": 1, "platform": "ios", "rules": [] }"#)
        try imported.folder.write("b2", #"{ "environments": { "mainnet": {}, "testnet": {} } }"#)
        try imported.expectRefusal(["init"] + words + ["new/shop"], code: code, [message])
    }
}
