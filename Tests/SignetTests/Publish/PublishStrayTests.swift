import Foundation
import Testing
import TestSupport

private let ios = "distribution/availability-ios"
private let both = #""envelopes": ["headers", "jws"]"#

/// What an upload that ended early left behind is seen by all who ask what is live, and by all in the same way.
@Suite struct PublishStrayTests {
    private static let more = [
        #""availability": "#: #""gate": "v2/{platform}.json", "availability": "#
    ]

    /// Writes the policy with edits, and builds it.
    private func build(_ bench: BucketBench, _ time: String, minimum: String = "3.0.0", _ edits: [String: String] = [:])
        throws
    {
        try build(bench.project, time, BucketBench.policy(minimum: minimum, hasFiles: false, delivery: both), edits)
    }

    private func build(_ project: Project, _ time: String, _ policy: String, _ edits: [String: String]) throws {
        try project.folder.write(
            "policy.json", edits.reduce(policy) { $0.replacing($1.key, with: $1.value) })
        try project.expectDone(["build", "--at", time])
    }

    /// Publishes with a PUT that fails: the first whose path holds this, or one behind it.
    private func cut(_ bench: BucketBench, at path: String, after count: Int = 0) throws {
        try bench.fail(
            .init("PUT", path: path, numbers: (count + 1)...100, .answer(403, code: "AccessDenied")))
        let cut = try bench.project.run(bench.words, environment: bench.environment)
        #expect(cut.status == 69, "\(cut.said)")
        try bench.fail()
    }

    private func verify(_ bench: BucketBench) throws -> CommandResult {
        try bench.project.run(["verify", "s3://\(bench.bucket.name)/app"], environment: bench.environment)
    }

    @Test(.peers(.seaweed, .python3, .curl))
    func `a document that was sent and is in no index is told, verified and removed`() throws {
        let bench = try BucketBench(delivery: both)
        try bench.publish()
        #expect(try bench.plan().status == 0)
        try build(bench, "2026-08-04T10:00:00Z", Self.more)
        try cut(bench, at: "/publication.jws")
        #expect(try bench.keys().contains("app/v2/ios.json.jws"))
        // Somebody else's signature is none of ours.
        try bench.bucket.put("app/other.txt.sig", Array("MEUC".utf8), headers: ["Content-Type": "text/plain"])
        try bench.bucket.put("app/other.txt", Array("other".utf8), headers: ["Content-Type": "text/plain"])

        try build(bench, "2026-08-05T10:00:00Z")
        let plan = try bench.plan()
        let told = "v2/ios.json is published, but no longer in the policy"
        #expect(plan.status == 1 && plan.said.contains(told), "\(plan.said)")
        // What it tells devices is read, although no index says what it is.
        #expect(plan.output.contains("lets devices run again"), "\(plan.output)")
        try bench.refuse(1, [told, "[document-removed]"])
        let verified = try verify(bench)
        #expect(
            verified.status == 1 && verified.said.contains("v2/ios.json: is signed and served, but"), "\(verified.said)"
        )
        #expect(!verified.said.contains("other.txt"))

        // Whoever may not list the bucket cannot see it, and is told so.
        try bench.fail(.init("GET", path: "list-type", .answer(403, code: "AccessDenied")))
        for blind in [
            try bench.plan(),
            try bench.project.run(["verify", "s3://\(bench.bucket.name)/app"], environment: bench.environment),
        ] {
            #expect(
                blind.status == 0 && blind.said.contains("was not listed: signed documents that no index lists"),
                "\(blind.said)")
        }
        try bench.fail()
        #expect(!verified.said.contains("was not listed"))

        try bench.publish("--allow", "document-removed")
        #expect(try !bench.keys().contains { $0.hasPrefix("app/v2/") })
        #expect(try bench.keys().contains("app/other.txt"))
        #expect(try bench.plan().status == 0)
        #expect(try verify(bench).status == 0)
        // Nor is anything sent again.
        let count = try bench.requests().count
        try bench.publish()
        #expect(try bench.sent(after: count) == [])
    }

    @Test(.peers(.python3, .openssl, .curl))
    func `in a folder a document that is in no index is told before it is removed`() throws {
        let project = try Project(policy: BucketBench.policy(hasFiles: false, delivery: both))
        let policy = BucketBench.policy(hasFiles: false, delivery: #""publishTo": "site", "# + both)
        try build(project, "2026-08-03T10:00:00Z", policy, [:])
        try project.expectDone(["publish", "--first"])
        let index = try project.folder.read("site/publication.jws")
        try build(project, "2026-08-04T10:00:00Z", policy, Self.more)
        try project.expectDone(["publish"])
        // As if it had been killed before the index was moved.
        try project.folder.write("site/publication.jws", index)
        let own = try project.folder.text("site/.signet-files")
        let sums = try check("sha256sum", ["publication.jws"], in: project.folder.path("site"))
        try project.folder.write("site/.signet-files", own + sums)
        try build(project, "2026-08-05T10:00:00Z", policy, [:])
        let plan = try project.run(["plan"])
        let told = "v2/ios.json is published, but no longer in the policy"
        #expect(plan.status == 1 && plan.said.contains(told), "\(plan.said)")
        try project.expectRefusal(["publish"], code: 1, [told])
        #expect(project.folder.exists("site/v2/ios.json"))
        try project.expectDone(["publish", "--allow", "document-removed"])
        #expect(!project.folder.exists("site/v2"))
        #expect(try project.run(["plan"]).status == 0)
    }

    @Test(.peers(.seaweed, .python3, .curl))
    func `a .jws that is newer than its body is compared by a plan as by publish`() throws {
        let bench = try BucketBench(delivery: both)
        try bench.publish()
        try build(bench, "2026-08-04T10:00:00Z", minimum: "3.2.0")
        // The sidecars come first.
        try cut(bench, at: "/\(ios)", after: 2)
        try build(bench, "2026-08-05T10:00:00Z", minimum: "3.0.0")
        let plan = try bench.plan()
        #expect(plan.status == 1 && plan.said.contains("3.2.0 → 3.0.0"), "\(plan.said)")
        try bench.refuse(1, ["3.2.0 → 3.0.0"])
    }

    @Test(.peers(.seaweed, .python3, .curl))
    func `static files are compared with what is there, and not with what an index lists`() throws {
        let bench = try BucketBench(hasFiles: true)
        try bench.project.folder.write("static/a.txt", "one")
        try bench.build("2026-08-03T10:00:00Z")
        try bench.publish()
        #expect(try bench.plan().said.contains("a.txt") == false)
        try bench.project.folder.write("static/a.txt", "two")
        try bench.build("2026-08-04T10:00:00Z")
        try cut(bench, at: "/publication.jws")
        try bench.project.folder.write("static/a.txt", "one")
        try bench.build("2026-08-05T10:00:00Z")
        let plan = try bench.plan()
        #expect(plan.status == 0 && plan.said.contains("file files/a.txt has other bytes"), "\(plan.said)")
        #expect(try bench.publish().output.contains("file files/a.txt has other bytes"))
        // One that is gone is new again.
        try bench.bucket.delete("app/files/a.txt")
        #expect(try bench.plan().said.contains("files/a.txt is new"))
    }

    @Test(.peers(.seaweed, .python3, .curl))
    func `an upload that ended between what it removed and the index is finished by the next one`() throws {
        let bench = try BucketBench(delivery: both)
        try build(bench, "2026-08-03T10:00:00Z", Self.more)
        try bench.publish()
        try build(bench, "2026-08-04T10:00:00Z")
        let pattern = #/\{ "code": "document-removed", "at": "v2/ios.json", "from": "[0-9a-f]{8}" \}/#
        let entry = try #require(try bench.plan().said.firstMatch(of: pattern)).0
        try build(bench, "2026-08-04T10:00:00Z", [#""ios": {"#: "\"allow\": [ \(entry) ], \"ios\": {"])
        #expect(try bench.plan().status == 0)
        try cut(bench, at: "/publication.jws")
        #expect(try !bench.keys().contains { $0.hasPrefix("app/v2/") })
        let plan = try bench.plan()
        #expect(plan.status == 0 && !plan.said.contains("[allowance"), "\(plan.said)")
        try bench.publish()
        #expect(try verify(bench).status == 0)
        #expect(try bench.plan().said.contains("[allowance-done]"))
    }

    @Test(.peers(.seaweed, .python3, .curl))
    func `plan and publish say the same of a listed document whose body is missing`() throws {
        let bench = try BucketBench(delivery: both)
        try bench.publish()
        try build(bench, "2026-08-04T10:00:00Z", minimum: "3.2.0")
        try bench.bucket.delete("app/\(ios)")
        // Its .jws says what devices have.
        let plan = try bench.plan()
        #expect(plan.status == 0 && plan.output.contains("3.0.0"), "\(plan.said)")
        try bench.bucket.delete("app/\(ios).jws")
        let told = "production/\(ios) is listed as published, but is not there"
        let refused = try bench.plan()
        #expect(refused.status == 1 && refused.said.contains(told), "\(refused.said)")
        try bench.refuse(1, [told, "[unverified-document]"])
    }

    @Test(.peers(.seaweed, .python3, .curl))
    func `a first publication that was cut off goes on, and no other one begins there`() throws {
        let bench = try BucketBench(delivery: both)
        try bench.project.expectDone(["keys", "shipped", "production", "3.0.0"])
        try bench.fail(
            .init("PUT", path: "/publication.jws", numbers: 1...100, .answer(403, code: "AccessDenied")))
        let cut = try bench.project.run(bench.words + ["--first"], environment: bench.environment)
        #expect(cut.status == 69, "\(cut.said)")
        try bench.fail()
        let built = try bench.project.folder.text("policy.json")
        try build(bench, "2026-08-03T11:00:00Z", minimum: "2.0.0")
        try bench.refuse(1, ["--first is for a place where nothing was published"], more: ["--first"])
        try bench.refuse(1, ["3.0.0 → 2.0.0"])
        try bench.project.folder.write("policy.json", built)
        try bench.project.expectDone(["build", "--at", "2026-08-03T12:00:00Z"])
        #expect(try bench.publish("--first").errors.contains("its first publication goes on"))
        #expect(try verify(bench).status == 0)
    }

    @Test(.peers(.seaweed, .python3, .curl))
    func `documents without an index are compared by a plan as by publish`() throws {
        let bench = try BucketBench(delivery: both)
        try build(bench, "2026-08-03T10:00:00Z", minimum: "3.2.0")
        try bench.publish()
        try bench.bucket.delete("app/publication.jws")
        try build(bench, "2026-08-04T10:00:00Z", minimum: "3.0.0")
        let plan = try bench.plan()
        #expect(plan.status == 1 && plan.said.contains("3.2.0 → 3.0.0"), "\(plan.said)")
        try bench.refuse(1, ["3.2.0 → 3.0.0"])
    }

    @Test(.peers(.seaweed, .python3, .curl))
    func `what the policy acknowledges fits until the last of its documents has arrived`() throws {
        let bench = try BucketBench(delivery: both)
        try build(bench, "2026-08-03T10:00:00Z", minimum: "3.2.0", Self.more)
        try bench.publish()
        let lowered = BucketBench.policy(minimum: "3.0.0", hasFiles: false, delivery: both)
        let edits = Self.more
        try build(bench.project, "2026-08-04T10:00:00Z", lowered, edits)
        let refused = try bench.plan()
        let entry = try #require(refused.said.firstMatch(of: #/\{ "code": "devices-freed".*? \}/#)).0
        #expect(refused.status == 1)
        try build(
            bench.project, "2026-08-04T10:00:00Z", lowered,
            edits.merging([#""ios": {"#: #""allow": [ \#(entry) ], "ios": {"#]) { $1 })
        #expect(try bench.plan().status == 0)
        // One document has arrived, and the other not.
        try cut(bench, at: "/v2/ios.json", after: 2)
        #expect(try String(decoding: bench.body(ios), as: UTF8.self).contains("3.0.0"))
        let plan = try bench.plan()
        #expect(plan.status == 0 && !plan.said.contains("[allowance"), "\(plan.said)")
        try bench.publish()
        #expect(try bench.plan().said.contains("[allowance-done]"))
    }
}
