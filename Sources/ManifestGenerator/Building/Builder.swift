import Diagnostics
import ManifestVerifier
import Plan
import Policy
import PublicationTree
import SigningKeys

/// Builds trees: policy → documents → signatures → `output/<environment>/`.
package struct Builder: Sendable {
    private let request: BuildRequest
    private let report: @Sendable (BuildEvent) -> Void

    /// - Parameter report: receives events, from any thread.
    package init(_ request: BuildRequest, report: @escaping @Sendable (BuildEvent) -> Void) {
        self.request = request
        self.report = report
    }

    /// Builds all environments of the request: every tree is rendered, signed, verified and written before the first is
    /// put in place.
    ///
    /// Unsigned it needs no key: bodies, and an index that after a review can be signed elsewhere, to the byte
    /// (`PublicationSigning`).
    package func build() async throws -> [BuildReport] {
        let isUnsigned = request.policy.isUnsigned
        if case .starter = request.policy.source, !isUnsigned {
            report(.note("building the starter policy as environment \"development\""))
        }
        let findings = Findings()
        let rendered = try await render(findings)
        return try await TreeTransaction.run(in: request.policy.output, report: report) { transaction in
            // The development key is made under the lock: two first builds must not both make one.
            let folder = isUnsigned ? nil : try await keyFolder()
            let keys = try folder?.trusted ?? comparisonKeys()
            var builds: [() async throws -> BuildReport] = []
            for environment in rendered.environments {
                let previous = try await former(of: environment, keys: keys, in: transaction)
                let plan = try plan(
                    environment, of: rendered, with: previous, keys: keys, signing: folder, findings)
                guard let folder else {
                    builds.append { try write(environment, plan, in: transaction) }
                    continue
                }
                let key = try await folder.signer(for: environment.policy.name, secrets: request.secrets)
                let build = EnvironmentBuild(
                    environment: environment, key: key, request: request, previous: previous, plan: plan,
                    transaction: transaction, report: report)
                builds.append(build.run)
            }
            try accept(findings)
            var reports: [BuildReport] = []
            for build in builds { reports.append(try await build()) }
            return reports
        }
    }

    private func render(_ findings: Findings) async throws -> RenderedPolicy {
        let rendered = try await RenderedPolicy(request.policy, findings)
        if request.policy.previous == nil { try rendered.checkAlone(findings) }
        try refuse(findings)
        return rendered
    }

    private func refuse(_ findings: Findings) throws {
        guard findings.haveErrors || (request.isStrict && findings.sorted.contains(where: \.stopsStrict))
        else { return }
        throw PolicyRefusal.refused(findings.sorted)
    }

    /// Fails when a finding stops the build, and reports the warnings otherwise.
    private func accept(_ findings: Findings) throws {
        try refuse(findings)
        for finding in findings.sorted { report(.finding(finding)) }
    }

    /// The former tree. An unsigned build has one only if the request names it.
    private func former(
        of environment: RenderedEnvironment, keys: TrustedKeys?, in transaction: TreeTransaction
    ) async throws -> PreviousTree? {
        let isUnsigned = request.policy.isUnsigned
        guard let keys, !isUnsigned || request.policy.previous != nil else { return nil }
        return try await PreviousTree.former(
            of: environment.policy.name, keys: keys, in: transaction.output,
            named: request.policy.previous.map { request.policy.place(named: $0, of: environment.policy) },
            isUnsigned ? .renderedDocuments : .documents, wanted: environment.formats,
            variables: request.policy.variables)
    }

    /// What an environment changes; nil, which is reported, when no tree is named to compare with. The tree in place is
    /// what was built; it may never have been published.
    private func plan(
        _ environment: RenderedEnvironment, of rendered: RenderedPolicy, with previous: PreviousTree?,
        keys: TrustedKeys?, signing folder: KeyFolder?, _ findings: Findings
    ) throws -> EnvironmentPlan? {
        guard let named = request.policy.previous else {
            if case .file = request.policy.source {
                let name = environment.policy.name
                report(.note("\(name): compared with nothing; --previous live says what changes for people"))
            }
            return nil
        }
        let place = request.policy.place(named: named, of: environment.policy)
        let proven = try keys.flatMap { keys in
            try previous?.proven(of: environment.policy.name, keys: keys, wanted: environment.formats)
        }
        let plan = try rendered.plan(
            environment, comparedWith: FormerSide(place: place, tree: proven), signing: folder,
            since: request.now.instant)
        for finding in plan.findings { findings.add(finding) }
        return plan
    }

    private func keyFolder() async throws -> KeyFolder {
        guard case .starter = request.policy.source else { return try KeyFolder.open(request.policy.keys) }
        let (folder, isNew) = try await DevelopmentKey.folder(below: request.policy.keys, secrets: request.secrets)
        if isNew {
            report(.note("made a development key in \(folder.path); it is for this machine only and never in git"))
        }
        return folder
    }

    /// The keys that verify a former tree; nil without a ring, when there is nothing to compare with.
    private func comparisonKeys() throws -> TrustedKeys? {
        // A former tree that was named cannot be believed without a ring, which is then an error.
        request.policy.previous == nil
            ? try TrustedKeys.readingIfPresent(request.policy.keys) : try TrustedKeys.reading(request.policy.keys)
    }

    private func write(
        _ environment: RenderedEnvironment, _ plan: EnvironmentPlan?, in transaction: TreeTransaction
    ) throws -> BuildReport {
        let terms = environment.signingTerms
        let path = "\(request.policy.output)/\(terms.environment)"
        guard environment.bundles == nil else {
            throw ErrorReport(
                .refused, "environment \"\(terms.environment)\" has web bundles, which an unsigned tree cannot have",
                hint: "their documents hold signatures; build without --unsigned")
        }
        if try transaction.output.tree(of: terms.environment)?.files.contains(DocumentPath.publication.file) == true {
            report(
                .warning(
                    "\(path) was signed and is no longer",
                    hint: "signet build signs it again; --output puts an unsigned tree elsewhere"))
        }
        let publication = terms.listing(environment.documents.map(\.listing))
        let index = JSONWriter.bytes(of: publication.json)
        let tree = try transaction.stage(terms.environment, for: environment.documents.map(\.path))
        try tree.write(environment.documents.map { TreeFile(path: $0.path.rawValue, bytes: $0.body) })
        try tree.write([TreeFile(path: DocumentPath.publication.rawValue, bytes: index)])
        return BuildReport(
            environment: terms.environment, path: path, key: nil, digest: SHA256.hash(index), profile: terms.profile,
            envelopes: terms.envelopes,
            documents: publication.documents.map {
                BuildReport.Document(path: $0.path, byteCount: $0.byteCount, sha256: $0.sha256, date: nil, isKept: nil)
            }, isUnchanged: false, plan: plan, rendered: environment)
    }
}

extension RenderedDocument {
    /// How an index lists the document before it is signed.
    fileprivate var listing: Publication.Document {
        Publication.Document(
            path: path, format: format, byteCount: body.count, sha256: SHA256.hash(body).hexadecimal,
            headers: unsignedFields, knowledge: knowledge)
    }
}

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
