import Diagnostics
import LocalFiles
import ManifestPolicy
import ManifestVerifier
import PublicationTree
import SigningKeys

/// Signs all documents of one environment and writes the tree beside the one it will replace.
struct TreeSigning {
    let terms: SigningTerms
    let documents: [RenderedDocument]
    /// The archives of web bundles, which are signed already.
    var archives: [SignedArchive] = []
    let key: EnvironmentSigner
    /// What the clock says, or `--at`.
    let date: SignedDate
    /// Whose signatures are kept where they still hold.
    let former: FormerTree?
    let output: OutputFolder
    let tell: @Sendable (BuildEvent) -> Void

    /// Signs, verifies and writes; what was written is still to be installed.
    ///
    /// - Returns: what was signed, ordered by path, the index last.
    func run() async throws -> [BuildReport.Document] {
        let verifier = SignatureVerifier(keys: key.trusted, environment: terms.name, profile: terms.profile)
        let signing = DocumentSigning(
            terms: terms, key: key, date: date, verifier: verifier, former: former)
        let counter = ProgressCounter(total: 2 * documents.count, every: 128) {
            tell(.progress(terms.name, $0 / 2, $1 / 2))
        }
        let signed = try await signing.sign(documents) { counter.step(by: $0) }
        // The index is one long piece of work: the other core writes the documents meanwhile.
        async let signedIndex = index(of: signed, signing: signing)
        let tree = try begin(signed.map(\.path) + archives.map(\.bundle.path))
        try await write(signed, to: tree)
        let index = try await signedIndex.get()
        try await write([index], to: tree)
        let late = (signed + [index]).filter { $0.signatures.date.map { $0 > date } ?? false && !$0.isKept }
        if let latest = late.compactMap(\.signatures.date).max() { tell(.datedAhead(terms.name, late.count, latest)) }
        return (signed.map(\.report) + archives.map(\.report)).sorted { $0.path < $1.path } + [index.report]
    }

    private func index(
        of signed: [SignedDocument], signing: DocumentSigning
    ) async -> Result<SignedDocument, any Error> {
        let publication = Publication(
            environment: terms.name, keyID: key.signer.keyID, profile: terms.profile,
            documents: signed.compactMap(\.listing) + archives.map(\.listing))
        do {
            return .success(try await signing.sign(publication))
        } catch {
            return .failure(error)
        }
    }

    private func begin(_ paths: [DocumentPath]) throws -> StagedTree {
        let tree = try output.stage(terms.name, for: paths)
        for archive in archives {
            try tree.write(archive.sidecars)
            if let body = archive.body { try tree.write(.file(body), to: archive.bundle.path.rawValue) }
        }
        return tree
    }

    private func write(_ signed: [SignedDocument], to tree: StagedTree) async throws {
        _ = try await signed.concurrentMap { (document) throws(FileError) in try tree.write(document.files) }
    }
}
