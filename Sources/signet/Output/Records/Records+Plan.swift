import Diagnostics
import ManifestVerifier
import Plan
import Policy
import PublicationTree

/// What a plan says, and what an edit of a policy wrote.
extension Records {
    static let plan = Record<(plan: Plan, file: String?, page: PlanPage?)>(
        "plan",
        .text("policy?", "The file of the policy.") { $0.plan.file },
        .date("date", "The time from which on rules count.") { $0.plan.date.rfc3339 },
        .flag("refused", "Whether anything stops it.") { $0.plan.isRefused },
        .list("environments", "What changes, environment by environment.", plannedEnvironment) {
            $0.plan.environments
        },
        .record("page?", "The page that was written.", page) { result in
            result.page.flatMap { page in result.file.map { ($0, page) } }
        })

    static let page = Record<(path: String, page: PlanPage)>(
        "planPage",
        .text("path", "The page that was written.") { $0.path },
        .count("bytes", "Its size.") { $0.page.bytes.count },
        .digest("sha256", "Its SHA-256.") { SHA256.hash($0.page.bytes).hexadecimal },
        .count("documents", "How many documents there are.") { $0.page.documentCount },
        .count("signed", "How many of them are signed.") { $0.page.signedCount })

    static let plannedEnvironment = Record<EnvironmentPlan>(
        "plannedEnvironment",
        .text("environment", "The name of the environment.") { $0.name.rawValue },
        .text("comparedWith?", "Where the old side is; absent for a policy alone.") { $0.old.place },
        .flag("first", "Whether nothing is published there.") { plan in
            if case .nothing = plan.old { true } else { false }
        },
        .word("verdict", "What it comes to.") { $0.verdict },
        .text("text", "The verdict in words.") { $0.verdictWords },
        .list("needed", "What needs acknowledgement and has none.", acknowledgement) { $0.needed },
        .texts("allowed", "What the policy acknowledges, in words.") { $0.allowed },
        .list("changes", "Everything that changes, what blocks first.", change) { plan in
            plan.changes.map { (plan, $0) }
        },
        .record("impact?", "What it means for the devices of a population.", impact) { $0.count })

    /// What changes from the former tree to a new one.
    static func treePlan<Root>(_ plan: @escaping @Sendable (Root) -> EnvironmentPlan?) -> Field<Root> {
        .record(
            "plan?", "What changes for people, where there was something to compare with.", plannedEnvironment, plan)
    }

    static let acknowledgement = Record<Finding>(
        "acknowledgement",
        .text("code", "The code.") { $0.code.rawValue },
        .text("message", "What it is.") { $0.message },
        .text("entry?", "What goes into allow, if that can acknowledge it.") { $0.allowEntry })

    static let change = Record<(plan: EnvironmentPlan, change: Change)>(
        "change",
        .word("kind", "What it is about.") { $0.change.kind },
        .texts("codes", "The codes of what was found of it.") { $0.change.codes.map(\.rawValue) },
        .flag("decision", "Whether any device is told or offered something else.") { $0.change.isDecision },
        .word("platform?", "The platform; absent for all.") { $0.change.platform },
        .text("at", "Where a policy says it, or would.") { $0.change.at },
        .text("from?", "What it was.") { $0.change.from },
        .text("to?", "What it becomes.") { $0.change.to },
        .text("language?", "The language of a text.") { $0.change.language?.rawValue },
        .text("text", "The change in words.") { $0.change.line },
        .texts("documents", "The documents that say it.") { $0.change.documents },
        .text("blocks?", "A device that it blocks.") { $0.change.effect?.blocks },
        .text("frees?", "A device that it lets run again.") { $0.change.effect?.lifts },
        .text("blocksNewest?", "The newest version that is live, if it blocks that.") {
            $0.change.effect?.blocksNewest
        },
        .text("strands?", "A device that it blocks and that can install nothing.") { $0.change.effect?.strands },
        .list("devices?", "What it does to a population, moment by moment.", changeCounts) {
            $0.plan.count?.impact.counts(of: $0.change)
        })

    static let changeCounts = Record<(time: Instant, counts: Impact.Counts)>(
        "changeCounts",
        .date("time", "The time from which on it is so.") { $0.time.description },
        .count("newlyBlocked", "Those that it blocks.") { $0.counts.newlyBlocked },
        .count("cannotObey", "Those of them that cannot obey.") { $0.counts.cannotObey },
        .count("runAgain", "Those that it lets run again.") { $0.counts.runAgain })

    static let impact = Record<DeviceReport>(
        "impact",
        .text("population", "The file with the devices.") { $0.population },
        .list("moments", "What is so from when on, the present first.", impactMoment) { $0.impact.moments },
        .list("limits", "The limits that were given.", impactLimit) { report in
            report.limits.map { ($0, report.impact) }
        })

    static let impactMoment = Record<Impact.Moment>(
        "impactMoment",
        .date("time", "The time from which on it is so.") { $0.time.description },
        .record("counts", "The devices to be expected.", deviceCounts) { $0.counts },
        .count("blocked", "What limits count as newly blocked, rounded up.") { $0.blocked },
        .count("stuck", "What limits count as blocked that cannot obey, rounded up.") { $0.stuck })

    static let deviceCounts = Record<Impact.Counts>(
        "deviceCounts",
        .count("devices", "All.") { $0.devices },
        .count("required", "Those that may not run until they update.") { $0.required },
        .count("maintenance", "Those that may not run because of maintenance.") { $0.maintenance },
        .count("recommended", "Those that may run and are advised to update.") { $0.recommended },
        .count("newlyBlocked", "Those that would not be blocked without the change.") { $0.newlyBlocked },
        .count("cannotObey", "Those of them that cannot do what they are told.") { $0.cannotObey },
        .count("stillBlocked", "Those that are blocked with it and without.") { $0.stillBlocked },
        .count("runAgain", "Those that would be blocked without the change.") { $0.runAgain },
        .count("newlyRecommended", "Those that are advised to update because of it.") { $0.newlyRecommended },
        .count("unknown", "Those of which the population does not say what is compared.") { $0.unknown },
        .count("mayBeBlocked", "Those of the unknown ones that may be newly blocked.") { $0.mayBeBlocked })

    static let impactLimit = Record<(limit: PlanLimit, impact: Impact)>(
        "impactLimit",
        .word("limit", "What is limited.") { $0.limit.subject },
        .text("value", "The limit as given.") { $0.limit.limit.description },
        .count("allowed", "How many devices that are.") { $0.limit.allowed(in: $0.impact) },
        .count("counted", "How many count, in the worst case.") { $0.limit.counted(in: $0.impact) },
        .flag("exceeded", "Whether there are more.") { $0.limit.refusal(of: $0.impact) != nil })

    static let edit = Record<(policy: String, changes: [PolicyChange])>(
        "set",
        .text("policy", "The policy's file.") { $0.policy },
        .list("changes", "What was written.", policyChange) { $0.changes })

    static let policyChange = Record<PolicyChange>(
        "policyChange",
        .text("path", "The member.") { $0.path },
        .count("line?", "Its line.") { $0.position?.line },
        .count("column?", "Its column.") { $0.position?.column },
        .any("from?", "What it was, as JSON.") { $0.former },
        .any("to?", "What it is, as JSON.") { $0.new },
        .text("inheritedFrom?", "The environment that it came from.") { $0.inherited?.base })
}
