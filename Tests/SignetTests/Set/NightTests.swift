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
            #"{ "id": "block-3.2.0", "when": { "app": "3.2.0" }, "then": "required", "description": "required", "#
            + #""orElse": "required" }"#
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
}
