import ManifestVerifier

/// The decision of a gate document for a device: the first rule that matches decides; where none does, the app is
/// available.
///
/// A rule matches when all its conditions hold; one that is unknown, or needs what the device does not say, does not. Rules
/// for a part of the app are skipped unless that part is asked for, and so is maintenance unless `source` is `fetched` and
/// the document was signed at most `Limits.maintenanceAge` ago.
///
/// - Parameters:
///   - document: a verified gate document.
///   - device: the device and the app on it.
///   - time: the times by which rules are decided.
///   - firstSeen: when this device was first told by rules with a period of grace, by their ids; later times than
///     `RuleTime.time` count as that.
///   - scope: the part of the app that is asked for; nil for the app as a whole.
///   - store: the newest version in the store, if known; never changes whether a device is blocked.
///   - source: where the document comes from.
///   - asOf: the signed date of the document.
public func decide(
    _ document: GateDocument, for device: Device, at time: RuleTime, firstSeen: [String: Instant] = [:],
    scope: String? = nil, store: StoreVersion? = nil, source: Decision.Source, asOf: SignedDate? = nil
) -> Decision {
    let evaluation = RuleEvaluation(
        document: document, device: device, time: time, firstSeen: firstSeen, scope: scope, store: store,
        source: source)
    let (outcome, rule) = evaluation.run()
    return Decision(outcome, source: source, asOf: asOf, rule: rule?.id)
}

/// The rules of one document on one device at one time.
package struct RuleEvaluation {
    private let document: GateDocument
    private let device: Device
    private let time: Instant
    private let ends: Instant
    private let firstSeen: [String: Instant]
    private let store: StoreVersion?
    private let closes: Bool
    private let app: [Int]
    private let build: [Int]
    private let system: [Int]
    private let installed: RuleMatcher.Installation
    private let memo: Memo

    /// What is found out once for all rules, when the first of them needs it.
    private final class Memo {
        private let device: Device
        private var places: [(salt: String, number: UInt32)]
        private(set) lazy var languages = LocalizedText.wanted(device.languages)

        init(_ device: Device, _ places: [String: UInt32]) {
            (self.device, self.places) = (device, places.map { (salt: $0.key, number: $0.value) })
        }

        func place(of id: InstallID, salt: String) -> UInt32 {
            if let known = places.first(where: { $0.salt.hasSameBytes(as: salt) }) { return known.number }
            let number = RolloutShare.place(of: id, salt: salt)
            places.append((salt, number))
            return number
        }
    }

    init(
        document: GateDocument, device: Device, time: RuleTime, firstSeen: [String: Instant], scope: String?,
        store: StoreVersion?, source: Decision.Source
    ) {
        self.init(
            document: document, device: device, time: time.time, ends: time.ends, firstSeen: firstSeen, scope: scope,
            store: store, isFetched: source == .fetched && time.isRecent)
    }

    /// - Parameters:
    ///   - ends: by what a rule that blocks ends; nil for `time`, as if the document were signed then.
    ///   - isFetched: whether maintenance closes: the document was fetched in this session, and is not old.
    ///   - places: the places of a device with an install id in roll-outs, by their salts, where they are assumed.
    package init(
        document: GateDocument, device: Device, time: Instant, ends: Instant? = nil, firstSeen: [String: Instant],
        scope: String?, store: StoreVersion?, isFetched: Bool, places: [String: UInt32] = [:]
    ) {
        self.document = document
        self.device = device
        self.time = time
        self.ends = ends ?? time
        self.firstSeen = firstSeen
        self.store = store
        closes = isFetched
        app = device.version?.numbers ?? []
        build = device.build?.numbers ?? []
        system = device.system.numbers
        installed = RuleMatcher.Installation(
            app: app, build: build, system: system, model: device.model, scope: scope)
        memo = Memo(device, places)
    }

    /// The outcome and the rule that decided, if one did.
    ///
    /// - Parameter miss: called for every rule before that one, with the reason why it did not decide.
    package func run(_ miss: ((GateRule, RuleMiss) -> Void)? = nil) -> (Decision.Outcome, GateRule?) {
        guard document.platform == device.platform else { return (.available, nil) }
        var start = 0
        while let match = firstMatch(from: start, miss) {
            let rule = document.rules[match]
            start = match + 1
            switch rule.outcome {
            case .available: return (.available, rule)
            case .maintenance:
                guard closes else {
                    miss?(rule, .notFetched)
                    continue
                }
                return (.maintenance(notice(rule)), rule)
            case .required: return (.required(update(rule, target: obtainable)), rule)
            case .recommended:
                let (target, due) = (obtainable, due(rule))
                if let due, due <= time { return (.required(update(rule, target: target)), rule) }
                let update = update(rule, target: target, due: due)
                if !update.isObtainable, rule.texts.orElse?.chosen(among: memo.languages) == nil {
                    miss?(rule, .notObtainable)
                } else if update.store == .missing {
                    miss?(rule, .missingInStore)
                } else {
                    return (.recommended(update), rule)
                }
            }
        }
        return (.available, nil)
    }

    /// When a recommendation becomes required on this device; nil for never.
    private func due(_ rule: GateRule) -> Instant? {
        rule.deadline.due(firstSeen: min(firstSeen[rule.id] ?? time, time))
    }

    /// Whether a rule blocks those whom it matches.
    private func blocks(_ rule: GateRule) -> Bool {
        switch rule.outcome {
        case .required, .maintenance: true
        case .recommended: due(rule).map { $0 <= time } ?? false
        case .available: false
        }
    }

    // MARK: Conditions

    /// The place of the first rule that matches, from a place on.
    ///
    /// - Parameter miss: called for every rule before that one, with its reason, which takes longer to find.
    private func firstMatch(from start: Int, _ miss: ((GateRule, RuleMiss) -> Void)?) -> Int? {
        guard let miss else { return firstMatch(from: start, for: installed) }
        return document.rules.indices[start...].first { place in
            guard let reason = reasonToSkip(place) else { return true }
            miss(document.rules[place], reason)
            return false
        }
    }

    private func firstMatch(from start: Int, for installation: RuleMatcher.Installation) -> Int? {
        document.matcher.firstMatch(from: start, for: installation, other: holds)
    }

    /// Why a rule that does not match is skipped: its scope, or the first condition that does not hold.
    private func reasonToSkip(_ place: Int) -> RuleMiss? {
        guard let miss = document.matcher.firstMiss(of: place, for: installed, other: holds) else { return nil }
        let rule = document.rules[place]
        if let part = rule.scope, miss.place == 0 { return .scope(part) }
        let condition = rule.conditions[miss.place - (rule.scope == nil ? 0 : 1)]
        return miss.isKnown ? .fails(condition) : .unknown(condition)
    }

    /// Whether a condition of the rule at a place that compares neither a version nor a model holds; nil when that is not known.
    private func holds(_ place: Int, _ condition: GateCondition) -> Bool? {
        switch condition {
        case .channel(let names):
            return device.channel.map { channel in names.contains { $0.hasSameBytes(as: channel) } }
        case .region(let names): return device.region.map { region in names.contains { $0.hasSameBytes(as: region) } }
        case .from(let start): return start <= time
        case .until(let end): return (blocks(document.rules[place]) ? ends : time) < end
        case .share(let share):
            return device.installID.map { share.includes(place: memo.place(of: $0, salt: share.salt), at: time) }
        case .app, .build, .system, .model, .unknown: return nil
        }
    }

    // MARK: Obeying

    /// Whether the device can get a version that may run.
    private enum Target {
        /// The document names no versions.
        case unknown
        /// It can get this one.
        case version(NumericVersion)
        /// It can get none.
        case none
    }

    /// The first of the latest versions that this device can install and would run.
    private var obtainable: Target {
        guard let latest = document.latest else { return .unknown }
        let found = latest.first { entry in
            entry.system.map { $0.contains { $0.matches(system) } } ?? true && isAbove(entry) && !isBlocked(entry)
        }
        return found.map { .version($0.app) } ?? .none
    }

    /// Whether a version is above the installed one; what cannot be compared counts as above.
    private func isAbove(_ entry: LatestApp) -> Bool {
        let order = app.isEmpty ? 0 : entry.app.order(of: app)
        guard order == 0 else { return order < 0 }
        guard let new = entry.build, !build.isEmpty else { return app.isEmpty }
        return installed.build.order(VersionNumbers([new])) < 0
    }

    /// Whether the rules would block a version of the app on this device, maintenance aside.
    private func isBlocked(_ entry: LatestApp) -> Bool {
        var updated = installed
        updated.app = VersionNumbers(entry.app.components)
        updated.build = VersionNumbers(entry.build.map { [$0] } ?? [])
        updated.scope = nil
        var start = 0
        while let match = firstMatch(from: start, for: updated) {
            let rule = document.rules[match]
            guard case .maintenance = rule.outcome else { return blocks(rule) }
            start = match + 1
        }
        return false
    }

    // MARK: Texts

    private func update(_ rule: GateRule, target: Target, due: Instant? = nil) -> Update {
        let languages = memo.languages
        let title = rule.texts.title?.chosen(among: languages)
        let description = rule.texts.description?.chosen(among: languages)
        switch target {
        case .none:
            return Update(
                subject: .rule(rule.id, target: nil), title: title,
                description: rule.texts.orElse?.chosen(among: languages) ?? description, isObtainable: false, due: due)
        case .unknown:
            return Update(
                subject: .rule(rule.id, target: nil), title: title, description: description, url: rule.url, due: due)
        case .version(let version):
            return Update(
                subject: .rule(rule.id, target: version), title: title, description: description, url: rule.url,
                store: Update.StoreState(of: version, in: store, for: device), due: due)
        }
    }

    private func notice(_ rule: GateRule) -> MaintenanceNotice {
        let message = rule.texts.message?.chosen(among: memo.languages)
        return MaintenanceNotice(
            title: rule.texts.title?.chosen(among: memo.languages), message: message?.text, language: message?.language)
    }
}
