import Testing
import TestSupport

/// What a plan compares with the last tree, and what it believes of it.
@Suite struct PublishedComparisonTests {
    private let project: Project

    init() throws {
        project = try TeamCase.project()
    }

    @Test func `a static file is compared with the one that is there`() throws {
        try project.expectDone(["build"])
        #expect(
            try project.expectDone(["plan", "output", "--strict"]).output.hasPrefix("production   nothing changes: "))
        try project.folder.write("output/production/notes.txt", "tampered\n")
        #expect(try project.expectDone(["plan", "output"]).output.contains("file notes.txt has other bytes"))
    }

    @Test func `a minimum whose parameter is renamed is lifted for apps that ask for the former name`() throws {
        // The other documents would say it, too.
        for line in [
            "\"app-config\": \"app-config\",", "\"availability\": \"availability-{platform}\",",
            "\"environment-config\": {\n          \"path\": \"env.json\", \"base\": \"base.json\", \"environments\": { \"main\": \"production\" }\n        },",
        ] {
            try project.change("policy.json", line, "")
        }
        try project.expectDone(["build"])
        try project.change(
            "policy.json", "\"remote-config-{platform}.json\"",
            "{ \"path\": \"remote-config-{platform}.json\", \"forceParameter\": \"must\", \"optionalParameter\": \"may\" }"
        )
        try project.change("policy.json", "\"value\": \"3.0.0\", \"build\": 30", "\"value\": \"2.0.0\", \"build\": 30")
        try project.change(
            "policy.json",
            ",\n        \"firebase-template\": { \"path\": \"template.json\", \"base\": \"template-base.json\" }", "")
        let plan = try project.run(["plan", "output"])
        #expect(
            plan.said.contains(
                "iOS: minimum app 3.0.0 is no longer published: versions below 3.0.0 run again [devices-freed]"
            ),
            "\(plan.said)")
    }

    @Test func `a minimum of a template whose parameter is renamed is lifted for such apps`() throws {
        for line in [
            "\"app-config\": \"app-config\",", "\"availability\": \"availability-{platform}\",",
            "\"remote-config\": \"remote-config-{platform}.json\",",
            "\"environment-config\": {\n          \"path\": \"env.json\", \"base\": \"base.json\", \"environments\": { \"main\": \"production\" }\n        },",
        ] {
            try project.change("policy.json", line, "")
        }
        try project.expectDone(["build"])
        try project.change(
            "policy.json", "\"path\": \"template.json\", \"base\": \"template-base.json\" }",
            "\"path\": \"template.json\", \"forceParameter\": \"must\", \"optionalParameter\": \"may\" }"
        )
        try project.change("policy.json", "\"value\": \"3.0.0\", \"build\": 30", "\"value\": \"2.0.0\", \"build\": 30")
        let plan = try project.run(["plan", "output"])
        #expect(
            plan.said.contains(
                "iOS: minimum app 3.0.0 is no longer published: versions below 3.0.0 run again [devices-freed]"
            ),
            "\(plan.said)")
    }

    @Test func `a published document that is too large is said to be unverified`() throws {
        try project.expectDone(["build"])
        try project.folder.write("output/production/availability-ios", [UInt8](repeating: 0x20, count: (1 << 20) + 1))
        let plan = try project.run(["plan", "output"])
        #expect(
            plan.said.contains(
                "production/availability-ios was published without a signature that verifies [unverified-document]"))
    }

    @Test func `a key of another environment says nothing of what was published`() throws {
        try project.expectDone(["build"])
        try project.change("policy.json", "23", "22")
        #expect(try project.run(["plan", "output"]).said.contains("[devices-freed]"))
        // The key that signed the tree is one of another environment now.
        try project.change("keys/keyring.json", "\"active\"", "\"retired\"")
        try project.expectDone(["keys", "generate", "new", "--environment", "production"])
        try project.expectDone(["keys", "rotate", "production", "--unshipped"])
        #expect(try project.run(["plan", "output"]).said.contains("[devices-freed]"))
        try project.change("keys/keyring.json", "\"environment\": \"production\"", "\"environment\": \"staging\"")
        let plan = try project.run(["plan", "output"])
        #expect(plan.said.contains("[unverified-document]") && !plan.said.contains("[devices-freed]"))
    }

    @Test func `a minimum that is no longer published is named`() throws {
        try project.folder.write("base.json", "{ \"environments\": { \"main\": {}, \"other\": {} } }")
        try project.expectDone(["build"])
        try project.change("policy.json", "{ \"main\": \"production\" }", "{ \"other\": \"production\" }")
        let plan = try project.run(["plan", "output"])
        #expect(
            plan.said.contains(
                "iOS: minimum build (main.ios.build) 30 is no longer published: builds below 30 run again [devices-freed]"
            ),
            "\(plan.said)")
    }
}
