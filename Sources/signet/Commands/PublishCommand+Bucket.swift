import Diagnostics
import FoundationEssentials
import ManifestPublisher
import ManifestVerifier
import Policy
import Programs
import PublicationTree
import SigningKeys

extension PublishRun {
    func publish(to address: BucketAddress) async throws -> ExitCode {
        try arguments.refuseFlags(of: .bucket, "\(address) is a bucket")
        let invalidation = try invalidation
        let url = arguments.has("--no-live-check") ? nil : try servedAddress()
        if url == nil, !arguments.has("--no-live-check") {
            terminal.note("it is not looked at live: --url says where the tree is served")
        }
        let settling = try arguments.settling
        let keys = try TrustedKeys.reading(arguments.keys)
        let tree = try await tree(keys)
        let local = try BucketTree(tree)
        let bucket = try await S3Bucket(
            address, endpoint: arguments.value("--endpoint-url"), variables: arguments.variables)
        let isDone = !arguments.has("--dry-run")
        func attempt(isWhole: Bool) async throws -> ExitCode? {
            let start = ContinuousClock.now
            var publishing = BucketPublishing(local, to: bucket, keys: keys, variables: arguments.variables) { event in
                switch event {
                case .progress(let verb, let done, let total, let bytes):
                    terminal.progress("\(environment): \(verb)", done, of: total, bytes: bytes)
                case .note(let text): terminal.note(text)
                }
            }
            let live = try await publishing.readLive(isWhole: isWhole)
            let former = try await former(in: live.live, at: address.description, for: tree, keys)
            let changes = try hold(tree, against: former, at: address.description)

            let now = try arguments.now
            let plan = try BucketPlan(
                local, live, at: address.description,
                rules: PublishingRules(
                    tree, keys: keys, now: live.live.clock ?? now, ignoresDatesAhead: allowed.contains(.dateAhead)),
                now: now, resignAfter: resignAfter)
            func invalidate() async throws {
                // The path of the address, as a CDN knows it.
                try await invalidation?.run(
                    publishing.changed.sorted(), below: url?.path.trimmingSlashes ?? "", date: now)
            }
            if isDone {
                do {
                    try await publishing.run(plan, from: live)
                } catch {
                    // What was sent is sent: no later run would have it forgotten.
                    let failure = error
                    do { try await invalidate() } catch { terminal.alarm(ErrorReport(error).message) }
                    throw failure
                }
                try await invalidate()
            }
            let duration = isDone ? ContinuousClock.now - start : nil
            var report: LiveReport?
            if isDone, let url {
                let check = LiveCheck(
                    url, keys: .ring(keys), trust: LiveTrust(environment: environment, now: now),
                    network: LiveNetwork(
                        variables: arguments.variables, settling: live.isLocal ? Settling(bound: .zero) : settling)
                ) { VerifyRun.show($0, terminal) }
                report = try await check.run(
                    against: tree, leftAlone: plan.leftAlone,
                    awaitsPurge: invalidation != nil && !publishing.changed.isEmpty)
                if live.isLocal, report?.trouble != nil { return nil }
            }
            show(plan, of: address, in: duration)
            terminal.result(Records.bucket.json((plan, address.description, changes, duration, report)))
            if let report { show(report) }
            return report?.trouble.map { ExitCode($0) } ?? .done
        }
        // If the index is live but something it lists is not served as it should be, an object may have been changed.
        if isDone, url != nil, let code = try await attempt(isWhole: false) { return code }
        return try await attempt(isWhole: true) ?? .done
    }

    private var invalidation: Invalidation? {
        get throws {
            guard let id = arguments.value("--cloudfront") else { return nil }
            guard let invalidation = Invalidation(distribution: id, variables: arguments.variables) else {
                throw arguments.usage("--cloudfront \(id) is not a distribution id")
            }
            return invalidation
        }
    }

    /// More objects than this are only counted.
    private static let listedObjects = 100

    /// - Parameter duration: how long it took to compare and send; nil when nothing was to be done.
    private func show(_ plan: BucketPlan, of address: BucketAddress, in duration: Duration?) {
        let isDone = duration != nil
        if plan.steps.count <= Self.listedObjects {
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

    private func show(_ report: LiveReport) {
        let (address, found) = (report.address.rawValue, report.verification)
        VerificationOutput.show(found.refusals, below: address, terminal)
        terminal.summary(
            found.refusals.isEmpty
                ? "\(address): all \(found.documents.count + found.unreadArchives.count) documents are live"
                : "\(address): not live as it should be"
        )
    }
}
