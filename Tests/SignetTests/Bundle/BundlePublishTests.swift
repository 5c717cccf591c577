import Foundation
import Testing
import TestSupport

@Suite struct BundlePublishTests {
    /// What does not fit into what is read in one piece, nor become much smaller.
    private static let noise: [UInt8] = {
        var state: UInt64 = 88_172_645_463_325_252
        return (0..<(2 << 20)).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state)
        }
    }()

    private static func writeLargeWebBuild(_ project: Project, _ text: String) throws {
        try project.writeWebBuild(text)
        try project.folder.write("dist/noise.bin", noise)
    }

    @Test(.peers(.seaweed, .python3, .curl))
    func `bundles are uploaded before what names them, and withdrawn ones go`()
        throws
    {
        let bench = try BucketBench()
        let project = bench.project
        try Self.writeLargeWebBuild(project, "one")
        try project.pack("1.0.0", at: "2026-08-03T10:01:00Z")
        let first = try bench.publish()
        let sent = first.output.split(separator: "\n").map(String.init)
        let archive = try #require(sent.firstIndex { $0.contains("builds/v1.0.0.zip  (new)") })
        let manifest = try #require(sent.firstIndex { $0.contains("builds/manifest.json  (new)") })
        #expect(archive < manifest)
        #expect(
            try bench.body("builds/v1.0.0.zip") == project.folder.read("output/production/builds/v1.0.0.zip"))
        let headers = try bench.headers("builds/v1.0.0.zip")
        #expect(headers["content-type"] == "application/zip")
        #expect(headers["cache-control"] == "public, max-age=31536000, immutable")
        // Another key signs the same archive anew.
        #expect(
            try bench.headers("builds/v1.0.0.zip.sig")["cache-control"] == "public, max-age=300, stale-if-error=86400")

        try Self.writeLargeWebBuild(project, "two")
        try project.pack("1.1.0", at: "2026-08-03T10:02:00Z")
        let second = try bench.publish().output
        #expect(second.contains("builds/v1.1.0.zip  (new)"))
        #expect(!second.contains("sent  builds/v1.0.0.zip"))

        try project.change("withdraw", "1.1.0", at: "2026-08-03T10:03:00Z")
        let third = try bench.publish().output
        #expect(third.contains("removed  builds/v1.1.0.zip\n"))
        #expect(third.contains("sent  builds/manifest.json  (body)"))
        // On the worst day nothing is offered any more, and publishing that needs no allowance.
        try project.change("withdraw", "1.0.0", at: "2026-08-03T10:04:00Z")
        #expect(try bench.publish().output.contains("sent  builds/manifest.json  (body)"))
    }

    @Test(.peers(.seaweed, .python3, .curl), arguments: 1...8)
    func `a withdrawal whose upload was cut off anywhere is finished by the next run`(number: Int) throws {
        let project = try Project.copy(of: "a tree of a bucket with two bundles") {
            let bench = try BucketBench(delivery: #""envelopes": ["headers", "jws"]"#)
            for version in ["1.0.0", "1.1.0"] {
                try bench.project.writeWebBuild(version)
                try bench.project.pack(version, at: "2026-08-03T10:0\(version.dropFirst(2).first ?? "0"):00Z")
            }
            return bench.project
        }
        let bench = try BucketBench(of: project)
        try bench.publish()
        try bench.project.change("withdraw", "1.1.0", at: "2026-08-03T10:03:00Z")
        try bench.fail(.init("PUT", path: "/", numbers: number...number, .answer(403, code: "AccessDenied")))
        _ = try bench.project.run(bench.words, environment: bench.environment)
        try bench.fail()
        let plan = try bench.plan()
        #expect(plan.status == 0, "\(plan.said)")
        try bench.publish()
        #expect(try bench.plan().output.contains("nothing changes"))
    }

    @Test(.peers(.nginx, .python3, .openssl, .curl))
    func `a site for static hosts has the bundles, and a live check sees them`()
        throws
    {
        let project = try Project()
        try project.expectDone(["build"])
        try Self.writeLargeWebBuild(project, "one")
        try project.pack("1.0.0")
        let words = ["publish", "--environment", "production", "--to", "public"]
        try project.expectDone(words + ["--first"])
        #expect(
            try project.folder.read("public/builds/v1.0.0.zip")
                == project.folder.read("output/production/builds/v1.0.0.zip"))
        #expect(try project.folder.text("public/_headers").contains("/builds/v1.0.0.zip\n"))

        let site = project.folder.path("public")
        let server = try NginxServer(serving: site, including: "\(site)/.signet-nginx.conf")
        let check = { (more: [String]) in
            try project.run(
                ["verify", server.origin, "--settle", "0"] + more, environment: ["CURL_CA_BUNDLE": server.certificate])
        }
        let live = try check([])
        #expect(live.status == 0, "\(live.output)\(live.errors)")
        var archive = try project.folder.read("public/builds/v1.0.0.zip")
        archive[archive.count / 2] ^= 1
        try project.folder.write("public/builds/v1.0.0.zip", archive)
        let changed = try check(["--archives"])
        #expect(changed.status == 1)
        #expect((changed.output + changed.errors).contains("builds/v1.0.0.zip"))
    }

    @Test(.peers(.python3, .openssl, .curl)) func `an archive may be older than every document that names it`() throws {
        let project = try Project()
        try project.writeWebBuild()
        try project.pack("1.0.0", at: "2026-08-03T10:00:00Z")
        try project.expectDone(["build"])
        let server = try HTTPSServer(serving: project.folder.path("output/production"), sendsHeaders: true)
        let live = try project.run(
            ["verify", server.origin, "--max-age", "36h"], environment: ["CURL_CA_BUNDLE": server.certificate])
        #expect(live.status == 0, "\(live.output)\(live.errors)")
    }
}
