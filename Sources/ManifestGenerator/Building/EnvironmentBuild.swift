import ManifestFormat
import ManifestSigning
import ManifestVerifier
import PublicationTree

/// Builds the tree of one environment beside the one it will replace.
struct EnvironmentBuild {
    let environment: EnvironmentPolicy
    let documents: [RenderedDocument]
    let key: EnvironmentSigner
    let request: BuildRequest
    /// The tree that was built or published before.
    let previous: PreviousTree?
    let output: OutputFolder
    let tell: @Sendable (BuildEvent) -> Void

    /// Signs, verifies and writes all documents, or finds that the tree in place is already this one.
    func run() async throws(BuildError) -> BuildReport {
        guard environment.name.allows(date: request.date, now: request.now) else {
            throw .dateAhead(environment.name, request.date)
        }
        let verifier = SignatureVerifier(
            keys: key.trusted, environment: environment.name, profile: environment.profile)
        let former = try formerTree(verifier: verifier)
        if let unchanged = try await unchangedDocuments(of: former, verifier: verifier) {
            return report(unchanged, isUnchanged: true)
        }
        let signing = DocumentSigning(
            environment: environment,
            signer: DocumentSigner(signer: key.signer, date: environment.profile == .dated ? request.date : nil),
            date: request.date, verifier: verifier, former: former)
        let counter = ProgressCounter(total: documents.count) { tell(.progress(environment.name, $0, $1)) }
        let signed = try await documents.concurrentMap { (document) throws(BuildError) in
            defer { counter.step() }
            return try await signing.sign(document)
        }
        // The index is one long piece of work: the other core writes the documents meanwhile.
        async let signedIndex = index(of: signed, signing: signing)
        let tree = try begin()
        try await write(signed, to: tree)
        let index = try await signedIndex.get()
        try await write([index], to: tree)
        return report((signed + [index]).map(\.report), isUnchanged: false)
    }

    private func index(
        of signed: [SignedDocument], signing: DocumentSigning
    ) async -> Result<SignedDocument, BuildError> {
        let publication = Publication(
            environment: environment.name, keyID: key.signer.keyID, profile: environment.profile,
            documents: signed.compactMap(\.listing))
        do throws(BuildError) {
            return .success(try await signing.sign(publication))
        } catch {
            return .failure(error)
        }
    }

    private func report(_ documents: [BuildReport.Document], isUnchanged: Bool) -> BuildReport {
        BuildReport(
            environment: environment.name, path: "\(request.output)/\(environment.name)", keyID: key.signer.keyID,
            keyName: key.name, profile: environment.profile, documents: documents, isUnchanged: isUnchanged)
    }

    // MARK: On disk

    private func begin() throws(BuildError) -> StagedTree {
        do throws(FileError) {
            return try output.stage(environment.name, for: documents.map(\.path))
        } catch {
            throw .file(error)
        }
    }

    private func write(_ signed: [SignedDocument], to tree: StagedTree) async throws(BuildError) {
        do throws(FileError) {
            _ = try await signed.concurrentMap { (document) throws(FileError) in try tree.write(document.files) }
        } catch {
            throw .file(error)
        }
    }

    private func unchangedDocuments(
        of former: FormerTree?, verifier: SignatureVerifier
    ) async throws(BuildError) -> [BuildReport.Document]? {
        // A tree that came from elsewhere says nothing of the one in place.
        guard let former, request.previous == nil else { return nil }
        do throws(FileError) {
            let tree = UnchangedTree(environment: environment, date: request.date, verifier: verifier, former: former)
            return try await tree.documents(documents)
        } catch {
            throw .file(error)
        }
    }

    private func formerTree(verifier: SignatureVerifier) throws(BuildError) -> FormerTree? {
        guard let previous else {
            tell(.noFormerTree(environment.name, request.previous ?? request.output))
            return nil
        }
        do throws(FileError) {
            return try FormerTree(previous.tree, verifier: verifier)
        } catch {
            throw .file(error)
        }
    }
}
