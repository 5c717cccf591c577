import Classic
import Diagnostics
import Foundation
import LocalFiles
import ManifestVerifier
import Programs
import PublicationTree
import Testing
import TestSupport

private let paths = [
    "distribution/a.txt", "distribution/availability-android", "distribution/availability-ios", "distribution/b.txt",
    "distribution/more/c.txt", "distribution/support.json",
]

/// The files of the tree of `production` as a bucket has them.
private func published(_ trees: SignedTrees) throws -> [String: [UInt8]] {
    try trees.folder.snapshot("output/production").filter { !$0.key.hasSuffix(".headers") }
}

@Test(.peers(.python3, .openssl, .curl), arguments: ["production", "staging"])
func `a published tree comes back whole and without headers sidecars`(name: String) async throws {
    let published = try PublishedTrees()
    let downloaded = try await published.tree(published.download(environment: name))
    let expected = try published.trees.folder.snapshot("output/\(name)").filter { !$0.key.hasSuffix(".headers") }
    #expect(downloaded.tree.files == Set(expected.keys))
    #expect(downloaded.tree.unexpectedEntries == [])
    for (path, bytes) in expected { #expect(try downloaded.tree.read(path, limit: 1 << 20) == bytes) }
    #expect(downloaded.proven.failures == [:])
    let index = try #require(downloaded.proven.verifiedIndex)
    #expect(index.publication.environment.rawValue == name)
    #expect(index.publication.documents.map(\.path.rawValue) == paths)
    #expect(index.key.name == name)
}

@Test(.peers(.python3, .openssl, .curl))
func `for a comparison only rendered documents are requested, which the index proves`() async throws {
    let published = try PublishedTrees()
    let downloaded = try await published.tree(published.download(), .renderedDocuments)
    let files = ["publication.jws", "distribution/availability-android", "distribution/availability-ios"]
    #expect(downloaded.tree.files == Set(files))
    #expect(try Set(published.server.requests()) == Set(files.map { "/production/\($0)" }))
    #expect(downloaded.proven.bodies.values.map(\.count) == [1, 1])
    #expect(downloaded.proven.files == nil)
}

@Test(.peers(.python3, .openssl, .curl), arguments: [0, 1, 3 << 20])
func `a body of any size comes back`(count: Int) async throws {
    let body = [UInt8](repeating: 0, count: count)
    let published = try PublishedTrees { try $0.publish("distribution/a.txt", body: body) }
    let downloaded = try await published.tree()
    #expect(downloaded.proven.failures == [:])
    #expect(try downloaded.tree.read("distribution/a.txt", limit: 4 << 20) == body)
}

@Test(.peers(.python3, .openssl, .curl)) func `a tree is found below a path with every character that a URL has`()
    async throws
{
    let prefix = "a-._~!$&'()*+,;=:@/%20%22%5C"
    let published = try PublishedTrees { trees in
        try trees.folder.write("output/\(prefix)/x", "")
        try trees.shell("cp -a . \"$(dirname \"$PWD\")\"/a-*/%*/")
    }
    let downloaded = try await published.tree(published.download("\(published.server.origin)/\(prefix)"))
    #expect(try downloaded.tree.files == Set(PublicationTreeTests.published(published.trees).keys))
}

@Test(.peers(.python3, .openssl, .curl), arguments: ["a b", "\"quoted\"", "back\\slash\\n", "new\nline\ttab", "é#1%"])
func `a temporary folder may have any name`(name: String) async throws {
    let published = try PublishedTrees(scratch: name)
    let downloaded = try await published.tree()
    #expect(downloaded.proven.failures == [:])
    #expect(downloaded.tree.folder.path.hasPrefix(published.trees.folder.path(name)))
}

// MARK: The temporary folder

@Test(.peers(.python3, .openssl, .curl)) func `the temporary folder is private`() async throws {
    let published = try PublishedTrees()
    let downloaded = try await published.tree()
    defer { withExtendedLifetime(downloaded) {} }
    let path = downloaded.tree.folder.path
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o700)
    #expect(try published.leftovers.count == 1)
}

@Test(.peers(.python3, .openssl, .curl)) func `the temporary folder goes with the tree`() async throws {
    let published = try PublishedTrees()
    do { #expect(try await published.tree().proven.failures == [:]) }
    #expect(try published.leftovers == [])
}

// MARK: No tree

@Test(.peers(.python3, .openssl, .curl), arguments: [404, 403])
func `a host without an index has no tree yet`(status: Int) async throws {
    let published = try PublishedTrees(faults: ["/production/publication.jws": .status(status)])
    guard case .nothingPublished(status) = try await published.download().run(.documents) else {
        Issue.record("there is a tree")
        return
    }
    #expect(try published.leftovers == [])
}

@Test(.peers(.python3, .openssl, .curl)) func `a folder that the host does not have has no tree yet`() async throws {
    let published = try PublishedTrees()
    let download = try published.download("\(published.server.origin)/nowhere")
    guard case .nothingPublished(status: 404) = try await download.run(.documents) else {
        Issue.record("there is a tree")
        return
    }
}

// MARK: Documents that do not come

/// A way in which one document does not come back as the index lists it.
private struct Mishap: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// How many bodies are proven; nil where nothing is there, or it is not known.
    var bodies: Int?
    var failure: TransferFailure?
    var faults: [String: HTTPSServer.Fault] = [:]
    var tamper: @Sendable (SignedTrees) throws -> Void = { _ in }
}

private let document = "distribution/availability-ios"
private let mishaps: [Mishap] = [
    Mishap(testDescription: "changed by one byte", bodies: 0) { try $0.edit(document) { " " + $0.dropFirst() } },
    Mishap(testDescription: "cut short", bodies: 0) { try $0.edit(document) { String($0.dropLast()) } },
    Mishap(testDescription: "empty", bodies: 0) { try $0.edit(document) { _ in "" } },
    Mishap(testDescription: "longer", bodies: 0) { try $0.edit(document) { $0 + "!" } },
    Mishap(testDescription: "another one that is signed", bodies: 1) {
        try $0.edit(document) { $0 + " " }
        try $0.sign(document)
    },
    Mishap(testDescription: "missing") { try $0.remove(document) },
    Mishap(testDescription: "endless", bodies: 0, faults: ["/production/\(document)": .endless]),
    Mishap(
        testDescription: "500", failure: .status(500), faults: ["/production/\(document)": .status(500)]),
    Mishap(
        testDescription: "elsewhere", failure: .redirect(302),
        faults: ["/production/\(document)": .redirect(302, to: "/production/distribution/b.txt")]),
]

@Test(.peers(.python3, .openssl, .curl), arguments: mishaps)
private func `a document that is not as listed is left out, and what is proven in its place is known`(
    mishap: Mishap
) async throws {
    let published = try PublishedTrees(faults: mishap.faults, tamper: mishap.tamper)
    let downloaded = try await published.tree()
    #expect(downloaded.proven.bodies[document]?.count == mishap.bodies)
    #expect(downloaded.proven.failures == (mishap.failure.map { [document: $0] } ?? [:]))
    let all = Set(try PublicationTreeTests.published(published.trees).keys)
    #expect(downloaded.tree.files == all.subtracting([document, "\(document).sig"]))
}

@Test(.peers(.python3, .openssl, .curl)) func `a document that never comes costs its own time and no other document`()
    async throws
{
    let published = try PublishedTrees(faults: ["/production/\(document)": .silence])
    // On a busy machine the other documents, or the index before them, may take more than the first limit.
    for limit in [Duration.seconds(2), .seconds(20), .seconds(200)] {
        let download = try published.download(timeLimits: .init(connection: limit, file: limit, whole: .hours))
        guard case .tree(let downloaded)? = try? await download.run(.documents),
            downloaded.proven.failures == [document: .timedOut]
        else { continue }
        #expect(downloaded.tree.files.count == 2 * paths.count - 1)
        return
    }
    Issue.record("another problem, or more than one")
}

@Test(
    .peers(.python3, .openssl, .curl), arguments: [HTTPSServer.Fault.status(404), .endless])
func `a document whose signature does not come keeps its body`(fault: HTTPSServer.Fault) async throws {
    let published = try PublishedTrees(faults: ["/production/\(document).sig": fault])
    let downloaded = try await published.tree()
    #expect(downloaded.proven.failures == [:])
    #expect(downloaded.proven.bodies[document]?.count == 1)
    let all = Set(try PublicationTreeTests.published(published.trees).keys)
    #expect(downloaded.tree.files == all.subtracting(["\(document).sig"]))
}
