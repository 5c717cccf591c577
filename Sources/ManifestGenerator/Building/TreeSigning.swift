import Diagnostics
import ManifestPolicy
import ManifestVerifier
import PublicationTree
import SigningKeys
import LocalFiles

/// Signs all documents of one environment and writes the tree beside the one it will replace.
struct TreeSigning {
    let documents: [RenderedDocument]
    /// The archives of web bundles, which are signed already.
    let archives: [SignedArchive]
    /// The bytes of `keys.jwks`, if there is one.
    let keySet: [UInt8]?
    let signing: DocumentSigning
    let transaction: TreeTransaction
    let report: @Sendable (BuildEvent) -> Void

    /// Signs, verifies and stages.
    ///
    /// - Returns: what was signed, ordered by path, the index last.
    func run() async throws -> [BuildReport.Document] {
        let terms = signing.terms
        let counter = ProgressCounter(total: documents.count) { report(.progress(terms.name, $0, $1)) }
        let signed = try await signing.sign(documents) { counter.step() }
        let publication = Publication(
            environment: terms.name, keyID: signing.key.signer.keyID, profile: terms.profile,
            envelopes: terms.envelopes, keySet: keySet.map { SHA256.hash($0).hexadecimal },
            documents: signed.compactMap(\.listing) + archives.map(\.listing))
        // The index is one long piece of work: the other core writes the documents meanwhile.
        async let signedIndex = signing.sign([
            RenderedDocument.index(body: JSONWriter.bytes(of: publication.json), cacheControl: terms.cacheControl)
        ])
        let tree = try transaction.stage(terms.name, for: signed.map(\.path) + archives.map(\.bundle.path))
        if let keySet { try tree.write([TreeFile(path: DocumentPath.keySet, bytes: keySet)]) }
        for archive in archives {
            try tree.write(archive.sidecars)
            if let body = archive.body { try tree.write(.file(body), to: archive.bundle.path.rawValue) }
        }
        _ = try await signed.concurrentMap { document in try tree.write(document.files) }
        let index = try await signedIndex[0]
        try tree.write(index.files)
        let late = (signed + [index]).filter { $0.signatures.date.map { $0 > signing.date } ?? false && !$0.isKept }
        if let latest = late.compactMap(\.signatures.date).max() {
            report(.datedAhead(terms.name, late.count, latest))
        }
        return (signed.map(\.report) + archives.map(\.report)).sorted { $0.path < $1.path } + [index.report]
    }
}
