import Diagnostics
import Foundation
import ManifestPublisher
import ManifestVerifier
import PublicationTree
import Testing
import TestPublisher
import TestSupport

/// The tree of a project, served by nginx with the exported file.
private struct NginxSite {
    let project: PublishedProject
    let server: NginxServer

    init(_ project: PublishedProject, http: String = "") async throws {
        self.project = project
        let result = try await StaticHost(project.folder.path("public")).write(of: project)
        server = try NginxServer(serving: result.site, including: #require(result.nginxHeaders), http: http)
    }

    /// The status and the headers that curl gets, names in lower case.
    func headers(of path: String, _ words: [String] = []) throws -> (status: String, fields: [String]) {
        let answer = try check(
            "curl",
            ["-q", "-sS", "--cacert", server.certificate, "-D", "-", "-o", "/dev/null"] + words
                + ["\(server.origin)/\(path)"])
        let lines = answer.split(whereSeparator: \.isNewline)
        let fields = lines.dropFirst().compactMap { line -> String? in
            let parts = line.split(separator: ":", maxSplits: 1)
            return parts.count == 2 ? "\(parts[0].lowercased()):\(parts[1])" : nil
        }
        return (String(try #require(lines.first)), fields)
    }
}

/// What every server adds, and what says nothing of a document.
private let serversOwn = [
    "server", "date", "content-length", "connection", "last-modified", "etag", "accept-ranges",
]

private func expectHeaders(of site: NginxSite) throws {
    for (path, expected) in try site.project.hostHeaders() {
        let get = try site.headers(of: path)
        #expect(get.status.contains(" 200"))
        func said(_ fields: [String]) -> [String] {
            fields.filter { field in !serversOwn.contains { field.hasPrefix("\($0):") } }.sorted()
        }
        #expect(said(get.fields) == expected.sorted(), "\(path)")
        #expect(try said(site.headers(of: path, ["-I"]).fields) == expected.sorted(), "HEAD \(path)")
        let tag = try #require(get.fields.first { $0.hasPrefix("etag: ") }?.dropFirst("etag: ".count))
        let unchanged = try site.headers(of: path, ["-H", "If-None-Match: \(tag)"])
        #expect(unchanged.status.contains(" 304"))
        // A 304 repeats no content type (RFC 9110 §15.4.5).
        #expect(
            said(unchanged.fields) == expected.filter { !$0.hasPrefix("content-type: ") }.sorted(), "304 \(path)")
    }
}

@Test(.peers(.nginx, .curl, .python3, .openssl))
func `an nginx with the exported file sends exactly the headers of every sidecar`() async throws {
    try expectHeaders(of: try await NginxSite(PublishedProject()))
}

@Test(.peers(.nginx, .curl, .python3, .openssl))
func `every character that a header value may have comes through nginx as it is`() async throws {
    let project = try PublishedProject()
    let value = #"public, a=\, b=\\n, c='$host', d=${uri}, e=$1$, f={;#}"#
    let policy = try project.folder.text("policy.json").replacing(
        "\"public, max-age=300, stale-if-error=86400\"", with: "\"\(value.replacing("\\", with: "\\\\"))\"")
    try project.folder.write("policy.json", policy)
    try project.build("output", at: PublishedProject.builtAt)
    let site = try await NginxSite(project, http: "geo $signet_dollar { default \"$\"; }")
    #expect(try site.headers(of: "publication.jws").fields.contains("cache-control: \(value)"))
    try expectHeaders(of: site)
    #expect(try project.folder.text("public/.signet-nginx.conf").contains("geo $signet_dollar { default \"$\"; }"))
}

@Test(.peers(.nginx, .curl, .python3, .openssl), arguments: [0, Limits.liveAnswers + 1])
func `a site that nginx serves passes the live check, however many documents it has`(more: Int) async throws {
    let project = try PublishedProject()
    for number in 0..<more { try project.folder.write("static/many/\(number).txt", "\(number)") }
    if more > 0 { try project.build("output", at: PublishedProject.builtAt) }
    let site = try await NginxSite(project)
    let check = LiveCheck(
        try TreeAddress(site.server.origin), keys: .ring(try project.keys()),
        trust: LiveTrust(environment: nil, now: try PublishedProject.now),
        network: LiveNetwork(
            variables: curlEnvironment(trusting: site.server.certificate), timeLimits: .patient,
            settling: Settling(bound: .zero)))
    let report = try await check.run(against: project.tree())
    #expect(report.trouble == nil)
    #expect(report.findings.isEmpty, "\(report.findings)")
    #expect(try report.documents.count == project.headers().count)
    let live = try await check.run()
    #expect(live.trouble == nil)
    #expect(live.documents.map(\.path) == report.documents.map(\.path))
}

@Test(.peers(.nginx, .curl, .python3, .openssl))
func `an nginx with the exported file sends envelopes and keys with their media types`() async throws {
    let project = try PublishedProject(envelopes: ["headers", "jws"])
    let site = try await NginxSite(project)
    try expectHeaders(of: site)
    let cacheControl = "cache-control: public, max-age=300, stale-if-error=86400"
    for (path, type) in [
        ("distribution/a.txt.jws", "application/jose"), ("publication.jws", "application/jose"),
    ] {
        let fields = try site.headers(of: path).fields
        #expect(fields.contains("content-type: \(type)") && fields.contains(cacheControl), "\(path): \(fields)")
    }
    #expect(try site.headers(of: "distribution/a.txt.headers").status.contains(" 404"))
}
