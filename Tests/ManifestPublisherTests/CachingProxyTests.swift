import Diagnostics
import ManifestPublisher
import ManifestVerifier
import PublicationTree
import TestPublisher
import TestSupport
import Synchronization
import Testing

/// A server that answers as a bucket does, and takes a tree.
private protocol TreeOrigin {
    /// `http://127.0.0.1:PORT`.
    var origin: String { get }
    /// Puts every object of a tree in the place of the former one.
    func publish(_ tree: String) throws
}

private struct FolderOrigin: TreeOrigin {
    let folder: TemporaryFolder
    let server: ObjectServer
    var origin: String { server.origin }

    init(_ folder: TemporaryFolder) throws {
        self.folder = folder
        server = try ObjectServer(serving: folder.path("bucket"))
    }

    func publish(_ tree: String) throws {
        for (path, bytes) in try folder.snapshot("\(tree)/production") { try folder.write("bucket/\(path)", bytes) }
    }
}

/// A real nginx that caches what an origin answers, for one second.
private struct CachedSite {
    let project: PublishedProject
    let nginx: NginxServer
    private let origin: any TreeOrigin

    init(_ start: (TemporaryFolder) throws -> any TreeOrigin, revalidates: Bool) async throws {
        project = try PublishedProject()
        try project.folder.edit("policy.json") {
            $0.replacing("public, max-age=300, stale-if-error=86400", with: "public, max-age=1")
        }
        try project.build("former", at: "2026-08-03T22:59:35Z")
        try project.folder.write("static/a.txt", "this is newer\n")
        try project.build("output", at: PublishedProject.builtAt)
        origin = try start(project.folder)
        nginx = try NginxServer(caching: origin.origin, revalidates: revalidates)
        try origin.publish("former")
        #expect(try await check().report.words == [], "what was published before is live, and cached now")
        try origin.publish("output")
    }

    /// What a live check of the newer tree reports, and for how long it waited; it really does wait.
    func check(of tree: String? = nil) async throws -> (report: LiveReport, waited: Duration) {
        let waited = Mutex(Duration.zero)
        let settling = Settling(bound: .seconds(120)) { pause in
            waited.withLock { $0 += pause }
            try? await Task.sleep(for: pause)
        }
        let check = LiveCheck(
            try TreeAddress(nginx.origin), keys: try project.keys(),
            trust: LiveTrust(environment: nil, now: try PublishedProject.now),
            network: LiveNetwork(
                variables: curlEnvironment(trusting: nginx.certificate), timeLimits: .patient, settling: settling))
        let report = try await check.run(against: project.tree(tree ?? "former/production"))
        return (report, waited.withLock { $0 })
    }
}

@Test(.peers(.nginx, .curl, .python3, .openssl))
func `an nginx that revalidates keeps the former headers until it is purged, and the check says so`() async throws {
    let site = try await CachedSite({ try FolderOrigin($0) }, revalidates: true)
    let (report, waited) = try await site.check(of: "output/production")
    let changed = ["distribution/a.txt", "publication.json"]
    #expect(try Set(report.findings.map(\.path.rawValue)) == Set(site.project.headers().keys).subtracting(changed))
    #expect(
        report.words.allSatisfy { $0.contains("a cache kept the former signature header (signed Mon, 03 Aug 2026") })
    #expect(report.words.allSatisfy { $0.contains("x-cache: ") })
    #expect(report.trouble == .refused)
    #expect(waited == .seconds(7))

    for entry in try site.nginx.folder.snapshot("cache").keys { try site.nginx.folder.remove("cache/\(entry)") }
    #expect(try await site.check(of: "output/production").report.words == [])
}

@Test(.peers(.nginx, .curl, .python3, .openssl))
func `an nginx that fetches anew what has expired serves the new headers, and is waited for`() async throws {
    let site = try await CachedSite({ try FolderOrigin($0) }, revalidates: false)
    let (report, waited) = try await site.check(of: "output/production")
    #expect(report.words == [])
    #expect(report.trouble == nil)
    #expect(waited <= .seconds(3))
}
