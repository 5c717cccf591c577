import Diagnostics
import ManifestVerifier

/// One rule of the gate documents, as a team wrote it or as the classic members give it.
package struct RulePolicy: Sendable {
    package let position: TextPosition?
    package internal(set) var id = ""
    package internal(set) var conditions: [Positioned<GateCondition>] = []
    package internal(set) var outcome = GateRule.Outcome.available
    package internal(set) var scope: String?
    var requiredFrom: Instant?
    var grace: TimeSpan?
    var requiredBy: Instant?
    /// The texts for people, by the names of their members.
    var texts: [RuleText: TextReference] = [:]
    package internal(set) var url: Positioned<String>?

    init(position: TextPosition?) { self.position = position }

    package var deadline: RuleDeadline {
        RuleDeadline(requiredFrom: requiredFrom, grace: grace, requiredBy: requiredBy)
    }

    /// Whether someone cannot go on by it, now or later.
    var isBlock: Bool {
        outcome == .required || outcome == .maintenance || (outcome == .recommended && deadline != RuleDeadline())
    }

    /// Whether the rule is about the system and not about the app, so that no store can help.
    var isForSystemAlone: Bool {
        patterns[.system] != nil && patterns[.app] == nil && patterns[.build] == nil
    }

    /// The ids of the rules that classic members are compiled into; no other rule has one of them.
    static let classicIDs: Set<String> = Set(
        Platform.allCases.flatMap { platform in
            RequirementKind.all(on: platform).compactMap { $0.rule(on: platform) }
        } + ["maintenance"])

    package var isClassic: Bool { Self.classicIDs.contains(id) }
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

/// A version of the app that a store has for some systems, as a team wrote it. Everything that apps would skip is an error.
package struct LatestPolicy: Sendable {
    package let position: TextPosition?
    private var version = NumericVersion(major: 0, minor: 0, patch: 0)
    private var system: [VersionPattern]?
    private var build: Int?

    private init(position: TextPosition?) { self.position = position }

    package var app: LatestApp { LatestApp(app: version, build: build, system: system) }

    static func all(_ platform: Platform) -> Shape<[LatestPolicy]> {
        let systems = platform == .ios ? "versions of iOS" : "SDK levels"
        let members: [Member<LatestPolicy>] = [
            Member("app", "The version; on Android its version name.", .version, isRequired: true, \.version),
            Member(
                platform.systemCondition, "The \(systems) that it runs on; any if absent.", .patterns, \.system),
            Member("build", "Its build; on Android its version code.", .number, \.build),
        ]
        let shape = Shape<LatestPolicy>.object(
            { LatestPolicy(position: $0) }, members,
            check: { latest, json, findings in
                for case .range(let first, let last) in latest.system ?? [] where last < first {
                    findings.add(
                        .invalidValue, "\(first)...\(last) ends before it begins",
                        at: json[platform.systemCondition]?.position, hint: "write \(last)...\(first)")
                }
                return true
            })
        return .list(shape, "versions", atMost: Limits.gateLatest)
    }
}
