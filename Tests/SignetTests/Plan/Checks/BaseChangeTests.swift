import Testing
import TestSupport

/// A project with the minimum 3.0.0, build 40000, over a base file of two environments, and a template.
private struct BaseProject {
    let project: Project

    init(_ apps: String, firebase: String = "{}", policy: String = "") throws {
        project = try Project(
            policy: """
                { "environments": { "production": { "origin": "https://d.shop.example",
                  "ios": { "storeURL": "https://apps.apple.com/app/id1",
                    "minimumAppVersion": { "value": "3.0.0", "build": 40000 },
                    "recommendedAppVersion": { "value": "3.2.0" },
                    "latestAppVersion": { "value": "3.2.0", "build": 41000 } },
                  \(policy)
                  "documents": {
                    "firebase-template": { "path": "template", "base": "firebase.json" },
                    "environment-config": { "path": "env", "base": "env.json",
                      "environments": { "mainnet": "production" } } } } } }
                """)
        try write(apps)
        try project.folder.write("firebase.json", firebase)
    }

    func write(_ apps: String) throws {
        try project.folder.write(
            "env.json", "{ \"environments\": {\n  \"mainnet\": { \"apps\": { \(apps) } }, \"other\": {} } }")
    }

    /// Writes entries of `allow`.
    func allow(_ entries: String...) throws {
        try project.change(
            "policy.json", "\"origin\"", "\"allow\": [\(entries.joined(separator: ", "))], \"origin\"")
    }

    static func entry(_ at: String, from: String, to: String? = nil, code: String = "base-changed") -> String {
        "{ \"code\": \"\(code)\", \"at\": \"\(at)\", \"from\": \"\(from)\""
            + (to.map { ", \"to\": \"\($0)\" }" } ?? " }")
    }
}

private func ios(_ build: String = "40000", _ version: String = "\"3.0.0\"") -> String {
    "\"ios\": { \"build\": \(build), \"minimalVersion\": \(version), \"url\": \"https://apps.apple.com/app/id1\" }"
}

private func template(force: String, optional: String = "3.0.0") -> String {
    """
    { "parameters": {
      "force_update_version": { "defaultValue": { "value": "0.0.0" }, "conditionalValues": { "ios": { "value": "\(force)" } } },
      "optional_update_version": { "defaultValue": { "value": "0.0.0" }, "conditionalValues": { "ios": { "value": "\(optional)" } } } },
      "conditions": [ { "name": "ios", "expression": "device.os == 'ios'" } ] }
    """
}

@Suite struct BaseChangeTests {
    /// What a base file has, what a plan says of it, and the entry that acknowledges it.
    private static let cases: [(apps: String, place: String, message: String, entry: String)] = [
        (
            ios("50000"), "3:26",
            "mainnet.ios.build goes down from 50000 in env.json:2:44 to 40000: builds 40000 to 49999 run again",
            BaseProject.entry("mainnet.ios.build", from: "50000", to: "40000")
        ),
        (
            ios("\"50000\""), "3:26", "mainnet.ios.build goes down from 50000 in env.json:2:44 to 40000",
            BaseProject.entry("mainnet.ios.build", from: "50000", to: "40000")
        ),
        (
            ios("5e4"), "3:26", "mainnet.ios.build goes down from 50000 in env.json:2:44 to 40000",
            BaseProject.entry("mainnet.ios.build", from: "50000", to: "40000")
        ),
        (
            ios("\"latest\""), "3:26", "mainnet.ios.build changes from latest in env.json:2:44 to 40000",
            BaseProject.entry("mainnet.ios.build", from: "latest", to: "40000")
        ),
        (
            ios("40000", "\"3.0.1\""), "3:26",
            "mainnet.ios.minimalVersion goes down from 3.0.1 in env.json:2:69 to 3.0.0",
            BaseProject.entry("mainnet.ios.minimalVersion", from: "3.0.1", to: "3.0.0")
        ),
        (
            "\"ios\": { \"url\": \"https://old.example\" }", "2:10",
            "mainnet.ios.url changes from https://old.example in env.json:2:42 to https://apps.apple.com/app/id1",
            BaseProject.entry("mainnet.ios.url", from: "https://old.example", to: "https://apps.apple.com/app/id1")
        ),
        (
            "\"android\": { \"scheme\": \"x\", \"build\": 500, \"minimalVersion\": \"1\", \"url\": \"https://a\" }",
            "10:36",
            "mainnet.android.build is 500 in env.json:2:63 and would no longer be published: builds below 500 run again",
            BaseProject.entry("mainnet.android.build", from: "500")
        ),
        (
            "\"android\": { \"minimalVersion\": \"1\" }, \"web\": 1", "10:36",
            "mainnet.android.build is { \"minimalVersion\": \"1\" } in env.json:2:37 and would no longer be published",
            BaseProject.entry("mainnet.android.build", from: "{ \\\"minimalVersion\\\": \\\"1\\\" }")
        ),
    ]

    @Test(arguments: 0..<cases.count)
    func `what a base file has and the policy would lower, lift or lead elsewhere is an error until it is allowed`(
        index: Int
    ) throws {
        let (apps, place, message, entry) = Self.cases[index]
        let base = try BaseProject(apps)
        let project = base.project
        let said = "policy.json:\(place): error: production: \(message)"
        let hint = "; if it is meant, add to \"allow\" of \"production\": \(entry)\n"
        try project.expectRefusal(["plan", "none"], code: 1, [said, " [base-changed]\n", hint])
        try project.expectRefusal(["build"], code: 1, [said, hint])
        try project.expectRefusal(["build", "--unsigned"], code: 1, [said, hint])
        #expect(!project.folder.exists("output"))
        try base.allow(entry)
        let allowed = try project.expectDone(["build"])
        #expect(allowed.errors.contains(", as the policy allows [base-changed]\n"), "\(allowed.errors)")
        let built = try project.folder.text("output/production/env")
        #expect(built.contains("\"build\": 40000") && !built.contains("android"), "\(built)")
        #expect(built.contains("\"web\": 1") == apps.contains("web"))
        try project.expectDone(["build", "--check"])
    }

    @Test(arguments: [
        ios(), ios("39999"), ios("4e4"), ios("40000", "\"3\""), ios("40000", "\"2.9\""), ios("null", "null"),
        "\"ios\": { \"scheme\": \"x\" }, \"web\": { \"build\": 99999 }", "\"ios\": null, \"android\": null", "",
    ])
    func `a base file that says the same, or less, is no finding`(apps: String) throws {
        let project = try BaseProject(apps).project
        try project.expectDone(["plan", "none"])
        try project.expectDone(["build"])
        #expect(try !project.expectDone(["build", "--check"]).said.contains("base-changed"))
    }

    @Test func `a tree of another base is stale, and a check says so as a plan does`() throws {
        let base = try BaseProject(ios())
        try base.project.expectDone(["build"])
        try base.write(ios("50000"))
        try base.project.expectRefusal(["build", "--check"], code: 1, ["[base-changed]"])
    }

    @Test(arguments: [
        (
            template(force: "9.0.0"), "3:26",
            "ios.minimumAppVersion goes down from 9.0.0 in firebase.json:2:108 to 3.0.0: versions 3.0.0 to 8.x run again",
            BaseProject.entry("ios.minimumAppVersion", from: "9.0.0", to: "3.0.0")
        ),
        (
            template(force: "3.0.0", optional: "4"), "4:30",
            "ios.recommendedAppVersion goes down from 4 in firebase.json:3:111 to 3.2.0",
            BaseProject.entry("ios.recommendedAppVersion", from: "4", to: "3.2.0")
        ),
        (
            template(force: "soon"), "3:26",
            "ios.minimumAppVersion changes from soon in firebase.json:2:108 to 3.0.0",
            BaseProject.entry("ios.minimumAppVersion", from: "soon", to: "3.0.0")
        ),
        (
            template(force: "9").replacing("\"ios\"", with: "\"iPhones\""), "3:26",
            "ios.minimumAppVersion goes down from 9 in firebase.json:2:112 to 3.0.0",
            BaseProject.entry("ios.minimumAppVersion", from: "9", to: "3.0.0")
        ),
        (
            template(force: "9.0.0").replacing("'ios'", with: "'android'"), "8:36",
            "android.minimumAppVersion.versionName goes down from 9.0.0 in firebase.json:2:108 to 0.0.0",
            BaseProject.entry("android.minimumAppVersion.versionName", from: "9.0.0", to: "0.0.0")
        ),
    ])
    func `a template that forces or advises more than the policy is an error until it is allowed`(
        firebase: String, place: String, message: String, entry: String
    ) throws {
        let base = try BaseProject(ios(), firebase: firebase)
        let said = "policy.json:\(place): error: production: \(message)"
        try base.project.expectRefusal(["plan", "none"], code: 1, [said, "[base-changed]", entry])
        try base.project.expectRefusal(["build"], code: 1, [said, entry])
        var entries = [entry]
        if entry.contains("android") {
            entries.append(BaseProject.entry("android.recommendedAppVersion.versionName", from: "3.0.0", to: "0.0.0"))
        }
        try base.project.change(
            "policy.json", "\"origin\"", "\"allow\": [\(entries.joined(separator: ", "))], \"origin\"")
        try base.project.expectDone(["build"])
    }

    @Test func `a value under a condition that only Firebase knows counts for every platform`() throws {
        let firebase = """
            { "conditions": [ { "name": "beta", "expression": "percent <= 5" } ], "parameters": {
              "force_update_version": { "defaultValue": { "useInAppDefault": true }, "conditionalValues": {
                "beta": { "rolloutValue": { "rolloutId": "r", "value": "9.0.0", "percent": 5.0 } } } } } }
            """
        try BaseProject(ios(), firebase: firebase).project.expectRefusal(
            ["plan", "none"], code: 1,
            [
                "ios.minimumAppVersion goes down from 9.0.0 in firebase.json:3:",
                "android.minimumAppVersion.versionName goes down from 9.0.0 in firebase.json:3:",
            ])
    }
}

/// A base file and what is live are told as one.
@Suite struct BaseChangeLiveTests {
    private static let publish = ["publish", "--environment", "production", "--to", "public"]

    /// A project whose tree with the build 60000 is published in a folder.
    private static func published(_ build: String = "60000") throws -> BaseProject {
        let base = try BaseProject(ios(build))
        let (minimum, latest) = ("\"build\": 40000", "\"build\": 41000")
        try base.project.change("policy.json", minimum, "\"build\": \(build)")
        try base.project.change("policy.json", latest, "\"build\": 90000")
        try base.project.expectDone(["build"])
        try base.project.expectDone(publish + ["--first"])
        try base.project.change("policy.json", "\"build\": \(build)", minimum)
        return base
    }

    private static let live = ["--previous", "public"]

    @Test func `where base and live say the same, one entry is enough for plan, build and publish`() throws {
        let base = try Self.published()
        let project = base.project
        let entry = BaseProject.entry("mainnet.ios.build", from: "60000", to: "40000")
        let refused = try project.expectRefusal(
            planning(Self.live), code: 1, ["in env.json:2:44", "[base-changed]", entry])
        #expect(!refused.errors.contains("devices-freed"), "\(refused.errors)")
        #expect(refused.output.contains("into \"allow\" of \"production\": \(entry)\n"), "\(refused.output)")
        try base.allow(entry)
        for words in [["plan", "none"], planning(Self.live), ["build"], ["build"] + Self.live, Self.publish] {
            try project.expectDone(words)
        }
        // It is live, and the base file is out of date: the entry still has something to say.
        try project.expectDone(planning(Self.live))
        try project.expectDone(Self.publish)
        try base.write(ios())
        let done = try project.expectDone(planning(Self.live))
        #expect(done.said.contains("is live [allowance-done]"), "\(done.said)")
    }

    @Test func `where live is stricter than the base, the entry is from there, and holds without a look at live`()
        throws
    {
        let base = try Self.published()
        let project = base.project
        try base.write(ios("50000"))
        let refused = try project.expectRefusal(
            planning(Self.live), code: 1,
            [
                "mainnet.ios.build goes down from 60000, which is live, to 40000: builds 40000 to 59999 run again; "
                    + "env.json:2:44 has 50000",
                BaseProject.entry("mainnet.ios.build", from: "60000", to: "40000"),
            ])
        #expect(!refused.errors.contains("devices-freed"))
        try base.allow(BaseProject.entry("mainnet.ios.build", from: "60000", to: "40000"))
        for words in [["plan", "none"], planning(Self.live), ["build"], Self.publish] { try project.expectDone(words) }
    }

    @Test func `an entry from less than what is live is refused`() throws {
        let base = try Self.published()
        try base.write(ios("50000"))
        try base.allow(BaseProject.entry("mainnet.ios.build", from: "50000", to: "40000"))
        try base.project.expectDone(["build"])
        try base.project.expectRefusal(planning(Self.live), code: 1, ["[base-changed]", "[allowance-unused]"])
        try base.project.expectRefusal(Self.publish, code: 1, ["[devices-freed]"])
    }

    @Test(arguments: [
        BaseProject.entry("mainnet.ios.build", from: "40001", to: "40000"),
        BaseProject.entry("mainnet.ios.build", from: "60000", to: "30000"),
        BaseProject.entry("mainnet.ios.build", from: "60000"),
        BaseProject.entry("other.ios.build", from: "60000", to: "40000"),
        BaseProject.entry("mainnet.ios.build", from: "60000", to: "40000", code: "devices-freed"),
    ])
    func `an entry for anything else acknowledges nothing`(entry: String) throws {
        let base = try BaseProject(ios("60000"))
        try base.allow(entry)
        try base.project.expectRefusal(["build"], code: 1, ["[base-changed]"])
    }
}
