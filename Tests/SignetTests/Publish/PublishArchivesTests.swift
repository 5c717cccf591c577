import Foundation
import Testing
import TestSupport

private let archive = "builds/v1.0.0.zip"
private let tree = "output/production"

/// Publishing trees whose archives may be elsewhere to a bucket.
@Suite struct PublishArchivesTests {
    /// A bucket in which nothing is yet, and a tree to publish.
    private static func bench() throws -> (BucketBench, HandSignedTree) {
        let bench = try BucketBench()
        try bench.project.folder.remove("output")
        // The tree is not what its policy gives.
        try bench.project.folder.remove("policy.json")
        return (bench, try HandSignedTree(bench.project))
    }

    @Test(.peers(.seaweed, .python3, .curl)) func `an archive that is live is neither read nor sent nor needed`()
        throws
    {
        let (bench, signed) = try Self.bench()
        try signed.write([.init("1.0.0")])
        #expect(try bench.publish().output.contains("sent  \(archive)  (new)\n"))
        #expect(try bench.body(archive) == HandSignedTree.Archive("1.0.0").bytes)
        #expect(try bench.headers(archive).keys.allSatisfy { !$0.hasPrefix("x-amz-meta-") })

        // Reading it would show that it is another one.
        try signed.write([.init("1.0.0")], day: 4)
        try bench.project.folder.write("\(tree)/\(archive)", HandSignedTree.Archive("1.0.0", "other").bytes)
        for isThere in [true, false] {
            if !isThere { try bench.project.folder.remove("\(tree)/\(archive)") }
            let before = try bench.requests().count
            try bench.publish()
            let requests = try bench.requests().dropFirst(before).filter { $0.hasSuffix("/\(archive)") }
            // Its signature was made anew by hand, so the bucket is compared object by object.
            #expect(requests == ["HEAD /tree/app/\(archive)"])
        }
        #expect(try bench.body(archive) == HandSignedTree.Archive("1.0.0").bytes)
    }

    @Test(.peers(.seaweed, .python3, .curl)) func `an archive that is sent is read and hashed`() throws {
        let (bench, signed) = try Self.bench()
        try signed.write([.init("1.0.0")])
        try bench.project.folder.write("\(tree)/\(archive)", HandSignedTree.Archive("1.0.0", "other").bytes)
        try bench.refuse(1, ["\(archive): is not what was verified, or was changed since"])
        #expect(try !bench.keys().contains("app/\(archive)"))
    }

    @Test(.peers(.seaweed, .python3, .curl)) func `an archive that is neither live nor in the tree is missed`()
        throws
    {
        let (bench, signed) = try Self.bench()
        try signed.write([.init("1.0.0")])
        try bench.project.folder.remove("\(tree)/\(archive)")
        try bench.refuse(1, ["\(archive): is neither in the tree nor live at s3://tree/app/", "signet bundle pack"])
        #expect(try bench.keys().isEmpty)
    }

    @Test(.peers(.seaweed, .python3, .curl)) func `a version that is live with other bytes is never replaced`()
        throws
    {
        let (bench, signed) = try Self.bench()
        try signed.write([.init("1.0.0")])
        try bench.publish()
        try signed.write([.init("1.0.0", "other")], day: 4)
        let reason = "a version never gets other bytes"
        try bench.refuse(1, ["web bundle v1.0.0 is live with another SHA-256 [bundle-replaced]", reason])
        // Nor when only the bucket says so.
        let said = ["\(archive): is live at s3://tree/app/ with another SHA-256", reason]
        for name in ["publication.jws", "builds/index.json", "builds/manifest.json"] {
            try bench.bucket.delete("app/\(name)")
        }
        try signed.write([.init("1.0.0", "other", size: 2_999)], day: 4)
        try bench.refuse(1, said)
        #expect(try bench.body(archive) == HandSignedTree.Archive("1.0.0").bytes)
    }

    @Test(.peers(.seaweed, .python3, .curl)) func `an archive without a checksum is known by the live index`() throws {
        let (bench, signed) = try Self.bench()
        try signed.write([.init("1.0.0")])
        try bench.publish()
        // Copied there by hand.
        try bench.bucket.put(
            "app/\(archive)", bench.project.folder.read("\(tree)/\(archive)"),
            headers: ["Content-Type": "application/zip", "Cache-Control": "public, max-age=31536000, immutable"])
        try signed.write([.init("1.0.0")], day: 4)
        try bench.project.folder.remove("\(tree)/\(archive)")
        let before = try bench.requests().count
        try bench.publish()
        let requests = try bench.requests().dropFirst(before).filter { $0.hasSuffix("/\(archive)") }
        #expect(requests == ["HEAD /tree/app/\(archive)"])
    }

    @Test(.peers(.seaweed, .python3, .curl)) func `when nothing is offered any more the manifest stays`() throws {
        let (bench, signed) = try Self.bench()
        let last = try HandSignedTree.Archive("1.0.0")
        try signed.write([last])
        try bench.publish()
        try bench.project.folder.remove("output")
        try signed.write([], day: 4, withdrawn: ["1.0.0"], last: last)
        let output = try bench.publish().output
        #expect(output.contains("removed  \(archive)\nremoved  \(archive).sig\n"))
        #expect(output.contains("sent  builds/manifest.json  (body)\n"))
    }
}
