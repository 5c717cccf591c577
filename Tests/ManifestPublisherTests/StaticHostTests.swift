import Diagnostics
import Foundation
import LocalFiles
import ManifestPublisher
import ManifestVerifier
import Testing
import TestSupport

extension StaticHost {
    /// Writes a tree over what is there.
    func write(_ path: String = "output/production", of project: PublishedProject) async throws -> Result {
        let tree = try await project.tree(path)
        return try await write(tree, over: folder().map { try StaticSite($0, for: tree, keys: project.keys()) })
    }
}

/// Writes the tree of `output/production` for static hosts.
@discardableResult
private func write(_ project: PublishedProject, to path: String = "public") async throws -> StaticHost.Result {
    try await StaticHost(project.folder.path(path)).write(of: project)
}

@Test(.peers(.openssl)) func `a folder gets bodies, signatures and what tells hosts of headers`() async throws {
    let project = try PublishedProject()
    let result = try await write(project)
    let tree = try project.folder.snapshot("output/production").filter { !$0.key.hasSuffix(".headers") }
    var site = try project.folder.snapshot("public")
    for name in ["_headers", ".signet-nginx.conf", ".signet-files"] { #expect(site.removeValue(forKey: name) != nil) }
    #expect(site == tree)
    #expect(result.site == project.folder.path("public"))
    #expect(result.nginxHeaders == project.folder.path("public/.signet-nginx.conf"))
    #expect(result.documentCount == (tree.count + 1) / 2)
    #expect(result.warnings == [])
    // The list is one that others read.
    try check("sha256sum", ["-c", "--quiet", ".signet-files"], in: project.folder.path("public"))
}

@Test(.peers(.python3)) func `a _headers file read by other rules than ours says what the sidecars say`() async throws {
    let project = try PublishedProject()
    try await write(project)
    // A rule begins at the margin; what is indented belongs to it; names have no case; the first colon ends a name.
    let parsed = try check(
        "python3",
        [
            "-c",
            """
            import json, sys
            rules, path = {}, None
            for line in open(sys.argv[1]).read().splitlines():
                if line.startswith("#") or not line.strip():
                    continue
                if not line[0].isspace():
                    path = line.strip()
                    assert path.startswith("/") and path not in rules, line
                    rules[path] = []
                else:
                    name, value = line.strip().split(":", 1)
                    rules[path].append(name.lower() + ": " + value.strip())
            print(json.dumps(rules))
            """, project.folder.path("public/_headers"),
        ])
    let rules = try #require(try JSONSerialization.jsonObject(with: Data(parsed.utf8)) as? [String: [String]])
    let expected = try project.hostHeaders()
    #expect(rules == Dictionary(uniqueKeysWithValues: expected.map { ("/\($0.key)", $0.value) }))
    #expect(rules["/publication.jws"]?.count == 3)
    // Netlify adds a content type of its own to one in lower case.
    #expect(try project.folder.text("public/_headers").contains("  Content-Type: application/json\n"))
}

@Test func `the same tree gives the same bytes, and a newer one replaces all of it`() async throws {
    let project = try PublishedProject()
    try await write(project)
    try await write(project, to: "second/place/")
    #expect(try project.folder.snapshot("public") == project.folder.snapshot("second/place"))
    let former = try await StaticHost(project.folder.path("public")).write("former/production", of: project)
    #expect(try project.folder.text("public/distribution/a.txt") == "this is a.txt\n")
    try project.folder.remove("static/a.txt")
    try project.build("output", at: PublishedProject.builtAt)
    let result = try await write(project)
    #expect(result.documentCount == former.documentCount - 1)
    #expect(!project.folder.exists("public/distribution/a.txt"))
    #expect(try !project.folder.text("public/.signet-nginx.conf").contains("/distribution/a.txt"))
    #expect(try await write(project).documentCount == result.documentCount)
    #expect(try project.folder.snapshot("public").keys.allSatisfy { !$0.hasPrefix(".signet-s") })
}

@Test func `a killed run leaves nothing that the next one cannot clear`() async throws {
    let project = try PublishedProject()
    try await write(project)
    let before = try project.folder.snapshot("public")
    try project.folder.write("public/.signet-staging/half", "half")
    try project.folder.remove("public/publication.jws")
    try await write(project)
    #expect(try project.folder.snapshot("public") == before)
}

@Test func `a folder into which another run has published since it was read is left as it is`() async throws {
    let project = try PublishedProject()
    let host = StaticHost(project.folder.path("public"))
    let tree = try await project.tree()
    let first = try await project.tree("former/production")
    _ = try await host.write(first, over: nil)
    let site = try StaticSite(#require(try host.folder()), for: tree, keys: project.keys())
    _ = try await host.write(tree, over: site)
    let before = try project.folder.snapshot("public")
    for former in [site, nil] {
        let error = try await #require(throws: (any Error).self) {
            try await host.write(first, over: former)
        }
        #expect(
            ErrorReport(error).message.hasSuffix("another signet has published into it meanwhile; nothing was written"))
        #expect(try project.folder.snapshot("public") == before)
    }
}

// MARK: Refusals

/// A place where a site must not be written.
private struct Place: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let path: String
    let words: String
    var prepare: @Sendable (TemporaryFolder) throws -> Void = { _ in }
}

private let places: [Place] = [
    Place(testDescription: "a file", path: "mine", words: "mine: is not a folder") {
        try $0.write("mine", "dear")
    },
    Place(testDescription: "the tree", path: "output/production", words: "or around it"),
    Place(testDescription: "in the tree", path: "output/production/new/site", words: "or around it"),
    Place(testDescription: "around the tree", path: "output", words: "or around it"),
    Place(testDescription: "in the tree by a link", path: "link/site", words: "or around it") {
        try FileManager.default.createSymbolicLink(atPath: $0.path("link"), withDestinationPath: "output/production")
    },
    Place(testDescription: "here", path: ".", words: "or around it"),
    Place(testDescription: "above", path: "output/..", words: "or around it"),
    Place(testDescription: "below a file", path: "policy.json/x", words: "policy.json/x: is not a folder"),
]

@Test(arguments: places)
private func `a place that is not for documents is refused, and all stays as it is`(place: Place) async throws {
    let project = try PublishedProject()
    try place.prepare(project.folder)
    let before = try project.folder.snapshot()
    let error = try await #require(throws: (any Error).self) { try await write(project, to: place.path) }
    let report = ErrorReport(error)
    #expect(report.message.contains(place.words), "\(report)")
    #expect(try project.folder.snapshot() == before)
}

@Test(arguments: ["_headers", "_Redirects", "_worker.js", "_routes.json"])
func `a document that static hosts would obey is refused`(name: String) async throws {
    let project = try PublishedProject()
    let policy = try project.folder.text("policy.json")
    try project.folder.write("rules", "{}")
    try project.folder.write(
        "policy.json",
        policy.replacing("\"distribution/\": \"static/\"", with: "\"\(name)\": \"rules\"").forBucket)
    try project.build("output", at: PublishedProject.builtAt)
    await #expect(
        throws: ErrorReport(
            .refused, "\(name) is a file that static hosts obey and do not serve",
            hint: "give the document another path in the policy")
    ) { try await write(project) }
    #expect(!project.folder.exists("public"))
}

@Test func `a folder that was made for a site that could not be written goes again`() async throws {
    let project = try PublishedProject()
    let tree = try await project.tree()
    try project.folder.write("output/production/distribution/a.txt", "this is odd\n")
    await #expect(
        throws: FileError(project.folder.path("output/production/distribution/a.txt"), .read, .changed)
    ) { try await StaticHost(project.folder.path("new/deep/site")).write(tree, over: nil) }
    #expect(!project.folder.exists("new"))
}

@Test func `more rules than Cloudflare Pages takes, and pages that it redirects, are named`() async throws {
    let project = try PublishedProject()
    for number in 0..<100 { try project.folder.write("static/many/\(number).txt", "\(number)") }
    try project.folder.write("static/page.html", "<p>")
    try project.build("output", at: PublishedProject.builtAt)
    let result = try await write(project)
    let page = try DocumentPath("distribution/page.html")
    #expect(result.warnings == [.tooManyRules(result.documentCount), .redirectedPages([page])])
    #expect(result.warnings[0].message.contains("takes 100 rules of a _headers file and drops the rest"))
    #expect(result.warnings[1].message.hasSuffix(": distribution/page.html"))
}

@Test func `a tree that does not verify is not made a site`() async throws {
    let project = try PublishedProject()
    try project.folder.write("output/production/distribution/b.json", "{}")
    await #expect(throws: CannotRun.self) { try await write(project) }
}

@Test(.peers(.openssl)) func `the rules of envelopes come after those of documents, and count as well`() async throws {
    let project = try PublishedProject(envelopes: ["headers", "jws"])
    for number in 0..<60 { try project.folder.write("static/many/\(number).txt", "\(number)") }
    try project.folder.remove("output")
    try project.build("output", at: PublishedProject.builtAt)
    let result = try await write(project)
    let text = try project.folder.text("public/_headers")
    let rules = text.split(separator: "\n").filter { $0.hasPrefix("/") }.map { String($0.dropFirst()) }
    #expect(Set(rules.prefix(result.documentCount)) == Set(try project.headers().keys))
    #expect(
        rules.dropFirst(result.documentCount).allSatisfy {
            $0.hasSuffix(".jws")
        })
    #expect(result.warnings == [.tooManyRules(rules.count)])
    #expect(
        text.contains(
            """
            /distribution/a.txt.jws
              Content-Type: application/jose
              Cache-Control: public, max-age=300, stale-if-error=86400

            """))
}
