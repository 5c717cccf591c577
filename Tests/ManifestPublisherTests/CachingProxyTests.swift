import Diagnostics
import ManifestPublisher
import ManifestVerifier
import Programs
import PublicationTree
import Testing
import TestPublisher
import TestSupport

/// A real nginx that caches what an origin answers, for one second.
private struct CachedSite {
    let project: PublishedProject
    let nginx: NginxServer
    private let bucket: Bucket

    init(revalidates: Bool, envelopes: [String] = ["headers"]) async throws {
        project = try PublishedProject()
        try project.folder.setEnvelopes(envelopes)
        try project.folder.edit("policy.json") {
            $0.replacing("public, max-age=300, stale-if-error=86400", with: "public, max-age=1")
        }
        for tree in ["former", "output"] { try project.folder.remove(tree) }
        // Only a file with bytes can have a .jws.
        try project.folder.remove("static/empty")
        try project.build("former", at: "2026-08-03T22:59:35Z")
        try project.folder.write("static/a.txt", "this is newer\n")
        try project.build("output", at: PublishedProject.builtAt)
        bucket = try SeaweedServer.makeBucket()
        nginx = try NginxServer(caching: bucket.openAddress, revalidates: revalidates)
        try await publish("former")
        #expect(try await check().report.words == [], "what was published before is live, and cached now")
        try await publish("output")
    }

    /// Publishes a tree to the bucket behind the cache; every signature is sent.
    private func publish(_ tree: String) async throws {
        let address = try #require(BucketAddress("s3://\(bucket.name)"))
        let variables = bucket.environment.merging(curlEnvironment(trusting: nginx.certificate)) { $1 }
        let local = try BucketTree(try await project.tree("\(tree)/production"))
        var publishing = BucketPublishing(
            local, to: try await S3Bucket(address, variables: variables), keys: try project.keys(),
            variables: variables
        ) { _ in }
        let live = try await publishing.readLive(isWhole: false)
        let rules = PublishingRules(local.tree, keys: try project.keys(), now: try PublishedProject.now)
        let plan = try BucketPlan(
            local, live, at: "\(address)", rules: rules, now: PublishedProject.now, resignAfter: 0)
        try await publishing.run(plan, from: live)
    }

    /// What a live check of the newer tree reports, and for how long it has waited. It really does wait, but no longer than
    /// it takes the cache's copies to expire.
    func check(of tree: String? = nil) async throws -> (report: LiveReport, waited: Duration) {
        let waited = Locked(Duration.zero)
        let settling = Settling(bound: .seconds(120)) { pause in
            waited.withLock { $0 += pause }
            try? await Task.sleep(for: min(pause, .milliseconds(1_200)))
        }
        let check = LiveCheck(
            try TreeAddress(nginx.origin), keys: .ring(try project.keys()),
            trust: LiveTrust(environment: nil, now: try PublishedProject.now),
            network: LiveNetwork(
                variables: curlEnvironment(trusting: nginx.certificate), timeLimits: .patient, settling: settling))
        let report = try await check.run(against: project.tree(tree ?? "former/production"))
        return (report, waited.withLock { $0 })
    }
}

@Test(.peers(.seaweed, .nginx, .curl, .python3, .openssl))
func `an nginx that fetches anew what has expired serves the new headers, and is waited for`() async throws {
    let site = try await CachedSite(revalidates: false)
    let (report, waited) = try await site.check(of: "output/production")
    #expect(report.words == [])
    #expect(report.trouble == nil)
    #expect(waited <= .seconds(3))
}

@Test(.peers(.seaweed, .nginx, .curl, .python3, .openssl))
func `an nginx that revalidates serves the renewed .jws of a document whose former headers it keeps`() async throws {
    let site = try await CachedSite(revalidates: true, envelopes: ["headers", "jws"])
    let (report, waited) = try await site.check(of: "output/production")
    let changed = ["distribution/a.txt", "publication.jws"]
    #expect(try Set(report.findings.map(\.path.rawValue)) == Set(site.project.headers().keys).subtracting(changed))
    #expect(
        report.words.allSatisfy { $0.contains("a cache kept the former signature header (signed Mon, 03 Aug 2026") },
        "\(report.words)")
    #expect(report.words.allSatisfy { $0.contains("x-cache: ") })
    #expect(report.trouble == .refused)
    #expect(waited == .seconds(7))

    let path = "distribution/availability-ios"
    func get(_ path: String) throws -> String {
        try TestSupport.check(
            "curl", ["-q", "-sS", "-i", "--cacert", site.nginx.certificate, "\(site.nginx.origin)/\(path)"])
    }
    #expect(try get(path).contains("Mon, 03 Aug 2026 22:59:35 UTC"))
    let renewed = try site.project.folder.text("output/production/\(path).jws")
    #expect(try site.project.folder.text("former/production/\(path).jws") != renewed)
    #expect(try get("\(path).jws").hasSuffix("\r\n\r\n\(renewed)"))

    // Until it is purged.
    for entry in try site.nginx.folder.snapshot("cache").keys { try site.nginx.folder.remove("cache/\(entry)") }
    #expect(try await site.check(of: "output/production").report.words == [])
}

@Test(.peers(.seaweed, .nginx, .curl, .python3, .openssl))
func `behind an nginx that revalidates, a tree without headers is live without a purge`() async throws {
    let site = try await CachedSite(revalidates: true, envelopes: ["jws"])
    let (report, waited) = try await site.check(of: "output/production")
    #expect(report.words == [])
    #expect(waited <= .seconds(3))
}
