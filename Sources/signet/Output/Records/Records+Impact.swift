import AppGate
import ManifestVerifier
import Plan

/// How many devices a change blocks.
extension Records {
    static let impacts: [any Described] = [
        impact, impactMoment, impactRule, deviceCounts, impactCause, impactParts, impactRow, impactGate,
    ]

    static let impact = Record<ImpactOutput>(
        "impact",
        [
            .text("environment", "The name of the environment.") { $0.environment },
            .text("population", "The file with the devices.") { $0.population },
            .text("comparedWith", "Where the old side is.") { $0.side.oldPlace },
            .flag("nothingBefore", "Whether nothing is published there.") { $0.side.isOldNothing },
            .texts(
                "configEnvironments", "The ids of the environments of environment configs that were counted."
            ) { $0.impact.configEnvironments },
            .record("total", "All devices.", deviceCounts) { $0.impact.total },
            .list("causes", "What blocks devices that are newly blocked; each counts once.", impactCause) {
                $0.impact.causes
            },
            .record("by", "The devices told apart.", impactParts) { $0.impact },
            .list(
                "timeline",
                "What documents mean where there are rules, moment by moment, the present first.",
                impactMoment, isOptional: true
            ) { $0.impact.timeline?.moments },
            .list("gates", "The limits that were given.", impactGate) { output in
                output.gates.map { ($0, output.impact) }
            },
        ])

    static let impactMoment = Record<RuleTimeline.Moment>(
        "impactMoment",
        [
            .date("time", "The time from which on it is so.") { $0.time.description },
            .count("required", "The expected devices that may not run until they update.") { $0.counts.required },
            .count("cannotObey", "Those of them that cannot.") { $0.counts.cannotObey },
            .count("maintenance", "Those that may not run because of maintenance.") { $0.counts.maintenance },
            .count("recommended", "Those that are advised to update.") { $0.counts.recommended },
            .count("newlyBlocked", "Those that would not be blocked without the change.") { $0.counts.newlyBlocked },
            .count("newlyStuck", "Those of them that cannot obey.") { $0.counts.newlyStuck },
            .count("runAgain", "Those that would be blocked without the change.") { $0.counts.runAgain },
            .count("mayBeBlocked", "Those of which the population does not say what a rule compares.") {
                $0.counts.mayBeBlocked
            },
            .count("blockedByAnything", "What limits count as blocked, rounded up.") { $0.blocked },
            .count("stuckByAnything", "What limits count as blocked that cannot obey, rounded up.") { $0.stuck },
            .list("rules", "The rules that block or advise.", impactRule) { $0.rules },
        ])

    static let impactRule = Record<RuleTimeline.Rule>(
        "impactRule",
        [
            .text("document", "The document.") { $0.document },
            .text("rule", "The id of the rule.") { $0.id },
            .word("outcome", "What it says then.", of: outcomes) { $0.outcome.rawValue },
            .count("devices", "The expected devices for which it decides.") { $0.devices },
        ])

    static let outcomes = ["available", "recommended", "required", "maintenance"]

    static let deviceCounts = Record<Impact.Counts>(
        "deviceCounts",
        [
            .count("devices", "All.") { $0.devices },
            .count("newlyBlocked", "Those that a document blocks that did not.") { $0.newlyBlocked },
            .count("cannotObey", "Those of them that cannot do what they are told.") { $0.cannotObey },
            .count("stillBlocked", "Those that are blocked and stay so.") { $0.stillBlocked },
            .count("runAgain", "Those that are blocked and will run.") { $0.runAgain },
            .count("newlyRecommended", "Those that will be advised to update.") { $0.newlyRecommended },
            .count("unknown", "Those of which the population does not say what is compared.") { $0.unknown },
            .count("mayBeBlocked", "Those of the unknown ones that may be newly blocked.") { $0.mayBeBlocked },
        ])

    static let impactCause = Record<Impact.Cause>(
        "impactCause",
        [
            .word("kind", "What they are told.", of: Impact.Cause.Kind.allCases.map(\.rawValue)) { $0.kind.rawValue },
            .word("platform", "The platform.", of: platforms) { $0.platform.rawValue },
            .text(
                "bound", "The bound as documents spell it, or the id of the rule; absent for maintenance.",
                isOptional: true
            ) { $0.bound },
            .flag("isBuild", "Whether the bound is a build of the app; on Android a version code.") { $0.isBuild },
            .texts("documents", "The documents that say it.") { $0.documents },
            .record("counts", "The devices.", deviceCounts) { $0.counts },
        ])

    static let impactParts = Record<Impact>(
        "impactParts",
        Impact.Dimension.allCases.map { dimension in
            .list(dimension.rawValue, "One row for each value.", impactRow) { $0.parts[dimension] ?? [] }
        })

    static let impactRow = Record<Impact.Row>(
        "impactRow",
        [
            .word("platform", "The platform; absent for all.", of: platforms, isOptional: true) {
                $0.platform?.rawValue
            },
            .textOrNull("value", "The value; null for all that are not listed.") { $0.value },
            .record("counts", "The devices.", deviceCounts) { $0.counts },
        ])

    static let impactGate = Record<(gate: ImpactGate, impact: Impact)>(
        "impactGate",
        [
            .word("gate", "What is limited.", of: ImpactGate.Subject.allCases.map(\.rawValue)) {
                $0.gate.subject.rawValue
            },
            .text("limit", "The limit as given.") { $0.gate.limit.description },
            .count("allowed", "How many devices that are.") { $0.gate.allowed(in: $0.impact) },
            .count("counted", "How many count, in the worst case.") { $0.gate.counted(in: $0.impact) },
            .flag("exceeded", "Whether there are more.") { $0.gate.refusal(of: $0.impact) != nil },
        ])
}
