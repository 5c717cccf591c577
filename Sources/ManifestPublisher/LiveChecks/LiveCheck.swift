import Diagnostics
import LocalFiles
import ManifestVerifier
import Programs
import PublicationTree

/// Fetches every document of a published tree as a client would, and reports what is not as it must be.
///
/// Without a local tree the signed index on the host says what it must serve; nothing in it is read before its
/// signature is verified. What differs is requested again until the host has settled, the time for that is over, or waiting
/// cannot help.
package struct LiveCheck: Sendable {
    package enum Event: Sendable {
        /// The number of documents that were requested in this round, and the total.
        case progress(Int, Int)
        /// These paths or URLs differ, and are requested again until they do not, for so long at most.
        case settling([String], left: Duration)
    }

    private let files: PublishedFiles
    private let keys: KeyChoice
    private let trust: LiveTrust
    private let network: LiveNetwork
    private let downloadsArchives: Bool
    private let events: @Sendable (Event) -> Void

    /// - Parameters:
    ///   - keys: the keys that may have signed; a single one is the key of the whole tree.
    ///   - downloadsArchives: whether archives of web bundles are downloaded, instead of only their headers.
    package init(
        _ address: TreeAddress, keys: KeyChoice, trust: LiveTrust, network: LiveNetwork,
        downloadsArchives: Bool = false, events: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        files = PublishedFiles(at: address, variables: network.variables, timeLimits: network.timeLimits)
        self.keys = keys
        self.trust = trust
        self.network = network
        self.downloadsArchives = downloadsArchives
        self.events = events
    }

    /// Checks the tree by its own signed index.
    ///
    /// - Throws: when the host does not answer at all, and when curl or the temporary folder fails.
    package func run() async throws -> LiveReport {
        let index = LiveIndex(
            files: files, keys: keys, trust: trust, network: network, downloadsArchives: downloadsArchives)
        return try await settle { () async throws in try await index.plan() }
    }

    /// Checks that the host serves a tree that was published.
    ///
    /// - Parameters:
    ///   - leftAlone: the files that were not sent, by their paths: these are what is there.
    ///   - awaitsPurge: whether caches were told to drop their copies, which takes them a while.
    /// - Throws: when the host does not answer at all, and when curl or the temporary folder fails.
    package func run(
        against tree: VerifiedTree, leftAlone: [String: LeftAlone] = [:], awaitsPurge: Bool = false
    ) async throws -> LiveReport {
        let expectations = tree.documents.map { document in
            let live = leftAlone[document.path.rawValue]
            return LiveExpectation(
                path: document.path, format: document.format, byteCount: live?.byteCount ?? document.byteCount,
                digest: live?.digest ?? document.digest, headers: live?.headers(of: document) ?? document.headers,
                jws: document.jws.map { leftAlone[$0.path]?.digest ?? $0.digest }, source: .published,
                isHead: document.format == .webBundle && !downloadsArchives)
        }
        let plan = LivePlan(
            rules: LiveRules(of: tree.index, keys: keys, trust: trust),
            expectations: expectations + [
                LiveExpectation(index: tree.index, at: leftAlone[DocumentPath.publication.file], source: .published)
            ])
        return try await settle(awaitsPurge: awaitsPurge) { plan }
    }

    /// Requests what is pending, round after round, until nothing differs or the time for that is over.
    private func settle(
        awaitsPurge: Bool = false, _ plan: () async throws -> LivePlan
    ) async throws -> LiveReport {
        var current = try await asked(plan(), formerlyAfter: nil)
        if current.isUnanswered, let failure = current.firstFailure {
            // A host that cannot be reached does not settle.
            throw ErrorReport(failure.reason, ofDocumentAt: files.address.url(of: failure.path.file))
        }
        var waited = Duration.zero
        var announced: [DocumentPath] = []
        for pause in network.settling.pauses {
            let differing = current.settling(awaitsPurge: awaitsPurge)
            guard !differing.isEmpty else { break }
            if differing != announced {
                events(.settling(differing.map(\.file), left: network.settling.bound - waited))
                announced = differing
            }
            await network.settling.wait(pause)
            var next = try await plan()
            next.keep(from: current)
            current = try await asked(next, formerlyAfter: waited.components.seconds)
            waited += pause
        }
        return current.report(of: files.address)
    }

    /// Requests what is pending, in parts whose answers fit on the disk.
    ///
    /// - Parameter seconds: how long after the publication the former round was, at least; nil in the first one.
    private func asked(_ plan: LivePlan, formerlyAfter seconds: Int64?) async throws -> LivePlan {
        guard let rules = plan.rules else { return plan }
        var plan = plan
        let pending = plan.pending
        var done = 0
        for part in pending.parts(count: Limits.liveAnswers, bytes: Limits.treeBytes, of: \.question.diskBytes) {
            let verdicts = try await LiveAnswer.fetching(
                part.map(\.question), from: files, network
            ) { (answers) async throws(FileError) in
                try await Array(zip(part, answers)).concurrentMap { (pair) throws(FileError) in
                    try LiveExamination(rules: rules, expected: pair.0, requestedAfter: seconds)
                        .verdict(on: pair.1)
                }
            }
            for (expectation, verdict) in zip(part, verdicts) { plan.verdicts[expectation.path] = verdict }
            done += part.count
            events(.progress(done, pending.count))
        }
        return plan
    }
}
