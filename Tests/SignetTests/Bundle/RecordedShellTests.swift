import ManifestVerifier
import Testing
import TestSupport

/// A review sees which shells are newly recorded, and that no recorded one changed.
@Suite struct RecordedShellTests {
    private let project: Project

    init() throws {
        project = try Project(policy: Project.policy(documents: Project.webBundles))
        try project.writeWebBuild()
        try project.folder.write("one.txt", "@capacitor/camera 7.0.1 sha512-B\n@capacitor/core 7.1.0 sha512-A\n")
        try project.folder.write(
            "two.txt",
            """
            @capacitor/app 7.0.0 sha512-D
            @capacitor/camera 7.4.0 sha512-C
            cordova-plugin-file 8.0.0 git+ssh://git@github.com/x/y.git#0123

            """)
    }

    @discardableResult
    private func record(_ platform: String, _ version: String, _ surface: String) throws -> String {
        try project.expectDone(["bundle", "shell", "add", platform, version, "--surface", surface]).output
    }

    /// Publishes a bundle for the shell that is recorded, and keeps the list that was reviewed for it.
    private func publishFirst() throws {
        try record("ios", "2.0.0", "one.txt")
        try project.expectDone(["bundle", "pack", "dist", "--version", "1.0.0", "--surface", "one.txt"])
        try project.expectDone(["build", "--output", "published"])
        try project.folder.write("base/bundles.json", project.folder.read("bundles.json"))
    }

    private let base = ["published", "--base-list", "base/bundles.json"]

    @Test func `the verb that records a shell says that it is new`() throws {
        let first = try record("ios", "2.0.0", "one.txt")
        #expect(
            first.contains("\n  ios      shell 2.0.0 is newly recorded: 2 native plugins\n"), "\(first)")
        let second = try record("ios", "2.1.0", "two.txt")
        #expect(
            second.contains("\n  ios      shell 2.1.0 is newly recorded: 3 native plugins\n"), "\(second)")
        // Another platform has shells of its own.
        #expect(
            try record("android", "2.1.0", "two.txt").contains("\n  android  shell 2.1.0 is newly recorded: 3 native"))
        #expect(try record("ios", "2.0.5", "one.txt").contains("newly recorded"))
        #expect(try !record("ios", "2.0.5", "one.txt").contains("newly recorded"))
    }

    @Test(.peers(.cmarkGFM, .html5lib)) func `a plan says the same of a new shell as text, JSON and Markdown`() throws {
        try publishFirst()
        #expect(try project.changes(base) == [])
        try record("ios", "2.1.0", "two.txt")
        let words = "shell 2.1.0 is newly recorded: 3 native plugins"
        #expect(try project.changes(base) == ["iOS: \(words)"])
        let json = try project.expectDone(["plan"] + base + ["--json"]).json
        let change = try #require(
            json["environments"]?.asArray().first?["changes"]?.asArray().first)
        #expect(try change["kind"]?.asString() == "shell" && change["at"]?.asString() == "surfaces.ios.2.1.0")
        #expect(try change["documents"]?.asArray().first?.asString() == "bundles.json")
        let surface = try check("sha256sum", ["two.txt"], in: project.folder.root)
        #expect(try change["to"]?.asString() == String(surface.prefix(64)) && change["from"] == nil)
        let text = try project.expectDone(["plan"] + base).output
        #expect(
            text.hasPrefix(
                "production   no device is blocked, freed or told otherwise; 1 other change\n  ios      \(words)\n"),
            "\(text)"
        )
        let markdown = try project.expectDone(["plan"] + base + ["--markdown"]).output
        let rendered = try #require(try RenderedMarkdown.all([markdown]).first)
        #expect(rendered.text.contains("ios: \(words) (bundles.json)"), "\(rendered.text)")
        try project.expectDone(["plan"] + base + ["--page", "plan.html"])
        let page = try project.folder.text("plan.html")
        #expect(page.contains("is newly recorded") && page.contains("cordova-plugin-file 8.0.0 is new"))
    }

    @Test func `a recorded shell that a request changes or removes needs an acknowledgement`() throws {
        try publishFirst()
        let list = try project.folder.text("bundles.json")
        for (find, replacement, said) in [
            (
                "camera 7.0.1 sha512-B\",\n", "camera 7.0.1 sha512-X\",\n",
                "iOS: shell 2.0.0 is recorded with another surface: @capacitor/camera 7.0.1 has other bytes"
            ),
            ("\"2.0.0\": [", "\"2.0.1\": [", "iOS: shell 2.0.0 is no longer recorded"),
        ] {
            try #require(list.contains(find), "\(list)")
            try project.folder.write("bundles.json", list.replacing(find, with: replacement))
            let refused = try project.run(["plan"] + base)
            #expect(
                refused.status == 1 && refused.errors.contains("production: \(said) [shell-changed]"),
                "\(refused.errors)")
            let needed = try project.run(["plan"] + base + ["--json"]).json["environments"]?.asArray().first?["needed"]
            let entry = try #require(try needed?.asArray().first?["entry"]?.asString())
            let policy = try project.folder.text("policy.json")
            try project.change("policy.json", "\"documents\": {", "\"allow\": [\(entry)],\n      \"documents\": {")
            #expect(try project.run(["plan"] + base).errors.contains("as the policy allows [shell-changed]"))
            try project.expectDone(["plan"] + base)
            try project.folder.write("policy.json", policy)
        }
    }

    @Test func `without the list that was reviewed before, a plan says that it does not know`() throws {
        try publishFirst()
        try record("ios", "2.1.0", "two.txt")
        let unknown = try project.expectDone(["plan", "published"])
        #expect(unknown.errors.contains("--base-list FILE, the list that was reviewed before"), "\(unknown.errors)")
        #expect(!unknown.output.contains("newly recorded"))
        // A branch on which there is no list yet records none.
        let first = try project.changes(["published", "--base-list", "base/none.json"])
        #expect(first.count == 2 && first.allSatisfy { $0.contains("is newly recorded") }, "\(first)")
        try project.folder.write("base/broken.json", "{ \"bundles\": [], \"surfaces\": { \"web\": {} } }")
        try project.expectRefusal(
            ["plan", "published", "--base-list", "base/broken.json"], code: 1,
            ["base/broken.json:1:", "unknown member \"web\""])
        try project.expectRefusal(
            ["plan", "published", "--base-list", "nowhere/bundles.json"], code: 66, ["nowhere"])
        for words in [["none"], ["published", "published"]] {
            try project.expectRefusal(
                ["plan"] + words + ["--base-list", "base/bundles.json"], code: 64, ["--base-list"])
        }
    }

    @Test func `environments with different lists are compared one at a time`() throws {
        let other =
            ", \"staging\": { \"extends\": \"production\", \"origin\": \"https://staging.example.com\", "
            + "\"documents\": { \"web-bundles\": { \"path\": \"builds/\", \"list\": \"other.json\" } } }"
        let project = try Project(
            policy: Project.policy(more: other, documents: Project.webBundles), keys: ["production", "staging"])
        for (environment, file) in [("production", "bundles.json"), ("staging", "other.json")] {
            try project.folder.write(file, "{ \"bundles\": [] }\n")
            try project.expectDone(["build", "--environment", environment, "--output", "published"])
        }
        try project.folder.write(
            "other.json",
            "{ \"surfaces\": { \"android\": { \"5\": [\"@capacitor/core 7.1.0 a\"] } }, \"bundles\": [] }\n")
        let plan = ["published", "--base-list", "base.json"]
        try project.expectRefusal(["plan"] + plan, code: 64, ["--environment production, or --environment staging"])
        #expect(
            try project.changes(plan + ["--environment", "staging"]) == [
                "Android: shell 5 is newly recorded: 1 native plugin"
            ])
    }
}
