import LocalFiles
import ManifestFormat
import ManifestSigning
import ManifestVerifier
import PublicationTree

/// Builds the tree of one environment beside the one it will replace.
struct EnvironmentBuild {
    let environment: EnvironmentPolicy
    let documents: [RenderedDocument]
    /// The web bundles of the former tree.
    let shelf: BundleShelf
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
        let signed = try await TreeSigning(
            terms: environment.signingTerms, documents: documents, shelf: shelf, key: key, date: request.date,
            former: former,
            output: output, tell: tell
        ).run()
        return report(signed.map(\.report), isUnchanged: false)
    }

    private func report(_ documents: [BuildReport.Document], isUnchanged: Bool) -> BuildReport {
        BuildReport(
            environment: environment.name, path: "\(request.output)/\(environment.name)", keyID: key.signer.keyID,
            keyName: key.name, profile: environment.profile, documents: documents, isUnchanged: isUnchanged)
    }

    // MARK: The former tree

    private func unchangedDocuments(
        of former: FormerTree?, verifier: SignatureVerifier
    ) async throws(BuildError) -> [BuildReport.Document]? {
        // A tree that came from elsewhere says nothing of the one in place.
        guard let former, request.previous == nil else { return nil }
        do throws(FileError) {
            let tree = UnchangedTree(
                terms: environment.signingTerms, date: request.date, verifier: verifier, former: former)
            return try await tree.documents(documents, shelf)
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
