import ManifestGenerator
import ManifestPublisher
import ManifestVerifier
import Plan
import Policy
import PublicationTree
import SigningKeys

/// Trees and files that were built, signed, verified and published.
extension Records {
    static let verifiedTrees = Record<[VerifiedTreeRecord]>(
        "verify-1", .list("trees", "The trees that were checked.", verifiedTree) { $0 })

    /// A report, the environment of the tree if that is known, and its folder or address.
    typealias VerifiedTreeRecord = (report: VerificationReport, environment: EnvironmentName?, path: String)

    static let verifiedTree = Record<VerifiedTreeRecord>(
        "verifiedTree",
        .textOrNull("environment", "The environment of the tree; null when it is unknown.") {
            $0.environment?.rawValue
        },
        .text("path", "The folder or address of the tree.") { $0.path },
        .flag("verified", "Whether nothing was refused.") { $0.report.refusals.isEmpty },
        .list("documents", "What verifies.", verifiedDocument) { $0.report.documents },
        .texts("unreadArchives", "The archives whose bytes were not read.") { $0.report.unreadArchives },
        .list("refusals", "What does not.", refusal) { $0.report.refusals })

    static let verifiedFile = Record<VerificationReport>(
        "verify-2",
        .flag("verified", "Whether nothing was refused.") { $0.refusals.isEmpty },
        .list("documents", "The file or document, if it verifies.", verifiedDocument) { $0.documents },
        .list("refusals", "What is wrong with it, otherwise.", refusal) { $0.refusals })

    static let verifiedDocument = Record<VerificationReport.Document>(
        "verifiedDocument",
        .text("path", "The path of the document.") { $0.path },
        .text("format?", "What it is; not there for a lone file.") { $0.format?.rawValue },
        .count("bytes", "Its size.") { $0.byteCount },
        .digest("sha256", "The SHA-256 of its body.") { $0.digest.hexadecimal },
        .text("keyId", "The id of the key that signed it.") { $0.key.id.rawValue },
        .text("keyName", "The name of that key.") { $0.key.name },
        .flag("isRetired", "Whether that key is retired.") { $0.key.state == .retired },
        .digest("fingerprint", "The SHA-256 of its public half.") { $0.key.publicKey.fingerprint.hexadecimal },
        .word("profile?", "What the signature in the headers covers.") { $0.profile },
        .date("date?", "The signed date.") { $0.date?.rfc3339 },
        .texts("envelopes", "What was checked beside a .sig: headers, jws.") { $0.envelopes.names },
        .text("jwsEnvironment?", "The environment that its .jws is for.") { $0.jws?.environment.rawValue },
        .text("jwsPath?", "The path that its .jws is for.") { $0.jws?.path.rawValue },
        .object("index?", "What publication.jws says, as in the schema of a publication.") { $0.index?.json })

    static let refusal = Record<VerificationReport.Refusal>(
        "refusal",
        .text("path", "The path of the document.") { $0.path },
        .text("reason", "What is wrong with it.") { $0.reason },
        .text("hint", "The next step.") { $0.hint })

    static let builtTrees = Record<[BuildReport]>(
        "build-1", .list("environments", "The trees, signed or not.", builtTree) { $0 })

    static let builtTree = Record<BuildReport>(
        "builtTree",
        .text("environment", "The environment of the tree.") { $0.environment.rawValue },
        .text("path", "Its folder.") { $0.path },
        .text("keyId?", "The id of the key that signed it.") { $0.key?.id.rawValue },
        .text("keyName?", "The name of that key.") { $0.key?.name },
        .digest("sha256?", "The SHA-256 of an index that nothing has signed yet.") { $0.digest?.hexadecimal },
        .word("profile", "What the signatures in headers cover.") { $0.profile },
        .texts("envelopes", "In what signatures travel.") { $0.envelopes.names },
        .flag("unchanged", "Whether the tree was this one already.") { $0.isUnchanged },
        treePlan { $0.plan },
        .list("documents", "The documents, the index last where it is signed.", builtDocument) { $0.documents })

    static let builtDocument = Record<BuildReport.Document>(
        "builtDocument",
        .text("path", "The path of the document.") { $0.path.file },
        .count("bytes", "Its size.") { $0.byteCount },
        .digest("sha256", "The SHA-256 of its body.") { $0.sha256 },
        .flag("kept?", "Whether the former signature was kept; not there without one.") { $0.isKept },
        .date("date?", "The signed date.") { $0.date?.rfc3339 })

    typealias CheckedTreeRecord = (environment: EnvironmentName, report: VerificationReport)

    static let checkedTrees = Record<[CheckedTreeRecord]>(
        "build-2", .list("environments", "What --check found.", checkedTree) { $0 })

    static let checkedTree = Record<CheckedTreeRecord>(
        "checkedTree",
        .text("environment", "The environment of the tree.") { $0.environment.rawValue },
        .flag("upToDate", "Whether it is what the policy gives, and verifies.") { $0.report.refusals.isEmpty },
        .list("refusals", "What is wrong with it.", refusal) { $0.report.refusals })

    static let signedFiles = Record<[FileSigning.Signed]>(
        "sign-1", .list("files", "The files that were signed.", signedFile) { $0 })

    static let signedFile = Record<FileSigning.Signed>(
        "signedFile",
        .text("path", "The file.") { $0.path },
        .digest("sha256", "Its SHA-256.") { $0.digest.hexadecimal },
        .text("keyId", "The id of the key that signed it.") { $0.signatures.keyID.rawValue },
        .date("date?", "The signed date.") { $0.signatures.date?.rfc3339 },
        .text("jwsPath?", "The path that its .jws is for.") { $0.signatures.jws?.header.path.rawValue })

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
