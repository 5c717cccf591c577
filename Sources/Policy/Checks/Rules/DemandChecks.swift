import AppGate
import Diagnostics
import ManifestVerifier

/// Whether the people of whom an update is required can get it, or are told what else to do.
///
/// Every demand is decided, as apps do it, for devices at each bound that a version has in a rule.
struct DemandChecks {
    let policy: GatePolicy
    let findings: FileFindings

    func check() {
        guard let latest = policy.latest else { return }
        let rules = policy.rules.map { GateRule($0, hasShare: true) }
        let systems = systems()
        let values = policy.rules.reduce(1) { $0 + $1.valueCount }
        var trials = Limits.ruleTrials / (values * (latest.count + 1))
        for (index, rule) in policy.rules.enumerated() where rule.isDemand {
            // Of a share, someone is in it.
            var tried = rules
            tried[index] = GateRule(rule, hasShare: false)
            let document = GateDocument(platform: policy.platform, latest: latest, rules: tried)
            guard let time = rule.demandingTime,
                let stuck = firstStuck(rule, document, systems, at: time, &trials)
            else { continue }
            report(rule, latest, stuck)
        }
    }

    private func report(_ rule: RulePolicy, _ latest: [LatestApp], _ system: TriedSystem) {
        let name = "rule \"\(rule.id)\" of \(policy.platform.rawValue)"
        if !rule.isClassic, rule.namesApp, let newest = latest.max(by: { $0.app < $1.app }), rule.blocks(newest) {
            findings.add(
                .latestBlocked, "\(name) blocks \(newest.app) as well, the newest version in \"latest\"",
                at: rule.position, about: rule.identity(on: policy.platform, quoting: "\(newest.app)"),
                hint:
                    "people would update and be blocked again: end the range below \(newest.app), or list the version "
                    + "that helps in \"latest\"")
        } else if rule.texts[.orElse] == nil {
            findings.add(
                .orElseMissing, "\(name) requires an update that devices with \(system.name) cannot get",
                at: rule.position, about: rule.identity(on: policy.platform, quoting: system.name),
                hint: "say in \"orElse\" what these people can do, or add a version for their system to \"latest\"")
        }
    }

    // MARK: Trying

    /// A version of the system, and its name for people.
    private struct TriedSystem {
        let system: Device.System
        let name: String
        let numbers: [Int]
    }

    /// The first system on which the rule demands an update that the store does not have.
    private func firstStuck(
        _ rule: RulePolicy, _ document: GateDocument, _ systems: [TriedSystem], at time: Instant, _ trials: inout Int
    ) -> TriedSystem? {
        for system in systems where rule.matches(system.numbers, .system) {
            for app in apps(rule) {
                for build in builds(rule) {
                    guard trials > 0 else { return nil }
                    trials -= 1
                    var device = Device(
                        system: system.system, reportedVersion: app, reportedBuild: build, languages: ["en"])
                    rule.describe(&device)
                    let (outcome, decided) = RuleEvaluation(
                        document: document, device: device, time: time, firstSeen: [rule.id: .earliest], scope: nil,
                        store: nil, isFetched: false
                    ).run()
                    if case .required(let update) = outcome, decided?.id == rule.id, !update.isObtainable {
                        return system
                    }
                }
            }
        }
        return nil
    }

    /// The systems at each bound that one has in the document, and beside it.
    private func systems() -> [TriedSystem] {
        let patterns =
            policy.rules.flatMap { $0.patterns[.system] ?? [] } + (policy.latest ?? []).flatMap { $0.system ?? [] }
        let bounds = Set(patterns.flatMap(\.bounds)).sorted().prefix(Limits.triedVersions)
        let name = policy.platform == .ios ? "iOS" : "SDK level"
        func tried(_ version: NumericVersion, _ text: String) -> TriedSystem {
            let sdk = version.components[0]
            return switch policy.platform {
            case .ios: TriedSystem(system: .ios(version), name: text, numbers: version.components)
            case .android: TriedSystem(system: .android(sdk: sdk), name: text, numbers: [sdk])
            }
        }
        let zero = NumericVersion(major: 0, minor: 0, patch: 0)
        let lowest = tried(zero, bounds.first.map { "\(name) below \($0)" } ?? "any \(name)")
        return [lowest]
            + bounds.flatMap { bound in
                let next =
                    policy.platform == .ios
                    ? bound.next : NumericVersion(major: bound.components[0] + 1, minor: 0, patch: 0)
                return [tried(bound, "\(name) \(bound)"), tried(next, "\(name) above \(bound)")]
            }
    }

    /// Versions of the app that the rule is about: the lowest, and those at its bounds and just above them.
    ///
    /// For a rule that names none, only versions below every one of the store: no app has a higher version than that
    /// and a low build.
    private func apps(_ rule: RulePolicy) -> [String] {
        let own = rule.patterns[.app] ?? []
        let others = policy.rules.flatMap { $0.patterns[.app] ?? [] }
        let points = Self.points((own.isEmpty ? others : own).flatMap(\.bounds)).filter { point in
            own.isEmpty
                ? point == [0] || (policy.latest ?? []).allSatisfy { $0.app.order(of: point) < 0 }
                : own.contains { $0.matches(point) }
        }
        return points.map { $0.map(String.init).joined(separator: ".") }
    }

    private func builds(_ rule: RulePolicy) -> [String?] {
        guard let own = rule.patterns[.build], !own.isEmpty else { return [nil] }
        return Self.points(own.flatMap(\.bounds)).filter { point in own.contains { $0.matches(point) } }
            .map { $0.map(String.init).joined(separator: ".") }
    }

    private static func points(_ bounds: [NumericVersion]) -> [[Int]] {
        [[0]] + Set(bounds).sorted().prefix(Limits.triedVersions).flatMap { [$0.components, $0.components + [1]] }
    }
}

extension GateRule {
    /// A rule as far as it matters for what is decided.
    fileprivate init(_ rule: RulePolicy, hasShare: Bool) {
        let conditions = rule.conditions.map(\.value).filter { condition in
            if case .share = condition { hasShare } else { true }
        }
        let texts = RuleTexts(orElse: rule.texts[.orElse] == nil ? nil : .anything)
        self.init(
            id: rule.id, conditions: conditions, outcome: rule.outcome, scope: rule.scope, deadline: rule.deadline,
            texts: texts)
    }
}

extension LocalizedText {
    fileprivate static let anything = LanguageTag("en").flatMap { LocalizedText([($0, "…")]) }
}

extension RulePolicy {
    /// When the rule requires an update of those who were told first; nil when it ends before that.
    fileprivate var demandingTime: Instant? {
        var time = Instant.earliest
        for case .from(let start) in conditions.map(\.value) { time = max(time, start) }
        if outcome == .recommended {
            guard let due = deadline.due(firstSeen: .earliest) else { return nil }
            time = max(time, due)
        }
        for case .until(let end) in conditions.map(\.value) where end <= time { return nil }
        return time
    }

    /// Whether it is for a version of one kind, or for all.
    fileprivate func matches(_ numbers: [Int], _ attribute: RuleAttribute) -> Bool {
        let patterns = patterns[attribute] ?? []
        return patterns.isEmpty || patterns.contains { $0.matches(numbers) }
    }

    /// Whether a version of the app does not escape the rule.
    fileprivate func blocks(_ latest: LatestApp) -> Bool {
        guard matches(latest.app.components, .app) else { return false }
        guard let build = latest.build else { return patterns[.build, default: []].isEmpty }
        return matches([build], .build)
    }

    /// Gives a device what the rule asks of it beside versions.
    fileprivate func describe(_ device: inout Device) {
        for case .names(let attribute, let names) in conditions.map(\.value.comparison) {
            guard let place = attribute.name else { continue }
            let isOpen = attribute == .model && names.first?.utf8.last == UInt8(ascii: "*")
            device[keyPath: place] = names.first.map { isOpen ? String($0.dropLast()) : $0 }
        }
    }
}
