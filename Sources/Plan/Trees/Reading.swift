import AppGate
import ManifestVerifier

/// What one document tells the devices of one platform, as rules: whatever its format, it is decided and compared one way.
///
/// A reading is made from what a document says; no document is ever made from a reading.
package struct Reading: Sendable {
    /// Without `latest` where the format names no versions of the store.
    package let document: GateDocument
    /// The versions that rules ask for by themselves, by their ids: a recommendation that the store lacks is not made.
    let targets: [String: NumericVersion]

    init(_ document: GateDocument) { self.init(document, targets: [:]) }

    private init(_ document: GateDocument, targets: [String: NumericVersion]) {
        (self.document, self.targets) = (document, targets)
    }

    /// The reading for devices of these places in roll-outs, by their salts.
    func assuming(_ places: [String: UInt32]) -> Reading {
        places.isEmpty ? self : Reading(document.assuming { places[$0] ?? 0 }, targets: targets)
    }

    /// No document: every app runs.
    static func nothing(on platform: Platform) -> Reading {
        Reading(GateDocument(platform: platform, latest: nil, rules: []))
    }

    /// The requirements in the order in which `decide` asks for them.
    package init(_ requirements: Requirements, on platform: Platform) {
        var rules: [GateRule] = []
        var targets: [String: NumericVersion] = [:]
        func system(_ requirement: Requirement<SystemBound>?, _ id: String, _ outcome: GateRule.Outcome) {
            guard let requirement, let bound = requirement.bound.version(on: platform) else { return }
            rules.append(
                GateRule(
                    id: id, conditions: [.system([.below(bound)])], outcome: outcome, texts: RuleTexts(requirement)))
        }
        func app(_ requirement: Requirement<AppBound>?, _ id: String, _ outcome: GateRule.Outcome) {
            guard let requirement else { return }
            let condition: GateCondition
            switch requirement.bound {
            case .version(let version): (condition, targets[id]) = (.app([.below(version)]), version)
            case .build(let build, let version):
                (condition, targets[id]) = (.build([.below(NumericVersion(number: build))]), version)
            }
            rules.append(
                GateRule(
                    id: id, conditions: [condition], outcome: outcome, texts: RuleTexts(requirement),
                    url: requirements.updateURL))
        }
        if let maintenance = requirements.maintenance {
            rules.append(
                GateRule(
                    id: "maintenance", conditions: [], outcome: .maintenance,
                    texts: RuleTexts(message: maintenance.message.flatMap { LocalizedText(undetermined: $0) })))
        }
        system(requirements.minimumSystem, "minimum-system", .required)
        app(requirements.minimumApp, "minimum-app", .required)
        system(requirements.recommendedSystem, "recommended-system", .recommended)
        app(requirements.recommendedApp, "recommended-app", .recommended)
        document = GateDocument(platform: platform, latest: nil, rules: rules)
        self.targets = targets
    }

    /// What a device is told, and by which rule.
    package func told(_ moment: DeviceMoment) -> (outcome: Decision.Outcome, rule: GateRule?, store: Update.StoreState)
    {
        let (outcome, rule) = RuleEvaluation(
            document: assuming(moment.places).document, device: moment.device, time: moment.time,
            firstSeen: moment.firstSeen,
            scope: moment.scope, store: moment.store, isFetched: moment.isFetched
        ).run()
        guard let rule, let target = targets[rule.id] else {
            return (outcome, rule, outcome.update?.store ?? .unknown)
        }
        let state = Update.StoreState(of: target, in: moment.store, for: moment.device)
        guard case .recommended = outcome, state == .missing else { return (outcome, rule, state) }
        // The last rule: recommendations of the system come before it.
        return (.available, nil, .unknown)
    }
}

/// One device at one time.
package struct DeviceMoment {
    var device: Device
    var time: Instant
    /// When it was first told by rules with a period of grace.
    var firstSeen: [String: Instant] = [:]
    var scope: String?
    var store: StoreVersion?
    var isFetched: Bool
    /// Its places in roll-outs, by their salts, where they are assumed.
    var places: [String: UInt32] = [:]

    /// The same device, for a reading that assumes its places.
    var withoutPlaces: DeviceMoment {
        var moment = self
        moment.places = [:]
        return moment
    }

    package init(device: Device, time: Instant, store: StoreVersion? = nil, isFetched: Bool = true) {
        (self.device, self.time, self.store, self.isFetched) = (device, time, store, isFetched)
    }
}

extension Decision.Outcome {
    var update: Update? {
        switch self {
        case .recommended(let update), .required(let update): update
        case .available, .maintenance: nil
        }
    }

    /// The outcome as rules name it.
    var name: GateRule.Outcome {
        switch self {
        case .available: .available
        case .recommended: .recommended
        case .required: .required
        case .maintenance: .maintenance
        }
    }
}

extension SystemBound {
    /// The bound as rules compare it; nil for a bound of the other platform, which does not apply.
    fileprivate func version(on platform: Platform) -> NumericVersion? {
        switch (self, platform) {
        case (.ios(let version), .ios): version
        case (.android(let sdk), .android): NumericVersion(number: sdk)
        default: nil
        }
    }
}

extension RuleTexts {
    fileprivate init<Bound>(_ requirement: Requirement<Bound>) {
        self.init(title: requirement.title, description: requirement.description)
    }
}

extension NumericVersion {
    /// A build or an SDK level.
    init(number: Int) { self.init(major: number, minor: 0, patch: 0) }
}

extension LocalizedText {
    /// A text whose language its document does not say.
    fileprivate init?(undetermined text: String) {
        guard let tag = LanguageTag("und") else { return nil }
        self.init([(tag, text)])
    }
}
