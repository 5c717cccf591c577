import Foundation
import Testing
import TestSupport

private let ios = "distribution/availability-ios"

/// The documented pipeline to a folder that a web server serves.
@Suite(.peers(.nginx, .python3, .openssl, .curl)) struct PublishSiteTests {
    /// A folder, and a web server that is started anew where its configuration changes, which it reads once.
    private struct Bench {
        private let running = Locked<(server: NginxServer, configuration: [UInt8]?)?>(nil)
        let project: Project
        let delivery: Delivery
        let kind: String
        /// Whether a checkout has no folder, and all that is served is replaced by what a job writes.
        var isDeployed = false

        init(_ delivery: Delivery, kind: String) throws {
            project = try Project()
            (self.delivery, self.kind) = (delivery, kind)
        }

        private var site: String { isDeployed ? "served" : "public" }

        /// Builds from a clean checkout and publishes; gives the files that differ from those before.
        func run(
            minimum: String = "3.0.0", resignAfter: String = "24h", at time: String? = nil,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws -> (changed: Set<String>, output: String) {
            let before = try project.folder.snapshot(site)
            let server = try server()
            let job = Job(
                project: project, origin: "https://distribution.example.com", address: server.origin,
                delivery: delivery, variables: curlEnvironment(trusting: server.certificate))
            try job.writePolicy(minimum: minimum, resignAfter: resignAfter)
            try job.build(at: time)
            let output = try job.publish("--to", "public", "--host", kind, sourceLocation: sourceLocation)
            if isDeployed {
                if project.folder.exists(site) { try project.folder.remove(site) }
                try FileManager.default.moveItem(
                    atPath: project.folder.path("public"), toPath: project.folder.path(site))
            }
            let served = try self.server()
            // A host that is told nothing sends no signature in a header.
            if kind == "headers" || !delivery.hasHeaders {
                try project.expectDone(
                    ["verify", served.origin, "--settle", "0"],
                    environment: curlEnvironment(trusting: served.certificate), sourceLocation: sourceLocation)
            }
            let after = try project.folder.snapshot(site)
            let paths = Set(before.keys).union(after.keys)
            return (paths.filter { before[$0] != after[$0] }, output)
        }

        private func server() throws -> NginxServer {
            let (root, include) = (project.folder.path(site), "\(site)/.signet-nginx.conf")
            let configuration = project.folder.exists(include) ? try project.folder.read(include) : nil
            return try running.withLock { running in
                if let running, running.configuration == configuration { return running.server }
                let server =
                    configuration == nil
                    ? try NginxServer(server: "root \(root);", http: "")
                    : try NginxServer(serving: root, including: project.folder.path(include))
                running = (server, configuration)
                return server
            }
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
        #expect(try bench.run(at: Job.hours(-2)).output.contains("\npublic: 3 documents,"))
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

    @Test(arguments: cases)
    func `a clean checkout without the folder is compared with the origin, and gives the whole site`(
        delivery: Delivery, kind: String
    ) throws {
        var bench = try Bench(delivery, kind: kind)
        bench.isDeployed = true
        let first = try bench.run(at: Job.hours(-2)).changed
        #expect(first.isSuperset(of: [ios, "files/notes.txt", "publication.jws"]))
        for _ in 1...2 { #expect(try bench.run().changed.isDisjoint(with: [ios, "files/notes.txt"])) }
        let changed = try bench.run(minimum: "3.1.0").changed
        #expect(changed.contains(ios) && !changed.contains("files/notes.txt"))
        #expect(try bench.project.folder.snapshot("served").keys.contains("files/notes.txt"))
    }
}
