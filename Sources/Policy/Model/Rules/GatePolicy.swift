import Diagnostics
import ManifestVerifier

/// What the gate document of one platform says: the written rules, and behind them those of the classic members.
package struct GatePolicy {
    package let platform: Platform
    let storeURL: String?
    package let rules: [RulePolicy]
    let latest: [LatestApp]?
    let filling: Placeholders

    package static func all(of environment: EnvironmentPolicy) -> [GatePolicy] {
        environment.platforms.map { GatePolicy($0, environment.maintenance?.rule) }
    }

    private init(_ policy: PlatformPolicy, _ maintenance: RulePolicy?) {
        platform = policy.platform
        storeURL = policy.storeURL?.value
        // In the order in which they are decided.
        let kinds: [RequirementKind] = [.minimumSystem, .minimumApp, .recommendedSystem, .recommendedApp]
        let compiled = kinds.compactMap { policy.rule(of: $0) }
        rules = policy.rules + [maintenance].compactMap(\.self) + compiled
        let known = policy[.latestApp].flatMap { latest in
            latest.version.map { version in
                LatestApp(
                    app: version, build: latest.number,
                    system: policy[.minimumSystem]?.system(on: policy.platform).map { [.atLeast($0)] })
            }
        }
        latest = policy.latest?.map(\.app) ?? known.map { [$0] }
        filling = Placeholders(policy)
    }

    /// Where people get what a rule demands; nil for what no store has.
    func url(of rule: RulePolicy) -> String? {
        switch rule.outcome {
        case .recommended, .required: rule.url?.value ?? (rule.isForSystemAlone ? nil : storeURL)
        case .available, .maintenance: nil
        }
    }
}

extension PlatformPolicy {
    /// The rule that a requirement becomes; nil without one, and for one that no gate document can tell.
    fileprivate func rule(of kind: RequirementKind) -> RulePolicy? {
        guard let id = kind.rule(on: platform), let outcome = kind.outcome,
            let requirement = kind == .recommendedApp ? recommendedApp : self[kind],
            let condition = kind.isSystem
                ? requirement.system(on: platform).map({ .system([.below($0)]) }) : requirement.app
        else { return nil }
        var rule = RulePolicy(position: requirement.position)
        (rule.id, rule.outcome) = (id, outcome)
        rule.conditions = [Positioned(value: condition, position: requirement.position)]
        rule.texts = requirement.texts
        // No version of the app helps against a system that is too old, so that its text is the one for devices that
        // cannot get the update, too.
        if kind.isSystem { rule.texts[.orElse] = rule.texts[.description] }
        return rule
    }

    /// What is advised is the newest version, if it has a text: without one, nobody is advised to update.
    package var recommendedApp: RequirementPolicy? {
        self[.recommendedApp] ?? self[.latestApp].flatMap { $0.texts[.description] == nil ? nil : $0 }
    }
}

extension RequirementPolicy {
    fileprivate func system(on platform: Platform) -> NumericVersion? {
        platform == .ios ? version : number.flatMap(NumericVersion.init(number:))
    }

    /// The condition that an app is below it: by its number where that is known.
    fileprivate var app: GateCondition? {
        if let number = number.flatMap(NumericVersion.init(number:)) { return .build([.below(number)]) }
        return version.map { .app([.below($0)]) }
    }
}

extension MaintenancePolicy {
    /// The rule that the service is closed; nil when it is open.
    fileprivate var rule: RulePolicy? {
        guard isActive else { return nil }
        var rule = RulePolicy(position: position)
        (rule.id, rule.outcome) = ("maintenance", .maintenance)
        rule.texts[.message] = message
        return rule
    }
}

extension NumericVersion {
    /// A version of one number; fails for one of more digits than versions have.
    init?(number: Int) { self.init(String(number)) }
}

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
