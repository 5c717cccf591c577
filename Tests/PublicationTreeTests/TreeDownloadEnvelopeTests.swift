import ExternalPrograms
import ManifestVerifier
import PublicationTree
import TestPublisher
import TestSupport
import Testing

private let a = "distribution/a.txt"
private let index = "publication.json"
private let withoutHeaders = Envelopes(hasHeaders: false, sidecars: [.jws, .sigstore])

private func tree(_ download: TreeDownload) async throws -> DownloadedTree {
    var tree: DownloadedTree?
    if case .tree(let downloaded) = try await download.run(withWebSignatures: true) { tree = downloaded }
    return try #require(tree)
}

@Test(.peers(.python3, .openssl, .curl)) func `every .jws comes where it is asked for, and nothing else`() async throws
{
    let published = try PublishedTrees { try $0.envelop(withoutHeaders) }
    let downloaded = try await tree(published.download())
    let expected = try published.trees.folder.snapshot("output/production").filter { path, _ in
        ![".headers", ".sigstore.json", ".jwks"].contains(where: path.hasSuffix)
    }
    #expect(downloaded.tree.files == Set(expected.keys))
    for (path, bytes) in expected { #expect(try downloaded.tree.read(path, limit: 1 << 20) == bytes) }
    #expect(downloaded.problems == [])
    let plain = try await published.tree()
    #expect(plain.tree.files == downloaded.tree.files.filter { !$0.hasSuffix(".jws") })
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

@Test(.peers(.python3, .openssl, .curl))
func `an index beside a former .sig is verified by its .jws, on a host without headers`() async throws {
    let published = try PublishedTrees { trees in
        try trees.envelop(withoutHeaders)
        try trees.shell("cp \(a).sig \(index).sig")
    }
    #expect(try await tree(published.download()).problems == [])
}

@Test func `a .jws proves an index only with the same body, key and environment`() throws {
    let trees = try SignedTrees(envelopes: withoutHeaders)
    let production = try #require(EnvironmentName("production"))
    let (body, sidecar, jws) = (
        try trees.read(index), try trees.read("\(a).sig"), try trees.read("\(index).jws")
    )
    func verify(_ jws: [UInt8], body: [UInt8] = body) -> Result<VerifiedIndex, VerifiedIndex.Failure> {
        Result { () throws(VerifiedIndex.Failure) in
            guard let keys = try? trees.keys() else { throw .signedByNoKnownKey }
            return try VerifiedIndex(
                body: body, sidecar: sidecar, headers: [], jws: jws, keys: keys, environment: production)
        }
    }
    #expect(try verify(jws).get().publication.envelopes == withoutHeaders)
    let date = try WebSignature(jws).header.date
    let others = try [
        jws + [0x0A], trees.read("\(a).jws"),
        RingKey(of: trees.folder).webSignature(of: body + [0x20], at: .publication, date: date),
        RingKey(of: trees.folder).webSignature(of: body, at: DocumentPath(a), date: date),
        RingKey("staging", of: trees.folder).webSignature(of: body, at: .publication, of: "staging", date: date),
        RingKey(of: trees.folder).webSignature(of: body, at: .publication, of: "staging", date: date),
    ]
    for other in others { #expect(throws: VerifiedIndex.Failure.self) { try verify(other).get() } }
    #expect(throws: VerifiedIndex.Failure.self) { try verify(jws, body: body + [0x20]).get() }
}
