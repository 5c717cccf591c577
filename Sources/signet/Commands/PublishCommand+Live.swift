import Diagnostics
import FoundationEssentials
import LocalFiles
import ManifestPublisher
import ManifestVerifier
import Plan
import Policy
import Programs
import PublicationTree
import SigningKeys

/// What is live before a tree is published, and what may take its place. That nothing is known is not that nothing is live.
extension PublishRun {
    /// What a tree is compared with, and the name of its place.
    typealias Former = (live: LiveTree, place: String)

    /// What a bucket has; nil when nothing of a publication is there.
    func former(
        in bucket: LiveTree, at place: String, for tree: VerifiedTree, _ keys: TrustedKeys
    ) async throws -> Former? {
        guard bucket.isEmpty else { return try found((bucket, place), for: tree) }
        // Apps may have what another bucket serves them now. An origin that does not answer waits for its first bucket.
        if let address = try servedAddress(), let live = try? await live(at: address, for: tree, keys), !live.isEmpty {
            return try found((live, address.rawValue), for: tree)
        }
        return try await nothing(at: place, for: tree, keys)
    }

    /// What is live for a folder: the tree in it, if that verifies, else what the origin serves, else the tree that
    /// `--against` names; nil when nothing is. Also what the clock of the origin said, where it was asked.
    func former(
        _ site: StaticSite?, at path: String, for tree: VerifiedTree, _ keys: TrustedKeys
    ) async throws -> (Former?, clock: SignedDate?) {
        if let site {
            if case .success? = site.live.proven.index { return (try found((site.live, path), for: tree), nil) }
            if let failure = site.live.failure {
                try refuseOther(failure, at: path)
                terminal.warning(
                    "\(path): the index that is there \(failure.message)",
                    hint: "what is live is read from the origin instead")
            }
        }
        let unknown: ErrorReport
        var mayBeFirst = true
        if let address = try servedAddress() {
            do {
                let live = try await live(at: address, for: tree, keys)
                guard live.isEmpty else { return (try found((live, address.rawValue), for: tree), live.clock) }
                // A folder without its index was published to, whatever the host that serves it says.
                if let site, !site.live.isEmpty { return (try found((site.live, path), for: tree), live.clock) }
                return (try await nothing(at: address.rawValue, for: tree, keys), live.clock)
            } catch let error as any ReportableError where error.report.kind == .unavailable {
                unknown = error.report
                // A host that answers is there already.
                if case .index(_, .status)? = error as? TreeDownloadError { mayBeFirst = false }
            }
        } else {
            unknown = ErrorReport(
                .unavailable, "\(path) has no tree that verifies, and there is no origin",
                hint: "name it with --url")
        }
        if let kept = try await kept(beside: tree, keys) { return (kept, nil) }
        // What a revoked key has signed, as a person has said.
        if let site, site.live.failure != nil, allowed.contains(.unverifiedDocument) { return ((site.live, path), nil) }
        let other = site?.live.firstPath.flatMap { site?.live.isBeginning(of: tree) ?? false ? nil : $0 }
        guard arguments.has("--first"), mayBeFirst else {
            let steps = [
                unknown.hint, Self.againstHint,
                site?.live.failure.map { _ in
                    "if its key is revoked, with --allow \(FindingCode.unverifiedDocument.rawValue)"
                },
                mayBeFirst && other == nil
                    ? "if nothing was ever published there, once and never in a pipeline: --first" : nil,
            ]
            throw ErrorReport(
                .unavailable, "\(unknown.message): what is live is not known",
                hint: steps.compactMap(\.self).joined(separator: "; "))
        }
        if let other { throw notFirst("\(path) has \(other)", hint: Self.againstHint) }
        terminal.note("\(unknown.message): published as the first tree, compared with nothing")
        return (nil, nil)
    }

    private func live(
        at address: TreeAddress, for tree: VerifiedTree, _ keys: TrustedKeys
    ) async throws -> LiveTree {
        let network = LiveNetwork(variables: arguments.variables)
        return try await LiveOrigin(address, for: tree, keys: keys, network: network).read()
    }

    private func found(_ former: Former, for tree: VerifiedTree) throws -> Former? {
        guard arguments.has("--first") else { return former }
        guard !former.live.isBeginning(of: tree) else {
            terminal.note("\(former.place) has a part of this very tree, and no index: its first publication goes on")
            return nil
        }
        throw notFirst("\(former.place) has \(former.live.firstPath ?? DocumentPath.publication.file)")
    }

    private func notFirst(
        _ reason: String, hint: String = "publish without --first: what changes is compared with what is live"
    ) -> ErrorReport {
        ErrorReport(.refused, "--first is for a place where nothing was published, and \(reason)", hint: hint)
    }

    private static let againstHint = "compare with a tree that was kept: --against TREE"

    /// An empty place. Once apps have a key of the environment, it does not prove that nothing was published.
    private func nothing(at place: String, for tree: VerifiedTree, _ keys: TrustedKeys) async throws -> Former? {
        if let kept = try await kept(beside: tree, keys) { return kept }
        if !arguments.has("--first"), let reason = KeyFolder.shipped(environment, ring: arguments.keys) {
            throw ErrorReport(
                .refused, "nothing is published at \(place), but \(reason)",
                hint:
                    "check the place; compare with a tree that was kept: --against TREE; if the place is new, once and "
                    + "never in a pipeline: --first")
        }
        terminal.note("nothing is published at \(place): nothing to compare with")
        return nil
    }

    /// The tree that `--against` names; nil without the flag.
    private func kept(beside new: VerifiedTree, _ keys: TrustedKeys) async throws -> Former? {
        guard let path = try arguments.kept else { return nil }
        guard !path.contains("://") else {
            throw arguments.usage("--against is a folder with a tree that was kept, and \(path) is an address")
        }
        guard let tree = try TreeFolder.trees(at: path, environment: environment).first?.tree else {
            throw PreviousTree.notFound(environment, at: path)
        }
        switch try await VerifiedTree.verify(tree, environment: environment, keys: keys) {
        case .verified(let tree):
            guard tree.folder.identity != new.folder.identity else {
                throw ErrorReport(
                    .refused, "\(path): is what is to be published, and not a tree that was kept",
                    hint: "name one of an earlier publication with --against")
            }
            return (try LiveTree(kept: tree, keys: keys), path)
        case .refused(let report):
            VerificationOutput.show(report.refusals, below: path, terminal)
            throw ErrorReport(
                .refused, "\(path): does not verify, so nothing is compared with it",
                hint: "name another with --against")
        }
    }

    /// Refuses what takes something away from apps, unless the policy or the person at the terminal allows it.
    ///
    /// - Returns: what changes for people.
    func hold(_ tree: VerifiedTree, against former: Former?, at place: String) throws -> EnvironmentPlan {
        if let former, let failure = former.live.failure { try refuseOther(failure, at: former.place) }
        let ring = try TrustedKeys.readingIfPresent(arguments.keys)?.keys ?? []
        let new = ComparedTree(
            tree, policy: terms?.environment, keyNames: ring.filter { $0.environment == environment }.map(\.name))
        let shipped = KeyFolder.shipped(environment, ring: arguments.keys)
        let plan = try EnvironmentPlan(
            new,
            against: former.map { ComparedTree.sides(of: $0.live.proven, comparedWith: new, isIndexed: shipped) } ?? [],
            at: former?.place ?? place,
            file: terms?.file ?? environment.rawValue, since: Instant(Date()) ?? .earliest,
            counting: try CountedPopulation(terms?.population))
        let refused = plan.findings.filter { finding in
            finding.severity == .error && !finding.needsAcknowledgement
                || finding.needsAcknowledgement && !allowed.contains(finding.code)
        }
        for finding in plan.findings { PlanOutput.say(finding, isRefused: refused.contains(finding), terminal) }
        PlanOutput.showFirstLines(of: plan, terminal)
        guard refused.isEmpty else {
            let codes = Set(refused.filter(\.needsAcknowledgement).map(\.code))
            let inPolicy =
                codes.isSubset(of: Allowance.codes)
                ? "acknowledge it in the policy as above, and build again; or, " : ""
            let flags = codes.map { "--allow \($0.rawValue)" }.sorted().joined(separator: " ")
            throw ErrorReport(
                .refused, "nothing was published",
                hint: codes.isEmpty ? nil : "\(inPolicy)at a terminal, publish with \(flags)")
        }
        return plan
    }

    /// Fails for the index of another environment.
    private func refuseOther(_ failure: VerifiedIndex.Failure, at place: String) throws {
        switch failure {
        case .keyOfAnotherEnvironment, .ofAnotherEnvironment:
            throw ErrorReport(
                .refused, "\(place): the index that is there \(failure.message)",
                hint: "each environment has a place of its own; check --to")
        default: break
        }
    }
}

extension LiveTree {
    /// Why the index is not trusted; nil also when there is none.
    fileprivate var failure: VerifiedIndex.Failure? {
        if case .failure(let failure)? = proven.index { failure } else { nil }
    }
}
