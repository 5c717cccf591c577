import Diagnostics
import ManifestVerifier
import Plan
import Policy

/// What changes, in a tree or in a policy, and what a page shows of it.
extension Records {
    static let changes: [any Described] = [diff, comparedEnvironment, change, edit, policyChange]

    static let diff = Record<[DiffOutput]>(
        "diff", [.list("environments", "The environments.", comparedEnvironment) { $0 }])

    static let comparedEnvironment = Record<DiffOutput>(
        "comparedEnvironment",
        [
            .text("environment", "The name of the environment.") { $0.environment.rawValue },
            .texts("allowed", "What the policy acknowledges, in words.") { $0.allowed },
            .list("changes", "Everything that changes, what decides first.", change) { $0.changes },
        ])

    /// What changes from the former tree to a new one.
    static func treeChanges<Root>(_ changes: @escaping @Sendable (Root) -> [Change]?) -> Field<Root> {
        .list(
            "changes", "What changes for people, where there was something to compare with.", change, isOptional: true,
            changes)
    }

    static let change = Record<Change>(
        "change",
        [
            .word("kind", "What it is about.", of: Change.Kind.allCases.map(\.rawValue)) { $0.kind.rawValue },
            .flag("decision", "Whether any device is told something else.") { $0.isDecision },
            .word("platform", "The platform; absent for all.", of: platforms, isOptional: true) {
                $0.platform?.rawValue
            },
            .text("at", "Where a policy says it, or would.") { $0.at },
            .text("from", "What it was.", isOptional: true) { $0.from },
            .text("to", "What it becomes.", isOptional: true) { $0.to },
            .text("language", "The language of a text.", isOptional: true) { $0.language?.rawValue },
            .text("text", "The change in words.") { $0.line },
            .texts("documents", "The documents that say it.") { $0.documents },
        ])

    static let platforms = ["ios", "android"]

    static let edit = Record<(policy: String, changes: [PolicyChange])>(
        "set",
        [
            .text("policy", "The policy's file.") { $0.policy },
            .list("changes", "What was written.", policyChange) { $0.changes },
        ])

    static let policyChange = Record<PolicyChange>(
        "policyChange",
        [
            .text("path", "The member.") { $0.path },
            .count("line", "Its line.", isOptional: true) { $0.position?.line },
            .count("column", "Its column.", isOptional: true) { $0.position?.column },
            .any("from", "What it was, as JSON.", isOptional: true) { $0.former },
            .any("to", "What it is, as JSON.", isOptional: true) { $0.new },
            .text("inheritedFrom", "The environment that it came from.", isOptional: true) { $0.inheritedFrom },
        ])

    // MARK: Reviews

    static let reviews: [any Described] = [review, reviewedEnvironment]

    static let review = Record<(path: String, page: [UInt8], environments: [ReviewedEnvironment])>(
        "review",
        [
            .text("path", "The page that was written.") { $0.path },
            .count("bytes", "Its size.") { $0.page.count },
            .digest("sha256", "Its SHA-256.") { SHA256.hash($0.page).hexadecimal },
            .list("environments", "What is on it.", reviewedEnvironment) { $0.environments },
        ])

    static let reviewedEnvironment = Record<ReviewedEnvironment>(
        "reviewedEnvironment",
        [
            .text("environment", "The name of the environment.") { $0.name.rawValue },
            .text("comparedWith", "Where the tree is that it is compared with.", isOptional: true) {
                $0.comparedWith
            },
            .word(
                "tree", "What the built tree has to do with the policy.",
                of: ["signed", "outdated", "unsigned", "missing"], isOptional: true
            ) { $0.tree?.state.rawValue },
            .count("changes", "How many changes there are.") { $0.changes.count },
            .count("decisions", "How many of them decide what apps are told.") {
                $0.changes.count(where: \.isDecision)
            },
            .count("needAcknowledgement", "How many findings need acknowledgement and have none.") {
                $0.findings.count(where: \.needsAcknowledgement)
            },
            .count("findings", "How many findings are about the changes.") { $0.findings.count },
            .count("documents", "How many documents there are.") { $0.documents.count },
            .count("signed", "How many of them are signed.") { $0.documents.count { $0.signature != nil } },
            .count("devices", "How many devices the population has.", isOptional: true) { $0.impact?.total.devices },
            .count("newlyBlocked", "How many of them will, or may, be blocked and are not now.", isOptional: true) {
                $0.impact?.worst.blocked
            },
        ])
}
