import ManifestPolicy
import LocalFiles
import ManifestVerifier
import PublicationTree
import SigningKeys

/// Builds the tree of one environment beside the one it will replace.
struct EnvironmentBuild {
    let environment: RenderedEnvironment
    let key: EnvironmentSigner
    let request: BuildRequest
    /// The tree that was built or published before.
    let previous: PreviousTree?
    let output: OutputFolder
    let tell: @Sendable (BuildEvent) -> Void

    private var terms: SigningTerms { environment.policy.signingTerms }

    /// Signs, verifies and writes all documents, or finds that the tree in place is already this one.
    func run() async throws -> BuildReport {
        guard terms.name.allows(date: request.date, now: request.now) else {
            throw BuildError.dateAhead(terms.name, request.date)
        }
        let verifier = SignatureVerifier(keys: key.trusted, environment: terms.name, profile: terms.profile)
        let former = try formerTree(verifier: verifier)
        defer { if environment.bundles != nil { output.clearWorkplace(terms.name) } }
        let signed = try await signedArchives()
        // The last version of bundles that are no longer offered is named by the manifest and not published.
        let archives = environment.bundles?.offered.isEmpty == false ? signed : []
        let documents = environment.documents + (environment.bundles?.documents(signed.map(\.signature)) ?? [])
        if let former, previous?.isInPlace == true, !request.isFresh {
            let tree = UnchangedTree(terms: terms, date: request.date, verifier: verifier, former: former)
            let unchanged = try await filing { () async throws(FileError) in
                try await tree.documents(documents, archives)
            }
            if let unchanged { return report(unchanged, isUnchanged: true) }
        }
        let written = try await TreeSigning(
            terms: terms, documents: documents, archives: archives, key: key, date: request.date, former: former,
            output: output, tell: tell
        ).run()
        return report(written, isUnchanged: false)
    }

    private func report(_ documents: [BuildReport.Document], isUnchanged: Bool) -> BuildReport {
        BuildReport(
            environment: terms.name, path: "\(request.policy.output)/\(terms.name)", keyID: key.signer.keyID,
            keyName: key.name, profile: terms.profile, documents: documents, isUnchanged: isUnchanged)
    }

    private func signedArchives() async throws -> [SignedArchive] {
        guard let offering = environment.bundles else { return [] }
        let places = try ArchivePlaces(
            policy: request.policy.source.folder, previous: previous, named: request.archives,
            variables: request.policy.variables)
        let (former, workplace) = try await filing { () async throws(FileError) in
            (
                try previous.map { (previous) throws(FileError) in
                    try FormerBundles(previous.tree, of: terms.name, keys: key.trusted)
                } ?? FormerBundles(), try output.workplace(terms.name)
            )
        }
        return try await BundleSigning(
            environment: terms.name, offering: offering, key: key, former: former,
            places: places, workplace: workplace, tell: tell
        ).run()
    }

    private func formerTree(verifier: SignatureVerifier) throws -> FormerTree? {
        guard let previous else {
            tell(.noFormerTree(terms.name, request.policy.previous ?? request.policy.output))
            return nil
        }
        let extent: FormerTree.Kept =
            request.isFresh ? .nothing : previous.download == nil ? .everything : .undated
        if extent == .undated, terms.profile == .dated, let address = previous.download?.address.rawValue {
            tell(.signsDatedAnew(terms.name, address))
        }
        return try FormerTree(previous.tree, verifier: verifier, kept: extent)
    }

    private func filing<Value>(_ body: () async throws(FileError) -> Value) async throws -> Value {
        return try await body()
    }
}
