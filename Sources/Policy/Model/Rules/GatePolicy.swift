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
