import Foundation
import Testing
import TestSupport

/// A piece 62 times, and its bracket closed again.
private func deep(_ piece: String) -> String {
    String(repeating: piece, count: 62) + (piece == "[" ? String(repeating: "]", count: 62) : "")
}

@Suite struct SetTests {
    private let policy = testText("Policies/set.jsonc")

    /// Sets in a project of its own; the policy then differs only in what is replaced here.
    private func expectSet(
        _ words: [String], _ replaced: [(String, String)], output: String, errors: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let project = try Project(policy: policy, keys: [])
        let result = try project.expectDone(["set"] + words, sourceLocation: sourceLocation)
        var expected = policy
        for (find, text) in replaced {
            #expect(expected.contains(find), sourceLocation: sourceLocation)
            expected = expected.replacing(find, with: text)
        }
        #expect(try project.folder.text("policy.json") == expected, sourceLocation: sourceLocation)
        #expect(result.output == output, sourceLocation: sourceLocation)
        #expect(result.errors == errors, sourceLocation: sourceLocation)
        #expect(
            try project.folder.snapshot().keys.count == 3, "nothing else is written", sourceLocation: sourceLocation)
    }

    @Test func `set changes values where they are, and says what it changed`() throws {
        try expectSet(
            [
                "production.ios.minimumAppVersion=3.2.0", "production.ios.minimumAppVersion.build=41000",
                "production.maintenance.active=true", "production.documents.environment-config.base=all.json",
                "production.android.minimumAppVersion=9", "production.ios.minimumOSVersion=99",
            ],
            [
                ("\"3.0.0\"", "\"3.2.0\""), ("40000", "41000"), ("false", "true"), ("env.json", "all.json"),
                ("{\"value\": 8}", "{\"value\": 9}"), ("\"13.5.0\"", "\"99\""),
            ],
            output: """
                policy.json:9:41: production.ios.minimumAppVersion 3.0.0 → 3.2.0
                policy.json:9:67: production.ios.minimumAppVersion.build 40000 → 41000
                policy.json:13:34: production.maintenance.active false → true
                policy.json:14:69: production.documents.environment-config.base env.json → all.json
                policy.json:12:51: production.android.minimumAppVersion 8 → 9
                policy.json:8:41: production.ios.minimumOSVersion 13.5.0 → 99

                """)
    }

    @Test func `a new member is laid out as its siblings are, and comments stay with their lines`() throws {
        try expectSet(
            [
                "production.ios.latestAppVersion=3.2.0", "production.android.minimumAppVersion.versionName=3",
                "production.resignAfter=6h", "production.ios.minimumOSVersion.demise=true",
            ],
            [
                ("} // as agreed\n", "}, // as agreed\n        \"latestAppVersion\": { \"value\": \"3.2.0\" }\n"),
                ("{\"value\": 8}", "{\"value\": 8, \"versionName\": \"3\"}"),
                ("{\"a\": \"production\"} } }", "{\"a\": \"production\"} } },\n      \"resignAfter\": \"6h\""),
                ("\"description\": \"os\" }", "\"description\": \"os\", \"demise\": true }"),
            ],
            output: """
                policy.json:10:40: production.ios.latestAppVersion 3.2.0 added
                policy.json:13:69: production.android.minimumAppVersion.versionName 3 added
                policy.json:16:22: production.resignAfter 6h added
                policy.json:8:82: production.ios.minimumOSVersion.demise true added

                """)
    }

    @Test func `what is inherited becomes the environment's own, and a note says so`() throws {
        try expectSet(
            ["staging.ios.minimumAppVersion=3.1.0", "staging.android=null"],
            [
                (
                    "\"https://staging.example.com\"",
                    "\"https://staging.example.com\", \"ios\": { \"minimumAppVersion\": { \"value\": \"3.1.0\" } }, "
                        + "\"android\": null"
                )
            ],
            output: """
                policy.json:16:125: staging.ios.minimumAppVersion 3.0.0 → 3.1.0
                policy.json:16:149: staging.android { "minimumAppVersion": { "value": 8 } } removed

                """,
            errors: """
                signet: note: staging.ios.minimumAppVersion was inherited from "production", and is the environment's own now
                signet: note: staging.android was inherited from "production", and is the environment's own now

                """)
    }

    @Test func `members can be removed, and an inherited one is taken away`() throws {
        try expectSet(
            ["--remove", "production.ios.minimumAppVersion.build", "--remove", "staging.maintenance"],
            [
                (" \"build\": 40000,", ""),
                ("\"https://staging.example.com\"", "\"https://staging.example.com\", \"maintenance\": null"),
            ],
            output: """
                policy.json: production.ios.minimumAppVersion.build 40000 removed
                policy.json:16:99: staging.maintenance { "active": false } removed

                """,
            errors: """
                signet: note: staging.maintenance was inherited from "production", and is the environment's own now

                """)
    }

    @Test func `the changes are there for programs`() throws {
        let project = try Project(policy: policy, keys: [])
        let result = try project.expectDone([
            "set", "staging.resignAfter=6h", "production.ios.minimumAppVersion=4", "--json",
        ])
        #expect(
            result.output == testText("Expected/set.json"))
    }

    @Test func `set says what its change does to people, and when nothing can be built any more`() throws {
        let project = try Project()
        let set = try project.expectDone(["set", "production.ios.minimumAppVersion=3.2.0"])
        #expect(
            set.output.hasSuffix(
                "\n  ios      minimum app 3.0.0 → 3.2.0: versions 3.0.0 to 3.1.x are blocked from now on\n"),
            "\(set.output)")
        let same = try project.expectDone(["set", "production.resignAfter=6h"])
        #expect(!same.output.contains("changes  ") && same.errors == "")
        let wrong = try project.expectDone(["set", "production.ios.minimumAppVersion.description=none"])
        #expect(
            wrong.errors.contains(
                "nothing can be built from policy.json now: policy.json:9:65: text \"none\" is not in Texts.xcstrings\nhint: "
            ))
    }

    @Test(
        arguments: [
            (["production.ios.minimumAppVersoin=3.2.0"], 1, "production.ios.minimumAppVersoin: unknown member"),
            (
                ["production.ios.minimumAppVersion=3..2"], 1,
                "production.ios.minimumAppVersion: \"3..2\" is not a version"
            ),
            (
                ["production.android.minimumAppVersion=3.0.0"], 1,
                "production.android.minimumAppVersion: expected an integer"
            ),
            (["production.maintenance=true"], 1, "production.maintenance: expected an object, found a boolean"),
            (["production.origin=http://a.example"], 1, "production.origin: \"http://a.example\" is not an https URL"),
            (["production.origin.x=1"], 1, "production.origin is a string, which has no members"),
            (["production.ios.minimumOSVersion.description=null"], 1, "description: expected the key of a text"),
            (
                ["production.ios.minimumOSVersion.description={ \"en\": 1 }"], 1,
                "description: expected a string, found a"
            ),
            (["production.ios.minimumOSVersion.description={ \"en\": x }"], 64, "is not JSON: 1:9: unknown word"),
            (["staging.ios.minimumOSVersion.description.cy=A"], 1, "description is a string, which has no members"),
            (["production.ios=" + deep("[")], 1, "production.ios: more than 64 containers inside one another"),
            (["production.ios" + deep(".a") + "=1"], 1, "more than 64 containers inside one another"),
            (["production" + deep(".a") + deep(".a") + "=1"], 64, "does not name a member"),
            (["staging.extends=staging"], 1, "staging.extends: \"staging\" extends \"staging\", a cycle"),
            (["--remove", "production.ios.minimumAppVersion.value"], 1, "policy.json:9:30: missing member \"value\""),
            (["--remove", "production.maximumAge"], 66, "production.maximumAge: there is no such member to remove"),
            (["prod.maximumAge=1d"], 66, "policy.json: there is no environment \"prod\""),
            (["production=1"], 64, "does not name a member"),
            (["production..x=1"], 64, "does not name a member"),
            (["production.maximumAge"], 64, "is not like PATH=VALUE"),
            ([], 64, "takes 1 to 100 changes"),
            (["production.profile=body", "production.profile=dated"], 64, "given more than once"),
        ] as [([String], Int32, String)])
    func `a change that leaves no policy is refused with its path, and nothing is written`(
        words: [String], code: Int32, message: String
    ) throws {
        let project = try Project(policy: policy, keys: [])
        let before = try project.folder.snapshot()
        // With a change that is sound: all or none.
        let sound = words.isEmpty ? [] : ["production.resignAfter=6h"]
        let result = try project.expectRefusal(["set"] + sound + words, code: code, [])
        #expect(result.errors.hasPrefix("signet: error: ") && result.errors.contains(message), "\(result.errors)")
        #expect(try project.folder.snapshot() == before)
    }

    @Test func `a policy that is wrong elsewhere is refused where it is wrong, and can be mended`() throws {
        let project = try Project(policy: policy.replacing("\"active\": false", with: "\"active\": \"no\""), keys: [])
        try project.expectRefusal(
            ["set", "production.resignAfter=6h"], code: 1, ["policy.json:13:34: error: expected true or"])
        try project.expectDone(["set", "production.maintenance.active=false"])
        #expect(try project.folder.text("policy.json") == policy)
        try project.folder.write("policy.json", "{ \"environments\": ")
        try project.expectRefusal(
            ["set", "production.resignAfter=6h"], code: 65, ["policy.json:1:19: error: the text ends"])
        try project.folder.remove("policy.json")
        try project.expectRefusal(["set", "production.resignAfter=6h"], code: 66, ["policy.json: no such file"])
    }

    @Test func `an environment whose name has dots is found by its longest name`() throws {
        let more =
            #", "production.eu": { "extends": "production", "origin": "https://eu.example.com", "resignAfter": "1h" }"#
        let project = try Project(policy: Project.policy(more: more), keys: [])
        let result = try project.expectDone(["set", "production.eu.resignAfter=6h"])
        #expect(
            result.output.hasSuffix(
                ": production.eu.resignAfter 1h → 6h\n"
                    + "production.eu   no device is blocked, freed or told otherwise; 1 other change\n"
                    + "  other    age at which signatures are renewed 3600s → 21600s: signatures become older; apps with a "
                    + "maximum age may take them for frozen\n"), "\(result.output)")
        #expect(try project.folder.text("policy.json") == Project.policy(more: more.replacing("1h", with: "6h")))
    }
}

@Test func `what a changed rule does is said as a plan says it`() throws {
    let project = try Project.gate(replacing: "\"active\": true", with: "\"active\": false")
    func set(_ rules: String) throws -> String {
        try project.expectDone(["set", "production.ios.rules=[\(rules)]"]).said
    }
    func rule(_ from: String, _ app: String) -> String {
        "{ \"id\": \"a\", \"when\": { \"app\": \"\(app)\", \"from\": \"\(from)\" }, \"then\": \"required\", "
            + "\"description\": \"required\" }"
    }
    _ = try set(rule("2020-01-01T00:00:00Z", "2.0"))
    let blocks = try set(rule("2020-01-01T00:00:00Z", "2.0...2.1"))
    #expect(blocks.contains("blocks devices that may run now, such as app 2.1"), "\(blocks)")
    #expect(blocks.contains("BLOCKS devices"))
    // Both times are long over, so that no device is told anything else.
    let nothing = try set(rule("2021-01-01T00:00:00Z", "2.0...2.1"))
    #expect(
        nothing.contains("production   no device is blocked, freed or told otherwise; 1 other change\n"), "\(nothing)")
}

@Test func `set writes the entry that its change needs, and goes on from the one before`() throws {
    let project = try TeamCase.project()
    // Without an app in the field, nothing is published that anything is taken away from.
    try project.expectDone(["set", "production.ios.minimumOSVersion=13.4"])
    #expect(try !project.folder.text("policy.json").contains("\"allow\""))
    try project.expectDone(["set", "production.ios.minimumOSVersion=13.5"])
    #expect(try project.folder.text("policy.json") == TeamCase.policy)

    try project.expectDone(["keys", "shipped", "production", "3.1.0"])
    try project.expectDone(["build", "--output", "published"])
    let set = try project.expectDone(["set", "production.ios.minimumOSVersion=13.4"])
    #expect(
        set.errors.contains("acknowledges this edit: { \"code\": \"devices-freed\", \"at\": \"ios.minimumOSVersion\", ")
    )
    try project.expectDone(["plan", "published"])
    try project.expectDone(["set", "production.ios.minimumOSVersion=13.3"])
    let policy = try project.folder.text("policy.json")
    #expect(policy.components(separatedBy: "devices-freed").count == 2, "\(policy)")
    #expect(policy.contains("\"from\": \"13.5 ") && policy.contains("\"to\": \"13.3 "), "\(policy)")
    try project.expectDone(["plan", "published"])
    // Back where it was, nothing is to be acknowledged.
    try project.expectDone(["set", "production.ios.minimumOSVersion=13.5"])
    #expect(try !project.folder.text("policy.json").contains("\"allow\""))
}
