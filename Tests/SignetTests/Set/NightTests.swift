import Foundation
import Testing
import TestSupport

/// The commands of a bad night: what they write, what they say, and that each has its undo.
@Suite struct NightTests {
    /// What is live of a project, served where the policy says; the policy then differs from it as a test likes.
    private struct Live {
        let project: Project
        let server: HTTPSServer
        var environment: [String: String] { ["CURL_CA_BUNDLE": server.certificate] }

        init(_ project: Project) throws {
            self.project = project
            try project.folder.write("hosted/empty", "")
            server = try HTTPSServer(serving: project.folder.path("hosted"), sendsHeaders: true)
            try project.change("policy.json", "https://distribution.shop.example", server.origin)
            try publish()
        }

        func publish() throws {
            try project.expectDone(["build"])
            try project.folder.remove("hosted")
            try check("cp", ["-a", "output/production", "hosted"], in: project.folder.root)
        }

        @discardableResult
        func done(_ words: String...) throws -> CommandResult {
            try project.expectDone(words, environment: environment)
        }
    }

    private static let nextIsPlan =
        "next: signet plan, which says what is in the way of signet build and signet publish\n"

    @Test(.peers(.python3, .openssl, .curl)) func `a version is blocked and let run again, compared with what is live`()
        throws
    {
        let live = try Live(try Project.everyDocument())
        let before = try live.project.folder.text("policy.json")
        let block = try live.done("block", "ios", "3.2.0")
        let policy = try live.project.folder.text("policy.json")
        let rule =
            #"{ "id": "block-3.2.0", "when": { "app": "3.2.0" }, "then": "required", "description": "required" }"#
        #expect(policy.contains("\"rules\": [\(rule)]"), "\(policy)")
        #expect(block.output.contains("production   BLOCKS devices that may run now"))
        #expect(block.output.contains("ios      rule block-3.2.0 is new: required: app 3.2.0: blocks devices"))
        #expect(block.output.hasSuffix("next: signet build, then signet publish\n"))
        // The newest version is blocked: that needs an entry, which is in the same edit.
        #expect(
            policy.contains(#""allow": [ { "code": "newest-blocked", "at": "ios.rules.block-3.2.0", "#), "\(policy)")
        #expect(block.errors.contains("policy.json: \"allow\" of \"production\" acknowledges this edit: { \"code\": "))
        #expect(
            block.errors.contains(
                "apps that read availability, app-config, environment-config, remote-config, firebase-template "
                    + "instead of the gate document are not blocked by a rule"))
        #expect(!block.errors.contains("differs from what is live already"))
        try live.project.expectDone(["plan"], environment: live.environment)

        // Undone before it is published, everything is as it was.
        try live.done("unblock", "ios", "3.2.0")
        #expect(
            try live.project.folder.text("policy.json").filter { !$0.isWhitespace }
                == before.filter { !$0.isWhitespace })

        // Undone afterwards, the block is lifted, which needs an entry; the former one is over.
        try live.done("block", "ios", "3.2.0")
        try live.publish()
        let unblock = try live.done("unblock", "ios", "3.2.0")
        let after = try live.project.folder.text("policy.json")
        #expect(after.contains(#""code": "devices-freed", "at": "ios.rules.block-3.2.0""#), "\(after)")
        #expect(!after.contains("newest-blocked") && !after.contains("\"rules\""), "\(after)")
        #expect(unblock.errors.contains("no longer has what is over"), "\(unblock.errors)")
        try live.project.expectDone(["plan"], environment: live.environment)
    }

    @Test(.peers(.python3, .openssl, .curl))
    func `once an app is out, what set acknowledges begins at what is live`() throws {
        let live = try Live(try Project.everyDocument())
        try live.done("keys", "shipped", "production", "3.0.0")
        try live.project.change("policy.json", "\"value\": \"13.5\"", "\"value\": \"13.7\"")
        // Lower than the policy had it, and higher than it is live.
        let set = try live.done("set", "production.ios.minimumOSVersion=13.6")
        #expect(set.errors.contains("policy.json differs from what is live already"), "\(set.errors)")
        #expect(set.output.contains("minimum iOS 13.5 → 13.6"), "\(set.output)")
        #expect(try !live.project.folder.text("policy.json").contains("\"allow\""))
        try live.done("set", "production.ios.minimumOSVersion=13.4")
        #expect(try live.project.folder.text("policy.json").contains("\"from\": \"13.5 "))
        try live.project.expectDone(["plan"], environment: live.environment)
    }

    @Test(.peers(.python3, .openssl, .curl)) func `what already differs from what is live is said first`() throws {
        let live = try Live(try Project.everyDocument())
        try live.project.change("policy.json", "\"value\": \"13.5\"", "\"value\": \"13.6\"")
        let close = try live.done("close")
        #expect(
            close.errors.hasPrefix(
                """
                signet: note: before this edit, policy.json differs from what is live already:
                signet: note: production   BLOCKS devices that may run now
                """), "\(close.errors)")
        #expect(close.output.contains("minimum iOS 13.5 → 13.6") && close.output.contains("maintenance is switched on"))
        #expect(try live.project.folder.text("policy.json").contains("\"active\": true, \"message\": \"closed\""))
        let open = try live.done("open")
        #expect(!open.output.contains("maintenance is"), "what was never published is not lifted: \(open.output)")
    }

    @Test func `a minimum is raised and lowered, with the build where a document decides by it`() throws {
        let project = try TeamCase.project()
        try project.expectRefusal(
            ["block", "ios", "<3.2.0"], code: 64,
            ["production.ios.minimumAppVersion.build decides, too", "--build N"])
        let raised = try project.expectDone(["block", "ios", "<3.2.0", "--build", "32"])
        #expect(
            try project.folder.text("policy.json").contains(
                "\"minimumAppVersion\": { \"value\": \"3.2.0\", \"build\": 32, \"description\": \"required\" }"))
        // One app-config for both platforms has one minimum.
        #expect(raised.output.hasSuffix(Self.nextIsPlan))
        #expect(
            raised.errors.contains("warning: nothing can be built from policy.json now: policy.json:"),
            "\(raised.errors)")
        #expect(raised.errors.contains("app-config has one minimumAppVersion for all plat"))
        #expect(raised.errors.contains("what is live cannot be read, and the policy is edited all the same"))
        try project.expectRefusal(
            ["block", "ios", "<3.1.0", "--build", "31"], code: 1, ["is 3.2.0 already, and 3.1.0 is below it"])
        try project.expectRefusal(["unblock", "ios", "<3.2.0"], code: 64, ["--minimum VERSION"])
        try project.expectRefusal(["unblock", "ios", "<3.2.0", "--minimum", "3.2.0"], code: 64, ["is not below 3.2.0"])
        try project.expectDone(["unblock", "ios", "<3.2.0", "--minimum", "3.0.0", "--build", "30"])
        #expect(try project.folder.text("policy.json") == TeamCase.policy)

        try project.expectRefusal(
            ["block", "android", "<31"], code: 64, ["minimumAppVersion.versionName is told, too"])
        try project.expectRefusal(["block", "android", "<3.1.0"], code: 64, ["value is a version code", "--build N"])
        try project.expectDone(["block", "android", "<3.1.0", "--build", "31"])
        #expect(
            try project.folder.text("policy.json").contains(
                "{ \"value\": 31, \"versionName\": \"3.1.0\", \"description\""))
    }

    @Test(.peers(.python3, .openssl, .curl))
    func `what somebody else has changed is not acknowledged along with an edit`()
        throws
    {
        let live = try Live(try Project.everyDocument())
        try live.project.change("policy.json", "\"value\": 23", "\"value\": 22")
        // In the documents that the edit changes, too, so that their digests are others.
        try live.project.change("policy.json", "\"value\": \"13.5\"", "\"value\": \"13.4\"")
        let block = try live.done("block", "ios", "3.2.0")
        let policy = try live.project.folder.text("policy.json")
        #expect(policy.contains("\"newest-blocked\"") && !policy.contains("\"devices-freed\""), "\(policy)")
        let plan = try live.project.run(["plan"], environment: live.environment)
        #expect(block.output.hasSuffix(Self.nextIsPlan))
        #expect(
            plan.status == 1
                && plan.output.contains("\"code\": \"devices-freed\", \"at\": \"android.minimumSDKVersion\""))
    }

    @Test(arguments: [(true, "keys/keyring.json:1:1: "), (false, "keys/keyring.json: there is no key ring")])
    func `without keys that can be read, nothing is compared with what is live, and the reason is said`(
        isBroken: Bool, words: String
    ) throws {
        let project = try TeamCase.project()
        if isBroken {
            try project.folder.write("keys/keyring.json", "no ring")
        } else {
            try project.folder.remove("keys")
        }
        let close = try project.expectDone(["close"])
        #expect(close.errors.contains("what is live cannot be read, and the policy is edited all the same: \(words)"))
        #expect(try project.folder.text("policy.json").contains("\"active\": true"))
    }

    @Test func `rules need a gate document, versions that there are, and a text`() throws {
        let project = try TeamCase.project()
        for words in [
            ["block", "ios", "3.2.1"], ["close", "payments"], ["close", "--until", "2036-12-01T00:00:00Z"],
        ] {
            try project.expectRefusal(
                words, code: 1,
                ["only a gate document carries rules", "production.documents.gate=gate/{platform}.json"])
        }
        for (words, said) in [
            (["ios", ">3"], "neither a version, a range nor"), (["ios", "3..4"], "is not like 3.2.1"),
            (["ios", "3.2.4...3.2.1"], "ends before it begins"), (["web", "1.0.0"], "which platform and versions?"),
            (["ios"], "which platform and versions?"),
            (["ios", "3.2.1", "--build", "3"], "--build is for \"<VERSION\""),
            (["ios", "<3.2.0", "--build", "-3"], "--build is a number from 1"),
        ] {
            try project.expectRefusal(["block"] + words, code: 64, [said])
        }
        try project.expectRefusal(
            ["unblock", "ios", "3.2.1"], code: 66, ["production.ios.rules has no rule \"block-3.2.1\""])
        try project.expectRefusal(["open"], code: 66, ["the service is not closed in \"production\""])
        try project.expectRefusal(["close", "a b"], code: 64, ["is not a name of"])
        try project.expectRefusal(["close", "--until", "tomorrow"], code: 64, ["is not a time like"])
        try project.expectRefusal(
            ["close", "--until", "2026-01-01T00:00:00Z"], code: 64, ["--until 2026-01-01T00:00:00Z is over: it is 20"])
        try project.change("policy.json", "\"maintenance\": { \"active\": false, \"message\": \"closed\" },", "")
        try project.expectRefusal(["close"], code: 64, ["production.maintenance has no message: --text KEY|TEXT"])
        #expect(try project.folder.text("policy.json").contains("\"value\": \"3.0.0\", \"build\": 30"))
    }

    @Test func `where rules come first, one closes before them, and each platform has its own`() throws {
        let project = try Project.gate(replacing: "\"active\": true", with: "\"active\": false")
        let before = try project.folder.text("policy.json")
        try project.expectDone(["close"])
        let closed = try project.folder.text("policy.json")
        #expect(closed.contains("\"active\": true"))
        let rule = #"{ "id": "closed", "then": "maintenance", "message": "required" }"#
        #expect(closed.contains("\"rules\": [\n          \(rule),\n          { \"id\": \"testers\""), "\(closed)")
        // Android has no rules, so its classic member is enough.
        #expect(closed.components(separatedBy: "\"closed\"").count == 2)
        try project.expectDone(["open"])
        #expect(try project.folder.text("policy.json") == before)

        try project.expectDone(["close", "payments", "--until", "2036-12-01T00:00:00Z", "--text", "Back soon."])
        let scoped = try project.folder.text("policy.json")
        let end = #""when": { "until": "2036-12-01T00:00:00Z" }, "then": "maintenance", "scope": "payments", "#
        #expect(
            scoped.components(separatedBy: #"{ "id": "closed-payments", \#(end)"message": { "en": "Back soon." } }"#)
                .count
                == 3, "\(scoped)")
        // A text in one language is acknowledged in the same edit, also where no app is out.
        #expect(scoped.contains("\"code\": \"languages-missing\""), "\(scoped)")
        #expect(try project.expectDone(["plan", "none"]).said.contains(", as the policy allows [languages-missing]"))
    }

    @Test func `a raised minimum carries the text that was given`() throws {
        let project = try TeamCase.project()
        try project.expectDone(["block", "ios", "<3.2.0", "--build", "32", "--text", "Please update now."])
        let minimum = #""minimumAppVersion": { "value": "3.2.0", "build": 32, "description": "#
        let policy = try project.folder.text("policy.json")
        #expect(policy.contains(minimum + #"{ "en": "Please update now." } }"#), "\(policy)")
    }

    @Test func `close says what people read where no text is given`() throws {
        let project = try TeamCase.project()
        func said(_ words: String...) throws -> String { try project.expectDone(["close"] + words).errors }
        #expect(try said().contains("note: people read \"Closed until noon.\"; close --text gives another text\n"))
        try project.expectDone(["open"])
        let closed = try said("--text", "We are back in an hour.")
        #expect(!closed.contains("people read"))
        #expect(
            closed.contains(
                "note: signet open leaves this text in \"production.maintenance.message\"; before it was \"closed\"\n"),
            "\(closed)")
        try project.expectDone(["open"])
        #expect(try said().contains("note: people read \"We are back in an hour.\"; "))
    }

    @Test func `an undone block leaves no rules of its own to an environment that extends another`() throws {
        let project = try Project.everyDocument()
        try project.expectDone(["block", "ios", "3.1.5"])
        try project.change(
            "policy.json", "\"environments\": {\n",
            "\"environments\": {\n    \"eu\": { \"extends\": \"production\", \"origin\": \"https://eu.shop.example\" },\n"
        )
        try project.expectDone(["keys", "generate", "eu"])
        let inherited = "note: eu.ios.rules was inherited from \"production\", and is the environment's own now\n"
        for (edit, undo) in [(["block", "ios", "3.1.6"], ["unblock", "ios", "3.1.6"]), (["close"], ["open"])] {
            let own = ["--environment", "eu"]
            #expect(try project.expectDone(edit + own).errors.contains(inherited))
            #expect(try project.folder.text("policy.json").components(separatedBy: "\"rules\"").count == 3)
            try project.expectDone(undo + own)
            #expect(try project.folder.text("policy.json").components(separatedBy: "\"rules\"").count == 2)
        }
        // What everybody's rules say from then on, it says too.
        try project.expectDone(["block", "ios", "3.1.7", "--environment", "production"])
        try project.expectDone(["build"])
        let gate = try project.folder.text("output/eu/gate/ios.json")
        #expect(
            gate.contains("block-3.1.7") && gate.contains("block-3.1.5") && !gate.contains("block-3.1.6"), "\(gate)")
    }

    @Test func `of several environments one is named, and what it inherits becomes its own`() throws {
        let project = try Project.gate()
        try project.change(
            "policy.json", "\"environments\": {",
            """
            "environments": {
                "staging": { "extends": "production", "origin": "https://staging.shop.example" },
            """)
        try project.expectDone(["keys", "generate", "staging"])
        try project.expectRefusal(["block", "ios", "3.2.1"], code: 64, ["which environment?", "staging, production"])
        try project.expectRefusal(["close", "--environment", "test"], code: 66, ["no environment \"test\""])
        let result = try project.expectDone(["block", "ios", "3.2.1", "--environment", "staging", "--json"])
        let policy = try project.folder.text("policy.json")
        #expect(
            policy.contains(#""staging.shop.example", "ios": { "rules": [{ "id": "block-3.2.1""#)
                || policy.contains(#""ios": { "rules": [{ "id": "block-3.2.1""#), "\(policy)")
        #expect(policy.components(separatedBy: "\"testers\"").count == 3)
        #expect(result.output.contains("\"path\": \"staging.ios.rules.block-3.2.1\""))
        try project.expectDone(["unblock", "ios", "3.2.1", "--environment", "staging"])
        #expect(try !project.folder.text("policy.json").contains("block-3.2.1"))
    }
}
