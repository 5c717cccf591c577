import Foundation
import Testing
import TestSupport

private let ios = "distribution/availability-ios"

/// A retired key still verifies, and whoever has stolen it can sign; it speaks for what is live once, after its rotation.
@Suite struct PublishRetiredKeyTests {
    private let project: Project

    init() throws {
        project = try Project(policy: BucketBench.policy(minimum: "3.1.0"))
        try project.expectDone(["build", "--at", "2026-08-03T10:00:00Z"])
        try project.expectDone(["publish", "--to", "public", "--first"])
        try project.expectDone(["keys", "generate", "production-2", "--environment", "production"])
        try project.expectDone(["keys", "shipped", "production-2", "3.1.0"])
    }

    /// The policy of the project with another minimum, and what its `allow` has.
    private func lower(_ minimum: String) throws {
        let policy = try project.folder.text("policy.json")
        try project.folder.write("policy.json", policy.replacing("3.1.0", with: minimum))
    }

    @Test func `a rotation acknowledges itself in the policy, and is published`() throws {
        let rotated = try project.expectDone(["keys", "rotate", "production"])
        #expect(
            rotated.errors.contains("policy.json: \"allow\" of \"production\" says that what is live may be signed by"))
        let entry = #"{ "code": "live-retired-key", "at": "key", "from": "production", "to": "production-2" }"#
        let ring =
            #"\{ "code": "ring-changed", "at": "keys", "to": "[0-9a-f]{32} retired, [0-9a-f]{32} active, [^"]*" \}"#
        let policy = try project.folder.text("policy.json")
        let found = policy.firstMatch(of: try Regex(ring))
        #expect(policy.contains(entry) && found != nil, "\(policy)")
        try project.expectDone(["plan", "public"])
        // The tree of the retired key is not published again.
        try project.expectRefusal(
            ["publish", "--to", "public"], code: 1, ["is signed by key \"production\", which is retired"])
        try project.expectDone(["build", "--at", "2026-08-04T10:00:00Z"])
        let done = try project.expectDone(["publish", "--to", "public"])
        #expect(
            done.errors.contains("[live-retired-key]") && done.errors.contains("as the policy allows [ring-changed]"))
        let spent = try project.expectDone(["publish", "--to", "public"])
        #expect(spent.errors.contains("what \"allow\" says of key [live-retired-key] is live"))
    }

    @Test func `two rotations before a publish are acknowledged as one, from what is live`() throws {
        for _ in 1...2 { try project.expectDone(["keys", "rotate", "production", "--unshipped"]) }
        let entry = #"{ "code": "live-retired-key", "at": "key", "from": "production", "to": "production-3" }"#
        let policy = try project.folder.text("policy.json")
        #expect(policy.contains(entry) && policy.matches(of: /live-retired-key/).count == 1, "\(policy)")
        try project.expectDone(["build", "--at", "2026-08-04T10:00:00Z"])
        try project.expectDone(["publish", "--to", "public"])
    }

    @Test func `two rotations with a publish in between are each acknowledged, though the first entry stays`() throws {
        for day in 4...6 {
            try project.expectDone(["keys", "rotate", "production", "--unshipped"])
            try project.expectDone(["plan", "public"])
            try project.expectDone(["build", "--previous", "public", "--at", "2026-08-0\(day)T10:00:00Z"])
            try project.expectDone(["publish", "--to", "public"])
        }
        // What only a key that no longer signs was acknowledged for is over, and stops nothing.
        let policy = try project.folder.text("policy.json")
        try project.folder.write(
            "policy.json", policy.replacing("\"to\": \"production-4\"", with: "\"to\": \"production-2\""))
        let spent = try project.expectDone(["publish", "--to", "public"])
        #expect(spent.errors.contains("what \"allow\" says of key [live-retired-key] is live"), "\(spent.errors)")
    }

    @Test func `the entry goes beside others, and a policy that cannot be edited is left as it is`() throws {
        let other = #"{ "code": "document-removed", "at": "files/a.txt" }"#
        let policy = try project.folder.text("policy.json")
        try project.folder.write(
            "policy.json",
            policy.replacing("\"ios\": {", with: "\"allow\": [\n        \(other)\n      ],\n      \"ios\": {"))
        try project.expectDone(["keys", "rotate", "production"])
        #expect(try project.folder.text("policy.json").contains("\"to\": \"production-2\" },\n        \(other)"))
        try project.folder.write("policy.json", "{")
        let rotated = try project.expectDone(["keys", "rotate", "production", "--unshipped"])
        #expect(
            rotated.errors.contains("policy.json: was not changed") && rotated.errors.contains("\"live-retired-key\""))
        #expect(try project.folder.text("policy.json") == "{")
    }

    @Test func `a tree of a key that is to sign later is refused`() throws {
        try check("cp", ["-a", "keys", "stolen"], in: project.folder.root)
        try project.expectDone(["keys", "rotate", "production", "--keys", "stolen"])
        try project.folder.write("policy.json", BucketBench.policy(minimum: "3.1.0"))
        try project.expectDone(["build", "--keys", "stolen", "--output", "evil", "--at", "2026-08-05T10:00:00Z"])
        let told = "is signed by key \"production-2\", which is next"
        try project.expectRefusal(["verify", "evil"], code: 1, ["\(told), and so is all it lists"])
        try project.folder.remove("output")
        try check("cp", ["-a", "evil", "output"], in: project.folder.root)
        try project.expectRefusal(["publish", "--to", "public"], code: 1, [told])
        try project.expectRefusal(["build", "--check"], code: 1, [told])
        // What is live is his.
        try project.folder.remove("public")
        try project.expectDone(["publish", "--keys", "stolen", "--to", "public", "--first"])
        try project.expectRefusal(
            ["plan", "public"], code: 1, ["is signed by the next key \"production-2\" alone [live-retired-key]"])
        let revoked = try project.expectDone(["keys", "revoke", "--key", "production-2"])
        #expect(revoked.errors.contains("\"production-2\" is newer than the key that signs"))
    }

    @Test func `by the ring that was reviewed before a rotation its entry waits`() throws {
        try check("cp", ["-a", "keys", "base-keys"], in: project.folder.root)
        try project.expectDone(["keys", "rotate", "production"])
        try project.expectDone(["plan", "public"])
        try project.expectDone(["plan", "public", "--base-ring", "base-keys"])
    }

    @Test func `an index of a key that was revoked since is no reason to compare with nothing`() throws {
        try project.expectDone(["keys", "revoke", "--active", "production"])
        try project.expectDone(["keys", "rotate", "production"])
        try lower("2.0.0")
        try project.expectRefusal(
            ["plan", "public"], code: 1,
            ["production/publication.jws is signed by key", ", which is revoked [unverified-document]"])
    }

    @Test func `the thief of a retired key spoke for what is live`() throws {
        try check("cp", ["-a", "keys", "stolen"], in: project.folder.root)
        try project.expectDone(["keys", "rotate", "production"])
        try project.expectDone(["build", "--at", "2026-08-04T10:00:00Z"])
        try project.expectDone(["publish", "--to", "public"])
        // Someone removes the entry, as the note says.
        let policy = try project.folder.text("policy.json")
        try project.folder.write("policy.json", policy.replacing(#/,\s*"allow": \[.*?\]/#, with: ""))
        try lower("2.0.0")
        try project.expectDone(["build", "--at", "2026-08-05T10:00:00Z"])
        try project.expectRefusal(["publish", "--to", "public"], code: 1, ["3.1.0 → 2.0.0"])

        try project.expectDone([
            "build", "--keys", "stolen", "--output", "evil", "--previous", "output", "--at", "2026-08-05T10:00:00Z",
        ])
        try project.folder.remove("public")
        try project.expectDone(
            ["publish", "--keys", "stolen", "--output", "evil", "--to", "public", "--first"])
        let refused = try project.run(["publish", "--to", "public"])
        #expect(refused.status == 1)
        #expect(refused.errors.contains("is signed by the retired key \"production\" alone [live-retired-key]"))

        // A monitor learns of it, too.
        let verified = try project.run(["verify", "evil", "--verbose"])
        #expect(verified.status == 1)
        #expect(verified.errors.contains("is signed by key \"production\", which is retired, and so is all it lists"))
        #expect(verified.output.contains("key \"production\", retired\n"))
        let file = try project.run(["verify", "evil/production/\(ios)"])
        #expect(file.status == 0 && file.errors.contains("is signed by key \"production\", which is retired"))
    }

    @Test(.peers(.python3, .openssl, .curl)) func `a monitor of the host refuses a tree of a retired key`() throws {
        let server = try HTTPSServer(serving: project.folder.path("output/production"), sendsHeaders: true)
        let words = ["verify", server.origin, "--settle", "0"]
        let trusting = ["CURL_CA_BUNDLE": server.certificate]
        try project.expectDone(words, environment: trusting)
        try project.expectDone(["keys", "rotate", "production"])
        let refused = try project.run(words, environment: trusting)
        #expect(refused.status == 1 && refused.errors.contains("which is retired, and so is all it lists"))
        let json = try project.run(words + ["--json"], environment: trusting)
        #expect(json.output.contains("\"isRetired\": true"))
    }
}
