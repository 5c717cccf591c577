import ManifestPublisher
import ManifestVerifier
import Plan
import PublicationTree

/// What `publish` sends, writes, or would.
extension Records {
    static let publications: [any Described] = [
        RecordChoice("publish", [bucket, site, plannedSite]), bucket, site, plannedSite,
    ]

    static let bucket = Record<BucketRecord>(
        "publish-1",
        [
            .text("to", "The bucket and the prefix in it.") { $0.to },
            .flag("dryRun", "Whether nothing was to be done.") { $0.duration == nil },
            treePlan { $0.changes },
            .list("sent", "The objects that were, or would be, sent.", sentObject) { $0.plan.steps },
            .count("sentBytes", "Their size.") { $0.plan.byteCount },
            .texts("removed", "The objects that were, or would be, removed.") { $0.plan.removed },
            .texts("same", "The objects that are what they should be.") { $0.plan.same },
            .texts("stillValid", "The objects whose live signatures are good enough.") { $0.plan.stillValid },
            .count("milliseconds", "How long it took.", isOptional: true) { bucket in
                bucket.duration.map { Int($0 / .milliseconds(1)) }
            },
            .record("live", "What apps are served, if that was looked at.", verifiedTree, isOptional: true) {
                $0.report.map(VerifyCommand.record)
            },
        ])

    /// A plan for a bucket; without a duration when nothing was to be done.
    typealias BucketRecord = (
        plan: BucketPlan, to: String, changes: EnvironmentPlan?, duration: Duration?, report: LiveReport?
    )

    static let sentObject = Record<BucketPlan.Step>(
        "sentDocument",
        [
            .text("path", "The path of the object.") { $0.object.path },
            .text("reason", "Why it was sent.") { $0.reason.rawValue },
        ])

    static let site = Record<(host: StaticHost.Kind, changes: EnvironmentPlan?, result: StaticHost.Result)>(
        "publish-2",
        [
            .text("site", "The folder to upload.") { $0.result.site },
            host { $0.host },
            treePlan { $0.changes },
            .text("nginxHeaders", "The file that nginx includes, where headers can be sent.", isOptional: true) {
                $0.result.nginxHeaders
            },
            documents { $0.result.documentCount },
            leftAlone { $0.result.isLeftAlone },
            warnings { $0.result.warnings },
        ])

    static let plannedSite = Record<PlannedSiteRecord>(
        "publish-3",
        [
            .flag("dryRun", "That nothing was to be done.") { _ in true },
            host { $0.host },
            treePlan { $0.changes },
            documents { $0.documents },
            leftAlone { $0.isLeftAlone },
            warnings { $0.warnings },
        ])

    typealias PlannedSiteRecord = (
        host: StaticHost.Kind, changes: EnvironmentPlan?, documents: Int, isLeftAlone: Bool,
        warnings: [StaticHostWarning]
    )

    private static func host<Root>(_ kind: @escaping @Sendable (Root) -> StaticHost.Kind) -> Field<Root> {
        .word("host", "What serves the folder.", of: ["headers", "github-pages"]) { kind($0).rawValue }
    }

    private static func documents<Root>(_ count: @escaping @Sendable (Root) -> Int) -> Field<Root> {
        .count("documents", "How many documents there are.", count)
    }

    private static func leftAlone<Root>(_ isLeftAlone: @escaping @Sendable (Root) -> Bool) -> Field<Root> {
        .flag("leftAlone", "Whether the former site is as good as a new one, and stays.", isLeftAlone)
    }

    private static func warnings<Root>(_ warnings: @escaping @Sendable (Root) -> [StaticHostWarning]) -> Field<Root> {
        .texts("warnings", "What a host may not take.") { warnings($0).map(\.message) }
    }
}
