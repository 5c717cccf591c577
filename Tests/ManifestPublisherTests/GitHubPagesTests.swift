import Diagnostics
import Foundation
import ManifestPublisher
import ManifestVerifier
import PublicationTree
import Testing
import TestPublisher
import TestSupport

private let jws = Result { try PublishedProject(envelopes: ["jws"]) }
private let both = Result { try PublishedProject(envelopes: ["headers", "jws"]) }

@discardableResult
private func write(
    _ project: PublishedProject, to path: String = "public", _ kind: StaticHost.Kind = .gitHubPages
) async throws -> StaticHost.Result {
    try await StaticHost(project.folder.path(path), kind).write(of: project)
}

@Test(.peers(.openssl)) func `a site for a host that is told nothing has every file but the headers`() async throws {
    let project = try PublishedProject(copying: both.get())
    let result = try await write(project)
    let tree = try project.folder.snapshot("output/production").filter { !$0.key.hasSuffix(".headers") }
    var site = try project.folder.snapshot("public")
    #expect(site.removeValue(forKey: ".nojekyll") == [] && site.removeValue(forKey: ".signet-files") != nil)
    #expect(site == tree)
    #expect(site["distribution/a.txt.jws"] != nil && site["publication.jws"] != nil)
    #expect(result.nginxHeaders == nil)
    try await write(project, to: "again")
    #expect(try project.folder.snapshot("public") == project.folder.snapshot("again"))
}

@Test(.peers(.openssl)) func `what apps could not verify on such a host is named`() async throws {
    let empty = try DocumentPath("distribution/empty")
    let result = try await write(PublishedProject(copying: both.get()))
    #expect(result.warnings == [.headersNotSent, .unverifiable([empty])])
    #expect(result.warnings[0].message.contains("apps that are configured for headers refuse what it serves"))
    #expect(result.warnings[1].message.hasSuffix(": distribution/empty"))
    let project = try PublishedProject(copying: jws.get())
    #expect(try await write(project).warnings == [])
}

@Test(.peers(.openssl)) func `a tree without .jws is refused for a host that sends no headers`() async throws {
    let project = try PublishedProject()
    let error = try await #require(throws: ErrorReport.self) { try await write(project) }
    #expect(error.kind == .refused)
    #expect(error.message.hasSuffix("output/production: has no .jws, and github-pages sends no signature headers"))
    #expect(error.hint == "add \"envelopes\": [\"headers\", \"jws\"] to the environment, and build again")
    #expect(!project.folder.exists("public"))
}

@Test(.peers(.openssl)) func `a folder for hosts of one kind becomes one for the other`() async throws {
    let project = try PublishedProject(copying: both.get())
    try project.folder.write("public/_headers", "/*\n  X-Frame-Options: DENY\n")
    try await write(project)
    let pages = try project.folder.snapshot("public")
    try await write(project, .headers)
    #expect(project.folder.exists("public/.signet-nginx.conf") && !project.folder.exists("public/.nojekyll"))
    #expect(try project.folder.text("public/_headers").contains("/publication.jws\n"))
    try await write(project)
    #expect(try project.folder.snapshot("public") == pages)
}

@Test(.peers(.openssl)) func `a .nojekyll of a web app stays as it is`() async throws {
    let project = try PublishedProject(copying: both.get())
    try project.folder.write("public/.nojekyll", "mine\n")
    for kind in [StaticHost.Kind.gitHubPages, .headers] {
        try await write(project, kind)
        #expect(try project.folder.text("public/.nojekyll") == "mine\n")
    }
}

@Test(.peers(.nginx, .curl, .python3, .openssl))
func `a project site below a path passes the live check on a host with headers of its own`() async throws {
    let project = try PublishedProject(copying: jws.get())
    try await write(project)
    // As GitHub Pages does it: a file without an extension has no type, and everything lives for ten minutes.
    let server = try NginxServer(
        server: """
            location /project/ {
                alias \(project.folder.path("public"))/;
                expires 10m;
                default_type application/octet-stream;
            }
            """, http: "")
    let check = LiveCheck(
        try TreeAddress("\(server.origin)/project"), keys: .ring(try project.keys()),
        trust: LiveTrust(environment: nil, now: try PublishedProject.now),
        network: LiveNetwork(
            variables: curlEnvironment(trusting: server.certificate), timeLimits: .patient,
            settling: Settling(bound: .zero)))
    #expect(try await check.run(against: project.tree()).words == [])
    let live = try await check.run()
    #expect(live.words == [])
    #expect(try live.documents.count == project.headers().count)
}
