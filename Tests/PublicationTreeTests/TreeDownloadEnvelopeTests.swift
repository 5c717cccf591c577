import ManifestVerifier
import Programs
import PublicationTree
import Testing
import TestPublisher
import TestSupport

private let a = "distribution/a.txt"
private let index = "publication.jws"
private let withoutHeaders = Envelopes(hasHeaders: false, sidecars: [.jws])

private func tree(_ download: TreeDownload) async throws -> DownloadedTree {
    var tree: DownloadedTree?
    if case .tree(let downloaded) = try await download.run(withJWS: true) { tree = downloaded }
    return try #require(tree)
}

@Test(.peers(.python3, .openssl, .curl)) func `every .jws comes where it is asked for, and nothing else`() async throws
{
    let published = try PublishedTrees { try $0.envelop(withoutHeaders) }
    let downloaded = try await tree(published.download())
    let expected = try published.trees.folder.snapshot("output/production").filter { path, _ in
        !path.hasSuffix(".headers")
    }
    #expect(downloaded.tree.files == Set(expected.keys))
    for (path, bytes) in expected { #expect(try downloaded.tree.read(path, limit: 1 << 20) == bytes) }
    #expect(downloaded.problems == [])
    let plain = try await published.tree()
    #expect(plain.tree.files == downloaded.tree.files.filter { !$0.hasSuffix(".jws") || $0 == index })
}

@Test(.peers(.python3, .openssl, .curl)) func `a .jws that is not as listed is left out and named`() async throws {
    let changed = try PublishedTrees { trees in
        try trees.envelop(withoutHeaders)
        try trees.signAnew(a)
        try trees.remove("distribution/b.txt.jws")
    }
    let downloaded = try await tree(changed.download())
    #expect(
        downloaded.problems == [
            DownloadedTree.Problem(path: "\(a).jws", failure: .differs),
            DownloadedTree.Problem(path: "distribution/b.txt.jws", failure: .status(404)),
        ])
    #expect(downloaded.tree.files.isSuperset(of: [a, "\(a).sig", "distribution/b.txt"]))
    #expect(downloaded.tree.files.isDisjoint(with: ["\(a).jws", "distribution/b.txt.jws"]))
}
