import Foundation
import Testing
import TestSupport

private let ios = "distribution/availability-ios"
private let withoutHeaders = #""envelopes": ["jws"]"#
private let both = #""envelopes": ["headers", "jws"]"#

/// What is live is compared by whatever proves it: whoever can write there cannot switch the comparison off.
@Suite struct PublishProofTests {
    /// A line of base64 in which one character is another.
    private func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes[20] = bytes[20] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        return bytes
    }

    @Test(.peers(.seaweed, .python3, .curl), arguments: ["", both, withoutHeaders])
    func `a byte flipped in each .sig switched the comparison of a bucket off`(delivery: String) throws {
        let bench = try BucketBench(delivery: delivery)
        try bench.build("2026-08-04T10:00:00Z", minimum: "3.1.0")
        try bench.publish()
        try bench.build("2026-08-05T10:00:00Z", minimum: "2.0.0")
        try bench.refuse(1, ["3.1.0 → 2.0.0"])
        let headers = ["Content-Type": "text/plain"]
        try bench.bucket.put("app/\(ios).sig", damaged(bench.body("\(ios).sig")), headers: headers)
        try bench.refuse(1, ["3.1.0 → 2.0.0", "[devices-freed]"])
        // Nor is a document new that is gone.
        for suffix in ["", ".sig", ".jws"] { try bench.bucket.delete("app/\(ios)\(suffix)") }
        try bench.refuse(1, ["production/\(ios) is listed as published, but is not there [unverified-document]"])
    }

    @Test(.peers(.python3, .openssl, .curl)) func `a byte flipped in each .sig switched the comparison of a site off`()
        throws
    {
        let project = try Project(policy: BucketBench.policy(minimum: "3.1.0"))
        try project.expectDone(["build", "--at", "2026-08-03T10:00:00Z"])
        try project.expectDone(["publish", "--to", "public", "--first"])
        let path = "public/\(ios).sig"
        try project.folder.write(path, damaged(project.folder.read(path)))
        try project.folder.write("policy.json", BucketBench.policy(minimum: "2.0.0"))
        try project.expectDone(["build", "--at", "2026-08-04T10:00:00Z"])
        try project.expectRefusal(["publish", "--to", "public"], code: 1, ["3.1.0 → 2.0.0"])
    }

    @Test(.peers(.seaweed, .python3, .curl), arguments: [both, withoutHeaders])
    func `of a body and a .jws that say different things both are compared`(delivery: String) throws {
        let bench = try BucketBench(delivery: delivery)
        try bench.publish()
        let former = try bench.body("\(ios).jws")
        try bench.build("2026-08-04T10:00:00Z", minimum: "3.2.0")
        try bench.publish()
        // Apps that read the .jws have 3.0.0, the others 3.2.0.
        try bench.bucket.put("app/\(ios).jws", former, headers: ["Content-Type": "application/jose"])
        try bench.build("2026-08-05T10:00:00Z", minimum: "3.1.0")
        try bench.refuse(1, ["3.2.0 → 3.1.0"])
        try bench.build("2026-08-05T10:00:00Z", minimum: "2.9.0")
        try bench.refuse(1, ["3.2.0 → 2.9.0", "3.0.0 → 2.9.0"])
        try bench.build("2026-08-05T10:00:00Z", minimum: "3.2.0")
        try bench.publish()
    }

    @Test(.peers(.seaweed, .python3, .curl), arguments: ["", both, withoutHeaders], [1, 2, 3, 4])
    func `an upload of our own that was cut off is never unknown`(delivery: String, requests: Int) throws {
        let bench = try BucketBench(delivery: delivery)
        if requests % 2 == 0 { try bench.publish() }
        try bench.build("2026-08-04T10:00:00Z", minimum: "3.1.0")
        try bench.fail(.init("PUT", path: "/", numbers: requests...100, .answer(403, code: "AccessDenied")))
        let cut = try bench.project.run(bench.words, environment: bench.environment)
        // Without a .jws there are three requests, else four.
        #expect(cut.status == 69 || requests > (delivery.isEmpty ? 3 : 4), "\(cut.errors)")
        try bench.fail()
        // A block goes out all the same, whatever was sent, and it can be planned.
        try bench.build("2026-08-05T10:00:00Z", minimum: "3.2.0")
        let plan = try bench.plan()
        #expect(plan.status == 0 && plan.output.contains("3.2.0"), "\(plan.said)")
        try bench.publish()
        #expect(try String(decoding: bench.body(ios), as: UTF8.self).contains("3.2.0"))
    }

    @Test(.peers(.seaweed, .python3, .curl), arguments: ["", both, withoutHeaders])
    func `a plan compares with what devices have after an upload that was cut off`(delivery: String) throws {
        let bench = try BucketBench(delivery: delivery)
        try bench.publish()
        try bench.build("2026-08-04T10:00:00Z", minimum: "3.1.0")
        // Everything but the index, which comes last.
        try bench.fail(.init("PUT", path: "/publication.jws", numbers: 1...100, .answer(403, code: "AccessDenied")))
        let cut = try bench.project.run(bench.words, environment: bench.environment)
        #expect(cut.status == 69 && cut.errors.contains("run it again: only what is missing is sent"), "\(cut.errors)")
        try bench.build("2026-08-05T10:00:00Z", minimum: "3.0.0")
        let plan = try bench.plan()
        #expect(plan.status == 1 && plan.said.contains("3.1.0 → 3.0.0"), "\(plan.said)")
        // What no key signed is not compared.
        try bench.bucket.put("app/\(ios)", Array("{}".utf8), headers: ["Content-Type": "text/plain"])
        try bench.bucket.delete("app/\(ios).jws")
        let refused = try bench.plan()
        #expect(refused.status == 1 && refused.said.contains("[unverified-document]"), "\(refused.said)")
    }
}

extension PublishProofTests {
    @Test(.peers(.seaweed, .python3, .curl), arguments: ["\(ios).jws", ios])
    func `of two live dates of one document the later counts`(former: String) throws {
        let bench = try BucketBench(delivery: both)
        try bench.publish()
        let (body, headers) = (try bench.body(former), try bench.headers(former))
        try bench.build("2026-08-05T10:00:00Z")
        try bench.publish()
        // One of both envelopes is two days older than the other.
        let kept = headers.filter {
            $0.key.hasPrefix("x-amz-meta-") || ["content-type", "cache-control"].contains($0.key)
        }
        try bench.bucket.put("app/\(former)", body, headers: kept)
        try bench.project.folder.remove("output")
        try bench.build("2026-08-04T10:00:00Z")
        try bench.refuse(1, ["\(ios): is live with date Wed, 05 Aug 2026", "the earlier Tue, 04 Aug 2026"])
    }

    @Test(.peers(.seaweed, .python3, .curl))
    func `an emptied bucket is nothing published only until an app has a key, or by --first`() throws {
        let bench = try BucketBench()
        #expect(try bench.publish().errors.contains("nothing to compare with"))
        try bench.refuse(1, ["--first is for a place where nothing was published, and s3://tree"], more: ["--first"])
        try bench.project.expectDone(["keys", "shipped", "production", "3.0.0"])
        try bench.publish()
        for key in try bench.keys() { try bench.bucket.delete(key) }
        try bench.refuse(1, ["but apps have key \"production\" since version 3.0.0", "--against TREE", "--first"])
        // Compared with a tree that was kept.
        try check("cp", ["-a", "output", "kept"], in: bench.project.folder.root)
        try bench.build("2026-08-04T10:00:00Z", minimum: "2.0.0")
        try bench.refuse(1, ["3.0.0 → 2.0.0"], more: ["--against", "kept"])
        try bench.publish("--first")
    }
}
