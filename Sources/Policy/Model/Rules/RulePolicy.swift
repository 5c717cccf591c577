import Diagnostics
import ManifestVerifier

/// One rule of the gate documents, as a team wrote it or as the classic members give it.
package struct RulePolicy: Sendable {
    package let position: TextPosition?
    package internal(set) var id = ""
    /// What must hold, with the place of each.
    package internal(set) var conditions: [Positioned<GateCondition>] = []
    package internal(set) var outcome = GateRule.Outcome.available
    package internal(set) var scope: String?
    var requiredFrom: Instant?
    var grace: TimeSpan?
    var requiredBy: Instant?
    /// The texts for people, by the names of their members.
    var texts: [RuleText: TextReference] = [:]
    /// Where to get the app; nil for the platform's store.
    package internal(set) var url: Positioned<String>?

    init(position: TextPosition?) { self.position = position }

    package var deadline: RuleDeadline {
        RuleDeadline(requiredFrom: requiredFrom, grace: grace, requiredBy: requiredBy)
    }

    /// Whether the rule requires an update of someone, now or later.
    var isDemand: Bool {
        outcome == .required || (outcome == .recommended && deadline != RuleDeadline())
    }

    /// Whether the rule blocks someone, now or later.
    var isBlock: Bool { isDemand || outcome == .maintenance }

    var namesApp: Bool {
        conditions.contains { condition in
            switch condition.value {
            case .app, .build: true
            default: false
            }
        }
    }

    /// Whether the rule is about the system and not about the app, so that no store can help.
    var isForSystemAlone: Bool {
        !namesApp
            && conditions.contains { condition in
                if case .system = condition.value { true } else { false }
            }
    }

    /// The ids of the rules that classic members are compiled into; no other rule has one of them.
    static let classicIDs: Set<String> = Set(
        Platform.allCases.flatMap { platform in
            RequirementKind.all(on: platform).compactMap { $0.rule(on: platform) }
        } + ["maintenance"])

    var isClassic: Bool { Self.classicIDs.contains(id) }
}

enum RuleText: String, CaseIterable, Sendable {
    case title
    case description
    case message
    case orElse

    var about: String {
        let what =
            switch self {
            case .title: "The heading"
            case .description: "The explanation"
            case .message: "What to say during maintenance"
            case .orElse: "For devices that cannot get the update"
            }
        return "\(what): a key of the string catalog, or texts by language."
    }
}
