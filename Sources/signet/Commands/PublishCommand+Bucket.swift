import Diagnostics
import FoundationEssentials
import ManifestPublisher
import ManifestVerifier
import Policy
import Programs
import PublicationTree
import SigningKeys
import Synchronization

extension PublishCommand {
    static func publish(
        _ environment: EnvironmentName, to address: BucketAddress, _ terms: PublishingTerms?,
        _ allowed: Set<FindingCode>,
        _ arguments: Arguments, _ terminal: Terminal
    ) async throws -> ExitCode {
        try arguments.refuseFlags(of: .bucket, "\(address) is a bucket")
        let invalidation = try invalidation(arguments)
        let url = try await liveAddress(terms, arguments, terminal)
        let settling = try arguments.settling
        let keys = try TrustedKeys.reading(arguments.keys)
        let tree = try await tree(of: environment, terms, keys: keys, arguments, terminal)
        let local = try BucketTree(tree)
        let start = ContinuousClock.now
        let changed = ChangedPaths()
        let bucket = try await S3Bucket(
            address, endpoint: arguments.value("--endpoint-url"), variables: arguments.variables)
        let publishing = BucketPublishing(
            local, to: bucket, keys: keys, variables: arguments.variables,
            events: BucketPublishing.Events { verb, done, total, bytes in
                terminal.progress("\(environment): \(verb)", done, of: total, bytes: bytes)
            } changed: {
                changed.add($0)
            } note: {
                terminal.note($0)
            })
        let live = try await publishing.readLive()
        let former = try await former(
            in: live.live, at: address.description, of: environment, keys: keys, arguments, terminal)
        let changes = try hold(tree, against: former, terms, allowed, terminal)

        let now = try arguments.now
        let plan = try BucketPlan(
            local, live, at: address.description,
            rules: PublishingRules(
                tree, keys: keys, now: live.live.clock ?? now, ignoresDatesAhead: allowed.contains(.dateAhead)),
            now: now,
            resignAfter: terms?.environment.resignAfter ?? PublishingTerms.resignAfter)
        let isDone = !arguments.has("--dry-run")
        var awaitsPurge = false
        if isDone {
            do {
                try await publishing.run(plan, from: live)
            } catch {
                // What was sent is sent: no later run would have it forgotten.
                let failure = error
                do {
                    try await invalidation?.run(changed.paths, below: root(of: url), date: now)
                } catch {
                    terminal.alarm(ErrorReport(error).message)
                }
                throw failure
            }
            try await invalidation?.run(changed.paths, below: root(of: url), date: now)
            awaitsPurge = invalidation != nil && !changed.paths.isEmpty
        }
        let duration = ContinuousClock.now - start
        show(plan, of: address, in: isDone ? duration : nil, terminal)
        var report: LiveReport?
        if isDone, let url {
            let check = LiveCheck(
                url, keys: .ring(keys), trust: LiveTrust(environment: environment, now: now),
                network: LiveNetwork(variables: arguments.variables, settling: settling)
            ) { VerifyCommand.show($0, terminal) }
            report = try await check.run(against: tree, leftAlone: plan.leftAlone, awaitsPurge: awaitsPurge)
        }
        terminal.result(
            Records.bucket.json((plan, address.description, changes, isDone ? duration : nil, report)))
        if let report { show(report, terminal) }
        return report?.trouble.map { ExitCode($0) } ?? .done
    }

    /// The path of an address, as a CDN knows it.
    private static func root(of address: TreeAddress?) -> String {
        address?.path.trimmingSlashes ?? ""
    }

    private static func invalidation(_ arguments: Arguments) throws -> Invalidation? {
        guard let id = arguments.value("--cloudfront") else { return nil }
        guard let invalidation = Invalidation(distribution: id, variables: arguments.variables) else {
            throw arguments.usage("--cloudfront \(id) is not a distribution id")
        }
        return invalidation
    }

    /// Where to check whether the tree is served; nil to skip the live check.
    private static func liveAddress(
        _ terms: PublishingTerms?, _ arguments: Arguments, _ terminal: Terminal
    ) async throws -> TreeAddress? {
        guard !arguments.has("--no-live-check") else { return nil }
        guard let text = arguments.value("--url") ?? terms?.environment.origin else {
            terminal.note("it is not looked at live: --url says where the tree is served")
            return nil
        }
        return try publicAddress(text, arguments)
    }

    static func publicAddress(_ text: String, _ arguments: Arguments) throws -> TreeAddress {
        let address = try TreeAddress(text)
        guard address.bucket == nil else {
            throw arguments.usage("--url takes the https address that apps get the tree from, not \(text)")
        }
        return address
    }

    // MARK: Output

    /// More objects than this are only counted.
    private static let listedObjects = 100

    /// - Parameter duration: how long it took to compare and send; nil when nothing was to be done.
    private static func show(
        _ plan: BucketPlan, of address: BucketAddress, in duration: Duration?, _ terminal: Terminal
    ) {
        let isDone = duration != nil
        if plan.steps.count <= listedObjects {
            for step in plan.steps {
                terminal.summary("\(isDone ? "sent" : "send")  \(step.object.path)  (\(step.reason.rawValue))")
            }
            for path in plan.removed { terminal.summary("\(isDone ? "removed" : "remove")  \(path)") }
        }
        let alone = plan.same.count + plan.stillValid.count
        let time = duration.map { ", in \(Int($0 / .milliseconds(1)).secondsText)" }
        terminal.summary(
            "\(address): \(plan.steps.count) \(isDone ? "sent" : "to send") (\(plan.byteCount.byteText)), "
                + "\(plan.removed.count) \(isDone ? "removed" : "to remove"), \(alone) left alone\(time ?? "")")
    }

    private static func show(_ report: LiveReport, _ terminal: Terminal) {
        let (address, found) = (report.address.rawValue, report.verification)
        VerificationOutput.show(found.refusals, below: address, terminal)
        terminal.summary(
            found.refusals.isEmpty
                ? "\(address): all \(found.documents.count + found.unreadArchives.count) documents are live"
                : "\(address): not live as it should be"
        )
    }
}

/// Collects changed paths, from any thread.
private final class ChangedPaths: Sendable {
    private let all = Mutex<[String]>([])

    var paths: [String] { all.withLock { $0.sorted() } }

    func add(_ path: String) { all.withLock { $0.append(path) } }
}
