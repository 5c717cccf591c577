import Foundation
import Testing
import TestSupport

private let ios = "distribution/availability-ios"

/// The documented pipeline to a folder that a web server serves.
@Suite(.peers(.nginx, .python3, .openssl, .curl)) struct PublishSiteTests {
    /// A folder, and a web server that is started anew for each job, as it reads its configuration once.
    private struct Bench {
        let project: Project
        let delivery: Delivery
        let kind: String

        init(_ delivery: Delivery, kind: String = "headers") throws {
            project = try Project()
            (self.delivery, self.kind) = (delivery, kind)
        }

        /// Builds from a clean checkout and publishes; gives the files that differ from those before.
        func run(
            minimum: String = "3.0.0", resignAfter: String = "24h", at time: String? = nil,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws -> (changed: Set<String>, output: String) {
            let before = try project.folder.snapshot("public")
            let server = try server()
            let job = Job(
                project: project, origin: "https://distribution.example.com", address: server.origin,
                delivery: delivery, variables: curlEnvironment(trusting: server.certificate))
            try job.writePolicy(minimum: minimum, resignAfter: resignAfter)
            try job.build(at: time)
            let output = try job.publish("--to", "public", "--host", kind, sourceLocation: sourceLocation)
            let served = try self.server()
            // A host that is told nothing sends no signature in a header.
            if kind == "headers" || !delivery.hasHeaders {
                try project.expectDone(
                    ["verify", served.origin, "--settle", "0"],
                    environment: curlEnvironment(trusting: served.certificate), sourceLocation: sourceLocation)
            }
            let after = try project.folder.snapshot("public")
            let paths = Set(before.keys).union(after.keys)
            return (paths.filter { before[$0] != after[$0] }, output)
        }

        private func server() throws -> NginxServer {
            let site = project.folder.path("public")
            return project.folder.exists("public/.signet-nginx.conf")
                ? try NginxServer(serving: site, including: project.folder.path("public/.signet-nginx.conf"))
                : try NginxServer(server: "root \(site);", http: "")
        }

        /// What the folder is on the disk: another one when it was replaced.
        func identity() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: project.folder.path("public"))[.systemFileNumber] as? Int
        }
    }

    private static let cases =
        Delivery.all.map { ($0, "headers") }
        + [["jws"], ["headers", "jws"]].map { (Delivery(profile: "dated", envelopes: $0), "github-pages") }

    @Test(arguments: cases)
    func `a site that is still valid is left alone, and what is signed anew is all that changes`(
        delivery: Delivery, kind: String
    ) throws {
        let bench = try Bench(delivery, kind: kind)
        #expect(try bench.run(at: Job.hours(-2)).output.hasPrefix("public: 3 documents,"))
        let identity = try bench.identity()
        for _ in 1...2 {
            let (changed, output) = try bench.run()
            #expect(changed == [])
            #expect(output.hasPrefix("public: 3 documents left alone,"), "\(output)")
        }
        #expect(try bench.identity() == identity)
        // All is two hours old. What headers carry is in the files that tell a host of them.
        let renewed = try bench.run(resignAfter: "1h")
        let sendsHeaders = delivery.hasHeaders && kind == "headers"
        let told = sendsHeaders && delivery.profile == "dated" ? ["_headers", ".signet-nginx.conf"] : []
        let files = delivery.dated.filter { $0.hasSuffix(".jws") }
        // A build from an address signs every dated document anew, its `.sig` included.
        let signatures = delivery.profile == "dated" ? ["\(ios).sig", "files/notes.txt.sig"] : []
        #expect(renewed.changed == Set(files + ["publication.jws", ".signet-files"] + signatures + told))
        #expect(try bench.run(resignAfter: "1h").changed == [])
        let changed = try bench.run(minimum: "3.1.0", resignAfter: "1h").changed
        #expect(changed.isSuperset(of: [ios, "\(ios).sig", "publication.jws"]))
        let again = try bench.run(minimum: "3.1.0", resignAfter: "1h")
        #expect(again.changed == [], "\(again.changed.sorted())\n\(again.output)")
    }

    private static let words = [
        "publish", "--environment", "production", "--to", "public", "--allow", "unverified-document",
    ]

    @Test(arguments: ["_headers", ".signet-nginx.conf", "\(ios).sig", "\(ios).jws", "publication.jws"])
    func `what is missing or was told otherwise is written anew`(path: String) throws {
        let bench = try Bench(Delivery(profile: "dated", envelopes: ["headers", "jws"]))
        _ = try bench.run()
        let site = try bench.project.folder.snapshot("public")
        if path.hasPrefix(ios) || path == "publication.jws" {
            try bench.project.folder.remove("public/\(path)")
        } else {
            let text = try bench.project.folder.text("public/\(path)")
            try bench.project.folder.write("public/\(path)", text.replacing("application/json", with: "text/html"))
        }
        let before = try bench.project.folder.snapshot("public")
        let words = Self.words + (path == "publication.jws" ? ["--against", "output"] : [])
        let dry = try bench.project.expectDone(words + ["--dry-run", "--json"])
        #expect(dry.output.contains("\"leftAlone\": false"))
        #expect(try bench.project.folder.snapshot("public") == before)
        #expect(try bench.project.expectDone(words).output.hasPrefix("public: 3 documents,"))
        #expect(try bench.project.folder.snapshot("public") == site)
        #expect(try bench.project.expectDone(words + ["--json"]).output.contains("\"leftAlone\": true"))
    }

    @Test
    func `a file that is not what Signet wrote is refused until it is removed, and a web app is none of its business`()
        throws
    {
        let bench = try Bench(Delivery(profile: "dated", envelopes: ["headers", "jws"]))
        _ = try bench.run()
        for (path, text) in [("index.html", "<p>"), ("assets/app.js", "x"), ("_redirects", "/a /b")] {
            try bench.project.folder.write("public/\(path)", text)
        }
        let rules = try bench.project.folder.text("public/_headers")
        try bench.project.folder.write("public/_headers", "/assets/*\n  X-A: b\n\(rules)")
        #expect(try bench.project.expectDone(Self.words + ["--json"]).output.contains("\"leftAlone\": true"))
        try bench.project.folder.write("public/\(ios).sig", "mine\n")
        for more in [[], ["--dry-run"]] {
            let refused = try bench.project.run(Self.words + more)
            #expect(refused.status == 73, "\(refused.errors)")
            #expect(refused.errors.contains("public/\(ios).sig is not a file that signet publish wrote"))
        }
        try bench.project.folder.remove("public/\(ios).sig")
        try bench.project.expectDone(Self.words)
        #expect(try bench.project.folder.text("public/index.html") == "<p>")
        #expect(try bench.project.folder.text("public/_headers").hasPrefix("/assets/*\n  X-A: b\n# signet publish"))
        // It is read as what is live, and as a former tree, whatever else is there.
        let policy = try bench.project.folder.text("policy.json")
        try bench.project.folder.write("policy.json", policy.replacing("\"3.0.0\"", with: "\"3.1.0\""))
        let plan = try bench.project.run(["plan", "public"])
        #expect(plan.output.contains("3.0.0 → 3.1.0") || plan.errors.contains("3.0.0 → 3.1.0"), "\(plan)")
        try bench.project.folder.remove("output")
        try bench.project.expectDone(["build", "--previous", "public"])
    }
}
