extension DocumentSchema {
    static let impact = [
        object(
            "impact",
            [
                Member("environment", "The name of the environment.", .text),
                Member("population", "The file with the devices.", .text),
                Member("comparedWith", "Where the old side is.", .text),
                Member("nothingBefore", "Whether nothing is published there.", .flag),
                Member(
                    "configEnvironments", "The ids of the environments of environment configs that were counted.",
                    .texts),
                Member("total", "All devices.", .reference("deviceCounts")),
                Member(
                    "causes", "What blocks devices that are newly blocked; each counts once.", .list("impactCause")),
                Member("by", "The devices told apart.", .reference("impactParts")),
                Member(
                    "timeline",
                    "What rules mean, moment by moment, the present first; the numbers above are without them.",
                    .list("impactMoment"), isOptional: true),
                Member("gates", "The limits that were given.", .list("impactGate")),
            ]),
        object(
            "impactMoment",
            [
                Member("time", "The time from which on it is so.", .date),
                Member("required", "The expected devices that may not run until they update.", .count),
                Member("cannotObey", "Those of them that cannot.", .count),
                Member("maintenance", "Those that may not run because of maintenance.", .count),
                Member("recommended", "Those that are advised to update.", .count),
                Member("newlyBlocked", "Those that would not be blocked without the change.", .count),
                Member("newlyStuck", "Those of them that cannot obey.", .count),
                Member("runAgain", "Those that would be blocked without the change.", .count),
                Member("mayBeBlocked", "Those of which the population does not say what a rule compares.", .count),
                Member("blockedByAnything", "What limits count as blocked, rounded up.", .count),
                Member("stuckByAnything", "What limits count as blocked that cannot obey, rounded up.", .count),
                Member("rules", "The rules that block or advise.", .list("impactRule")),
            ]),
        object(
            "impactRule",
            [
                Member("document", "The document.", .text),
                Member("rule", "The id of the rule.", .text),
                Member(
                    "outcome", "What it says then.", .oneOf(["available", "recommended", "required", "maintenance"])),
                Member("devices", "The expected devices for which it decides.", .count),
            ]),
        object(
            "deviceCounts",
            [
                Member("devices", "All.", .count),
                Member("newlyBlocked", "Those that a document blocks that did not.", .count),
                Member("cannotObey", "Those of them that cannot do what they are told.", .count),
                Member("stillBlocked", "Those that are blocked and stay so.", .count),
                Member("runAgain", "Those that are blocked and will run.", .count),
                Member("newlyRecommended", "Those that will be advised to update.", .count),
                Member("unknown", "Those of which the population does not say what is compared.", .count),
                Member("mayBeBlocked", "Those of the unknown ones that may be newly blocked.", .count),
            ]),
        object(
            "impactCause",
            [
                Member("kind", "What they are told.", .oneOf(Impact.Cause.Kind.allCases.map(\.rawValue))),
                Member("platform", "The platform.", .oneOf(["ios", "android"])),
                Member("bound", "The bound as documents spell it; absent for maintenance.", .text, isOptional: true),
                Member("isBuild", "Whether the bound is a build of the app; on Android a version code.", .flag),
                Member("documents", "The documents that say it.", .texts),
                Member("counts", "The devices.", .reference("deviceCounts")),
            ]),
        object(
            "impactParts",
            Impact.Dimension.allCases.map { Member($0.rawValue, "One row for each value.", .list("impactRow")) }),
        object(
            "impactRow",
            [
                Member("platform", "The platform; absent for all.", .oneOf(["ios", "android"]), isOptional: true),
                Member("value", "The value; null for all that are not listed.", .textOrNull),
                Member("counts", "The devices.", .reference("deviceCounts")),
            ]),
        object(
            "impactGate",
            [
                Member("gate", "What is limited.", .oneOf(ImpactGate.Subject.allCases.map(\.rawValue))),
                Member("limit", "The limit as given.", .text),
                Member("allowed", "How many devices that are.", .count),
                Member("counted", "How many count, in the worst case.", .count),
                Member("exceeded", "Whether there are more.", .flag),
            ]),
    ]
}
