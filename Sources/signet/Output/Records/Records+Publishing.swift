import ManifestPublisher
import ManifestVerifier
import Plan
import PublicationTree

/// What `publish` sends, writes, or would.
extension Records {
    static let bucket = Record<BucketRecord>(
        "publish-1",
        .text("to", "The bucket and the prefix in it.") { $0.to },
        .flag("dryRun", "Whether nothing was to be done.") { $0.duration == nil },
        treePlan { $0.changes },
        .list("sent", "The objects that were, or would be, sent.", sentObject) { $0.plan.steps },
        .count("sentBytes", "Their size.") { $0.plan.byteCount },
        .texts("removed", "The objects that were, or would be, removed.") { $0.plan.removed },
        .texts("same", "The objects that are what they should be.") { $0.plan.same },
        .texts("stillValid", "The objects whose live signatures are good enough.") { $0.plan.stillValid },
        .count("milliseconds?", "How long it took.") { bucket in
            bucket.duration.map { Int($0 / .milliseconds(1)) }
        },
        .record("live?", "What apps are served, if that was looked at.", verifiedTree) {
            $0.report.map(VerifyRun.record)
        })

    /// A plan for a bucket; without a duration when nothing was to be done.
    typealias BucketRecord = (
        plan: BucketPlan, to: String, changes: EnvironmentPlan?, duration: Duration?, report: LiveReport?
    )

    static let sentObject = Record<BucketPlan.Step>(
        "sentDocument",
        .text("path", "The path of the object.") { $0.object.path },
        .text("reason", "Why it was sent.") { $0.reason.rawValue })

    typealias SiteRecord = (host: StaticHost.Kind, changes: EnvironmentPlan?, result: StaticHost.Result, isDone: Bool)

    static let site = Record<SiteRecord>(
        "publish-2",
        .text("site?", "The folder to upload, where it was written.") { $0.isDone ? $0.result.site : nil },
        .flag("dryRun", "Whether nothing was to be done.") { !$0.isDone },
        .word("host", "What serves the folder.") { $0.host },
        treePlan { $0.changes },
        .text("nginxHeaders?", "The file that nginx includes, where headers can be sent.") {
            $0.isDone ? $0.result.nginxHeaders : nil
        },
        .count("documents", "How many documents there are.") { $0.result.documentCount },
        .flag("leftAlone", "Whether the former site is as good as a new one, and stays.") { $0.result.isLeftAlone },
        .texts("warnings", "What a host may not take.") { $0.result.warnings.map(\.message) })
}
