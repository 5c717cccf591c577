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
        let publication = terms.publication(
            signed.map(\.listing) + archives.map(\.listing), keys: signing.key.listedKeys)
        // The index is one long piece of work: the other core writes the documents meanwhile.
        async let signedIndex = signing.signIndex(publication)
        let tree = try transaction.stage(terms.name, for: signed.map(\.path) + archives.map(\.bundle.path))
        for archive in archives {
            try tree.write(archive.sidecars)
            if let body = archive.body { try tree.write(.file(body), to: archive.bundle.path.rawValue) }
        }
        _ = try await signed.concurrentMap { document in try tree.write(document.files) }
        let index = try await signedIndex
        try tree.write([TreeFile(path: DocumentPath.publication.file, bytes: index.file)])
        let late = signed.filter { $0.signatures.date.map { $0 > signing.date } ?? false && !$0.isKept }
        if let latest = late.compactMap(\.signatures.date).max() {
            report(.datedAhead(terms.name, late.count, latest))
        }
        return (signed.map(\.report) + archives.map(\.report)).sorted { $0.path < $1.path } + [index.report]
    }
}
