import LocalFiles
import ManifestFormat
import ManifestSigning
import ManifestVerifier
import PublicationTree

/// Signs all documents of one environment and writes the tree beside the one it will replace.
struct TreeSigning {
    let terms: SigningTerms
    let documents: [RenderedDocument]
    /// The web bundles, whose archives are signed before what is said of them.
    let shelf: BundleShelf
    let key: EnvironmentSigner
    /// The date to sign.
    let date: SignedDate
    /// Whose signatures are kept where they still hold.
    let former: FormerTree?
    let output: OutputFolder
    let tell: @Sendable (BuildEvent) -> Void

    /// Signs, verifies and writes; what was written is still to be installed.
    ///
    /// - Returns: the documents, the index last.
    func run() async throws(BuildError) -> [SignedDocument] {
        let verifier = SignatureVerifier(keys: key.trusted, environment: terms.name, profile: terms.profile)
        let signing = DocumentSigning(
            terms: terms, signer: DocumentSigner(signer: key.signer, date: terms.profile == .dated ? date : nil),
            date: date, verifier: verifier, former: former)
        let archived = ProgressCounter(
            total: shelf.offered.reduce(0) { $0 + $1.file.byteCount }, every: 1 << 20
        ) { tell(.working("signing", $0, of: $1)) }
        let archives = try await shelf.offered.concurrentMap { (bundle) throws(BuildError) in
            try await signing.sign(bundle) { archived.step(by: $0) }
        }
        let documents = documents + shelf.documents(archives.map(\.signatures.body))
        let counter = ProgressCounter(total: documents.count) { tell(.progress(terms.name, $0, $1)) }
        let rendered = try await documents.concurrentMap { (document) throws(BuildError) in
            defer { counter.step() }
            return try await signing.sign(document)
        }
        let signed = (rendered + archives).sorted { $0.path < $1.path }
        // The index is one long piece of work: the other core writes the documents meanwhile.
        async let signedIndex = index(of: signed, signing: signing)
        let tree = try begin(signed.map(\.path))
        try await write(signed, to: tree)
        let index = try await signedIndex.get()
        try await write([index], to: tree)
        return signed + [index]
    }

    private func index(
        of signed: [SignedDocument], signing: DocumentSigning
    ) async -> Result<SignedDocument, BuildError> {
        let publication = Publication(
            environment: terms.name, keyID: key.signer.keyID, profile: terms.profile,
            documents: signed.compactMap(\.listing))
        do throws(BuildError) {
            return .success(try await signing.sign(publication))
        } catch {
            return .failure(error)
        }
    }

    private func begin(_ paths: [DocumentPath]) throws(BuildError) -> StagedTree {
        do throws(FileError) {
            return try output.stage(terms.name, for: paths)
        } catch {
            throw .file(error)
        }
    }

    private func write(_ signed: [SignedDocument], to tree: StagedTree) async throws(BuildError) {
        do throws(FileError) {
            _ = try await signed.concurrentMap { (document) throws(FileError) in
                try tree.write(document.sidecars)
                try tree.write(document.body, to: document.path.rawValue)
                guard case .file = document.body else { return }
                // Whoever can write to its former place could have changed it since it was signed.
                let digest = try tree.digest(of: document.path.rawValue)
                guard digest == document.digest else {
                    throw FileError("\(terms.name)/\(document.path)", .read, .changed)
                }
            }
        } catch {
            throw .file(error)
        }
    }
}
