import Testing
import TestSupport

/// Texts that stand in the policy itself.
@Suite struct InlineTextTests {
    private static func policy(_ system: String, _ app: String, top: String = "", message: String = "{}") -> String {
        """
        { \(top)"environments": { "production": { "origin": "https://d.shop.example",
          "ios": {
            "storeURL": "https://apps.apple.com/app/id1",
            "minimumOSVersion": { "value": "13.5", "description": \(system) },
            "minimumAppVersion": { "value": "3.0.0", "description": \(app) },
            "latestAppVersion": { "value": "3.2.0" } },
          "maintenance": { "active": true, "message": \(message) },
          "documents": { "availability": "a-{platform}"\(message == "{}" ? "" : ", \"app-config\": \"c\"") } } } }
        """.replacing("\"maintenance\": { \"active\": true, \"message\": {} },\n", with: "\n")
    }

    @Test func `a text is published from the policy as it would be from a catalog, in the order of its languages`()
        throws
    {
        let project = try Project(
            policy: Self.policy(
                #"{ "en": "Get {minimumAppVersion} {{", "cy": "e\#u{301}" }"#, "\"app\"",
                top: #""descriptions": "Texts.xcstrings", "#))
        try project.expectDone(["build"])
        #expect(
            try project.folder.text("output/production/a-ios").contains(
                """
                    "description": {
                      "cy": "e\u{301}",
                      "en": "Get 3.0.0 {"
                    }
                """))
    }

    @Test func `a policy needs no catalog, and its message is in the language that clients fall back to`() throws {
        let project = try Project(
            policy: Self.policy(
                #"{ "de": "A", "en": "B" }"#, #"{ "de": "C", "en": "D" }"#,
                message: #"{ "cy": "Ar gau", "en": "Closed", "de": "Zu" }"#))
        let build = try project.expectDone(["build"])
        #expect(try project.folder.text("output/production/c").contains("\"maintenanceMessage\": \"Closed\""))
        #expect(
            build.errors.contains(
                "policy.json:7:47: note: app-config has one maintenance message, in \"en\", and leaves out cy, de "
                    + "[language-not-carried]"))
        try project.expectDone(["set", #"production.maintenance.message={ "en-GB": "Shut" }"#])
        #expect(!(try project.expectDone(["build"]).errors.contains("language-not-carried")))
        #expect(try project.folder.text("output/production/c").contains("\"Shut\""))
    }

    @Test(arguments: [
        (
            #"{ "en_GB": "A" }"#, "policy.json:4:61: error: text \"minimumOSVersion.description\" has \"en_GB\"",
            "language-tag"
        ),
        (#"{ "en": "A", "EN": "B" }"#, "policy.json:4:72: error: ", "duplicate-language"),
        (#"{ "en": "TODO" }"#, "policy.json:4:67: error: ", "leftover-text"),
        (#"{ "en": "A\u202E" }"#, "policy.json:4:67: error: ", "invisible-character"),
        (#"{ "en": "{version}" }"#, "policy.json:4:67: error: ", "placeholder"),
        (#"{ "en": "A " }"#, "policy.json:4:67: warning: ", "spaces"),
        (#"{ "en": "A", "cy": "B" }"#, "policy.json:5:61: warning: ", "languages-missing"),
        (#"{ "cy": "A" }"#, "policy.json:4:59: error: ", "source-language-missing"),
        (#"{ "en": 1 }"#, "policy.json:4:67: error: expected a string", "invalid-value"),
        ("{}", "policy.json:4:59: error: a text needs at least one language", "invalid-value"),
        (
            "[]", "policy.json:4:59: error: expected the key of a text, or texts by language, found an array",
            "invalid-value"
        ),
        ("\"os2\"", "policy.json:4:59: error: text \"os2\" is not in Texts.xcstrings", "unknown-text"),
    ])
    func `a text of a policy is checked as one of a catalog is, and a finding points at it`(
        text: String, place: String, code: String
    ) throws {
        let project = try Project(
            policy: Self.policy(text, #"{ "en": "C" }"#, top: #""descriptions": "Texts.xcstrings", "#))
        let result = try project.run(["plan", "none"])
        let line = try #require(
            result.errors.split(separator: "\n").first { $0.hasSuffix("[\(code)]") }, "\(result.errors)")
        #expect(line.hasPrefix(place), "\(result.errors)")
        #expect((result.status == 0) == line.contains(": warning: "))
    }

    @Test func `the hint for a missing text shows how to put it into the policy`() throws {
        let project = try Project(
            policy: Self.policy("\"os2\"", "\"app\"", top: #""descriptions": "Texts.xcstrings", "#))
        let hint = "add it to the catalog, or put the text itself here: { \"en\": \"…\" }\n"
        #expect(try project.run(["plan", "none"]).errors.contains(hint))
        try project.expectDone(["set", #"production.ios.minimumOSVersion.description={ "en": "Update iOS" }"#])
        #expect(try project.run(["plan", "none"]).status == 0)
    }

    @Test func `one environment changes a text of another by language`() throws {
        let base = Self.policy(#"{ "en": "A", "de": "B" }"#, #"{ "en": "C", "de": "D" }"#)
        let staging =
            #", "staging": { "extends": "production", "origin": "https://s.shop.example", "ios": { "minimumOSVersion": { "description": { "de": "E", "cy": null } } } } } }"#
        let project = try Project(policy: String(base.dropLast(4)) + staging, keys: ["production", "staging"])
        try project.expectDone(["build"])
        #expect(try project.folder.text("output/staging/a-ios").contains("\"de\": \"E\",\n      \"en\": \"A\""))
    }
}
