import ManifestVerifier
import Programs
import PublicationTree
import Testing
import TestPublisher
import TestSupport

private let index = "publication.jws"
private let withoutHeaders = Envelopes(hasHeaders: false, hasJWS: true)

@Test(.peers(.python3, .openssl, .curl)) func `every .jws comes, since devices may read it in place of the body`()
    async throws
{
    let published = try PublishedTrees { try $0.envelop(withoutHeaders) }
    let downloaded = try await published.tree()
    let expected = try published.trees.folder.snapshot("output/production").filter { path, _ in
        !path.hasSuffix(".headers")
    }
    #expect(downloaded.tree.files == Set(expected.keys))
    for (path, bytes) in expected { #expect(try downloaded.tree.read(path, limit: 1 << 20) == bytes) }
    #expect(downloaded.proven.failures == [:])
    let plain = try await published.tree(published.download(), .renderedDocuments)
    let rendered = ["distribution/availability-android", "distribution/availability-ios"]
    #expect(plain.tree.files == Set([index] + rendered.flatMap { [$0, "\($0).jws"] }))
}

@Test(.peers(.python3, .openssl, .curl), arguments: [TreeDownload.Extent.documents, .renderedDocuments])
func `a .jws that is not as listed is left out, and compared beside its body`(extent: TreeDownload.Extent) async throws
{
    let (ios, android) = ("distribution/availability-ios", "distribution/availability-android")
    let changed = try PublishedTrees { trees in
        try trees.envelop(withoutHeaders)
        let other = try trees.folder.text("output/production/\(ios)") + " "
        let date = try #require(SignedDate(headerValue: "Tue, 04 Aug 2026 10:00:00 UTC"))
        try trees.folder.write(
            "output/production/\(ios).jws",
            RingKey(of: trees.folder).jws(of: Array(other.utf8), at: DocumentPath(ios), date: date))
        try trees.remove("\(android).jws")
    }
    let downloaded = try await changed.tree(changed.download(), extent)
    #expect(downloaded.proven.bodies[ios]?.count == 2)
    #expect(downloaded.proven.bodies[android]?.count == 1)
    #expect(downloaded.proven.failures == [:])
    #expect(downloaded.tree.files.isDisjoint(with: ["\(ios).jws", "\(android).jws"]))
}
