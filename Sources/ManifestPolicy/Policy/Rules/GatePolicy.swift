import Diagnostics
import ManifestVerifier

/// What the gate document of one platform says: the written rules, and behind them those of the classic members.
struct GatePolicy {
    let platform: Platform
    let storeURL: String?
    /// The rules in the order in which they are decided.
    let rules: [RulePolicy]
    /// The versions that the store has; nil when none is known.
    let latest: [LatestApp]?
    let filling: Placeholders

    static func all(of environment: EnvironmentPolicy) -> [GatePolicy] {
        let maintenance = environment.maintenance?.rule
        return [
            environment.ios.map { GatePolicy(ios: $0, maintenance) },
            environment.android.map { GatePolicy(android: $0, maintenance) },
        ].compactMap(\.self)
    }

    private init(ios: PlatformPolicy<NumericVersion>, _ maintenance: RulePolicy?) {
        let minimumSystem = ios.minimumSystem?.value
        self.init(
            .ios, ios, maintenance, Placeholders(ios: ios), systemName: "os", system: { $0.value },
            app: { requirement in
                if let build = requirement.build.flatMap(NumericVersion.init(number:)) {
                    return .build([.below(build)])
                }
                return requirement.value.map { .app([.below($0)]) }
            },
            latest: ios.latestAppVersion.flatMap { latest in
                latest.value.map {
                    LatestApp(app: $0, build: latest.build, system: minimumSystem.map { [.atLeast($0)] })
                }
            })
    }

    private init(android: PlatformPolicy<Int>, _ maintenance: RulePolicy?) {
        let minimumSystem = android.minimumSystem?.value.flatMap(NumericVersion.init(number:))
        self.init(
            .android, android, maintenance, Placeholders(android: android), systemName: "sdk",
            system: { $0.value.flatMap(NumericVersion.init(number:)) },
            app: { requirement in
                if let code = requirement.value.flatMap(NumericVersion.init(number:)) { return .build([.below(code)]) }
                return requirement.versionName.map { .app([.below($0)]) }
            },
            latest: android.latestAppVersion.flatMap { latest in
                latest.versionName.map {
                    LatestApp(app: $0, build: latest.value, system: minimumSystem.map { [.atLeast($0)] })
                }
            })
    }

    /// - Parameters:
    ///   - systemName: the end of the ids of rules about the system.
    ///   - system: the version of the system that a requirement has.
    ///   - app: the condition that an app is below a requirement: by its build where that is known.
    ///   - known: the newest version, if the policy has no list of them.
    private init<Version: Sendable>(
        _ platform: Platform, _ policy: PlatformPolicy<Version>, _ maintenance: RulePolicy?, _ filling: Placeholders,
        systemName: String, system: (RequirementPolicy<Version>) -> NumericVersion?,
        app: (RequirementPolicy<Version>) -> GateCondition?, latest known: LatestApp?
    ) {
        func rule(
            _ id: String, _ requirement: RequirementPolicy<Version>?, _ outcome: GateRule.Outcome,
            _ condition: (RequirementPolicy<Version>) -> GateCondition?, orElse: TextReference?
        ) -> RulePolicy? {
            guard let requirement, let condition = condition(requirement) else { return nil }
            return RulePolicy(
                position: requirement.position, id: id,
                conditions: [Positioned(value: condition, position: requirement.position)], outcome: outcome,
                texts: [
                    .title: requirement.title, .description: requirement.description, .orElse: orElse,
                ].compactMapValues(\.self))
        }
        func systemRule(
            _ id: String, _ requirement: RequirementPolicy<Version>?, _ outcome: GateRule.Outcome
        ) -> RulePolicy? {
            // No version of the app helps here, so that its text is the one for devices that cannot get the update, too.
            rule(
                "\(id)-\(systemName)", requirement, outcome, { system($0).map { .system([.below($0)]) } },
                orElse: requirement?.description)
        }
        let recommended = policy.recommendedAppVersion ?? policy.latestAppVersion?.withDescription
        let classic = [
            maintenance,
            systemRule("minimum", policy.minimumSystem, .required),
            rule("minimum-app", policy.minimumAppVersion, .required, app, orElse: policy.minimumAppVersion?.orElse),
            systemRule("recommended", policy.recommendedSystem, .recommended),
            rule("recommended-app", recommended, .recommended, app, orElse: recommended?.orElse),
        ]
        self.platform = platform
        storeURL = policy.storeURL
        rules = policy.rules + classic.compactMap(\.self)
        latest = policy.latest?.map(\.app) ?? known.map { [$0] }
        self.filling = filling
    }

    /// Where people get what a rule demands; nil for what no store has.
    func url(of rule: RulePolicy) -> String? {
        switch rule.outcome {
        case .recommended, .required: rule.url?.value ?? (rule.isForSystemAlone ? nil : storeURL)
        case .available, .maintenance: nil
        }
    }
}

extension RequirementPolicy {
    /// The newest version, if it has a text: without one, nobody is advised to update.
    fileprivate var withDescription: RequirementPolicy? { description == nil ? nil : self }
}

extension MaintenancePolicy {
    /// The rule that the service is closed; nil when it is open.
    fileprivate var rule: RulePolicy? {
        guard isActive else { return nil }
        return RulePolicy(
            position: position, id: "maintenance", conditions: [], outcome: .maintenance,
            texts: [.message: message].compactMapValues(\.self))
    }
}

extension NumericVersion {
    /// A version of one number; fails for one of more digits than versions have.
    init?(number: Int) { self.init(String(number)) }
}
