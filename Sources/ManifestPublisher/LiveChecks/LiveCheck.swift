import Diagnostics
import ExternalPrograms
import LocalFiles
import ManifestVerifier
import PublicationTree

/// Fetches every document of a published tree as a client would, and says what is not as it must be.
///
/// Without a local tree the signed index on the host says what there must be; nothing is read of it before its
/// signature is verified. What differs is asked for again until the host has settled or the time for that is over.
package struct LiveCheck: Sendable {
    /// What happens meanwhile.
    package enum Event: Sendable {
        /// So many documents of so many were asked for in this round.
        case progress(Int, Int)
        /// So many documents differ, and are asked for again after this pause.
        case settling(Int, pause: Duration)
    }

    private let address: TreeAddress
    private let keys: TrustedKeys
    private let trust: LiveTrust
    private let network: LiveNetwork
    private let downloadsArchives: Bool
    private let tell: @Sendable (Event) -> Void

    /// - Parameters:
    ///   - address: where the tree is.
    ///   - keys: the keys that are known.
    ///   - downloadsArchives: whether archives of web bundles are downloaded, and not only asked for.
    ///   - tell: hears what happens.
    package init(
        _ address: TreeAddress, keys: TrustedKeys, trust: LiveTrust, network: LiveNetwork,
        downloadsArchives: Bool = false, tell: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        self.address = address
        self.keys = keys
        self.trust = trust
        self.network = network
        self.downloadsArchives = downloadsArchives
        self.tell = tell
    }

    /// Checks the tree by its own signed index.
    ///
    /// - Throws: when nobody answers at all, and when curl or the temporary folder fails.
    package func run() async throws -> LiveReport {
        try await settle { (former) async throws in
            var plan = try await LiveIndex(
                address: address, keys: keys, trust: trust, network: network, downloadsArchives: downloadsArchives
            ).plan()
            if let former { plan.keep(from: former) }
            return plan
        }
    }

    /// Checks that the host serves a tree that was published.
    ///
    /// - Parameter expectation: which signature headers a document must have.
    /// - Throws: when nobody answers at all, and when curl or the temporary folder fails.
    package func run(
        against tree: VerifiedTree, expectation: (DocumentPath) -> LiveExpectation.Signature = { _ in .exactly }
    ) async throws -> LiveReport {
        let formats = Dictionary(
            tree.publication.documents.map { ($0.path, $0.format) }, uniquingKeysWith: { first, _ in first })
        let expectations = tree.documents.map { document in
            LiveExpectation(
                path: document.path, format: formats[document.path], byteCount: document.byteCount,
                sha256: document.sha256, headers: document.headers, signature: expectation(document.path),
                source: .localTree, isOnlyAsked: document.format == .webBundle && !downloadsArchives)
        }
        let plan = LivePlan(
            rules: LiveRules(of: tree.publication, keys: keys, trust: trust), expectations: expectations)
        return try await settle { (former) async throws in
            var next = plan
            if let former { next.keep(from: former) }
            return next
        }
    }

    // MARK: Rounds

    /// Asks for what is to be asked for, round after round, until nothing differs or the time for that is over.
    private func settle(
        _ plan: (LivePlan?) async throws -> LivePlan
    ) async throws -> LiveReport {
        var current = try await asked(plan(nil))
        if current.isUnanswered, let failure = current.firstFailure {
            // A host that is not there does not settle.
            throw TreeDownloadError.document(url: address.url(of: failure.path.rawValue), failure.reason)
        }
        for pause in network.settling.pauses where current.differing > 0 {
            tell(.settling(current.differing, pause: pause))
            await network.settling.wait(pause)
            current = try await asked(plan(current))
        }
        return current.report(of: address)
    }

    /// Asks for what is pending, so many at once that their answers fit on the disk.
    private func asked(_ plan: LivePlan) async throws -> LivePlan {
        guard let rules = plan.rules else { return plan }
        var plan = plan
        let pending = plan.pending
        for start in stride(from: 0, to: pending.count, by: Limits.liveAnswers) {
            let part = Array(pending[start..<min(start + Limits.liveAnswers, pending.count)])
            let verdicts = try await LiveAnswer.fetching(
                part.map { $0.question(address) }, network
            ) { (answers) async throws(FileError) in
                try await Array(zip(part, answers)).concurrentMap { (pair) throws(FileError) in
                    try LiveExamination(rules: rules, expected: pair.0).verdict(on: pair.1)
                }
            }
            for (expectation, verdict) in zip(part, verdicts) { plan.verdicts[expectation.path] = verdict }
            tell(.progress(start + part.count, pending.count))
        }
        return plan
    }
}

extension LivePlan {
    /// Why the first document did not come.
    fileprivate var firstFailure: (path: DocumentPath, reason: TransferFailure)? {
        for path in verdicts.keys.sorted() {
            if case .noAnswer(let failure)? = verdicts[path]?.differences.first { return (path, failure) }
        }
        return nil
    }
}
