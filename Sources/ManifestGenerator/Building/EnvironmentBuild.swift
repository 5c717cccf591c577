import ManifestVerifier
import Plan
import Policy
import PublicationTree
import SigningKeys

/// Builds the tree of one environment beside the one it will replace.
struct EnvironmentBuild {
    let environment: RenderedEnvironment
    let key: EnvironmentSigner
    let request: BuildRequest
    /// The tree that was built or published before.
    let previous: PreviousTree?
    /// What changes for people; nil when there is nothing to compare with.
    let plan: EnvironmentPlan?
    let transaction: TreeTransaction
    let report: @Sendable (BuildEvent) -> Void

    private var name: EnvironmentName { environment.policy.name }

    /// Signs, verifies and writes all documents, or finds that the tree in place is already this one.
    func run() async throws -> BuildReport {
        try name.check(date: request.date, now: request.now)
        let signing = DocumentSigning(
            terms: environment.signingTerms, key: key, date: request.date, former: try formerTree())
        guard let bundles = environment.bundles else { return try await sign(environment.documents, [], signing) }
        return try await transaction.output.withWorkplace(of: name) { workplace in
            let archives = try await BundleSigning(
                environment: name, offering: bundles, key: key,
                former: try previous.map {
                    try FormerBundles($0.tree, of: name, keys: key.trusted, ring: key.ring)
                } ?? FormerBundles(),
                places: try ArchiveSources(
                    policy: request.policy.source.folder, previous: previous, named: request.archives,
                    variables: request.policy.variables),
                workplace: workplace, report: report
            ).run()
            // The last version of bundles that are no longer offered is named by the manifest and not published.
            return try await sign(
                environment.documents + bundles.documents(archives.map { ($0.bundle, $0.signed.signatures.body) }),
                archives.filter(\.bundle.isOffered).map(\.signed), signing)
        }
    }

    private func sign(
        _ documents: [RenderedDocument], _ archives: [SignedDocument], _ signing: DocumentSigning
    ) async throws -> BuildReport {
        let result = try await TreeSigning(
            documents: documents, archives: archives, signing: signing, transaction: transaction,
            isInPlace: previous?.isInPlace == true, report: report
        ).run()
        return BuildReport(
            environment: name, path: "\(request.policy.output)/\(name)", key: (key.signer.keyID, key.name),
            digest: nil, profile: signing.terms.profile, envelopes: signing.terms.envelopes,
            documents: result.documents, isUnchanged: result.isUnchanged, plan: plan,
            rendered: environment)
    }

    private func formerTree() throws -> FormerTree? {
        guard let previous else {
            let place = request.policy.previous ?? request.policy.output
            report(.note("no former tree of \"\(name)\" in \(place): every document is signed anew"))
            return nil
        }
        let kept: FormerTree.Kept =
            request.isFresh ? .nothing : previous.mayBeStale ? .undated : .everything
        if kept == .undated, environment.signingTerms.hasDates, let address = previous.download?.address.rawValue {
            report(.note("\(address) may be a stale cache: every dated document of \"\(name)\" is signed anew"))
        }
        return try FormerTree(previous.tree, key: key, kept: kept)
    }
}
