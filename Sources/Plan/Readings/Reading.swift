import AppGate
import Classic
import ManifestVerifier
import Policy

/// What one document tells the devices of one platform, as rules: whatever its format, it is decided and compared one way.
///
/// A reading is made from what a document says; no document is ever made from a reading.
package final class Reading: Sendable {
    /// Where a document has it: the platform, and the id of the environment in an environment config.
    package struct Place: Hashable, Sendable {
        package let platform: Platform
        package let configEnvironment: String?

        package init(_ platform: Platform, configEnvironment: String? = nil) {
            (self.platform, self.configEnvironment) = (platform, configEnvironment)
        }

        /// Names are bytes.
        package static func == (a: Place, b: Place) -> Bool {
            a.platform == b.platform && a.configEnvironment.hasSameBytes(as: b.configEnvironment)
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(platform)
            hasher.combine(configEnvironment.map { Array($0.utf8) })
        }

        /// What precedes the name of a member: `ios.`, or `mainnet.ios.` in an environment config.
        var prefix: String { (configEnvironment.map { "\($0)." } ?? "") + "\(platform.rawValue)." }
    }

    let place: Place
    let format: DocumentFormat
    /// Without `latest` where the format names no versions of the store.
    package let document: GateDocument
    /// Which minimum or recommendation of a policy a rule is, by its id; none for rules that say something else.
    let origins: [String: Origin]
    /// The versions that rules ask for by themselves, by their ids: a recommendation that the store lacks is not made.
    let targets: [String: NumericVersion]
    /// The one URL to which all rules lead; nil in gate documents, whose rules have their own.
    let address: Origin?

    package convenience init(_ document: GateDocument) {
        let platform = document.platform
        self.init(Place(platform), platform == .ios ? .gateIOS : .gateAndroid, document)
    }

    private init(_ place: Place, _ format: DocumentFormat, _ document: GateDocument) {
        (self.place, self.format, self.document) = (place, format, document)
        let origins = document.rules.compactMap { rule in Origin(rule, in: place, format).map { (rule.id, $0) } }
        self.origins = Dictionary(origins) { first, _ in first }
        (targets, address) = ([:], nil)
    }

    /// A copy with other rules of the same ids.
    init(_ reading: Reading, _ document: GateDocument) {
        (place, format, self.document, origins) = (reading.place, reading.format, document, reading.origins)
        (targets, address) = (reading.targets, reading.address)
    }

    /// No document: every app runs.
    static func nothing(like other: Reading) -> Reading {
        Reading(other.place, other.format, GateDocument(platform: other.place.platform, latest: nil, rules: []))
    }

    /// The requirements of a document, in the order in which `decide` asks for them.
    ///
    /// - Parameter hasCommonURL: whether the URL serves all platforms.
    package init(_ requirements: Requirements, at place: Place, of format: DocumentFormat, hasCommonURL: Bool = false) {
        var rules: [GateRule] = []
        var origins: [String: Origin] = [:]
        var targets: [String: NumericVersion] = [:]
        func origin(_ kind: Change.Kind, _ value: RequirementValue?) -> Origin {
            Origin(kind, value, in: place, format, hasCommonURL: hasCommonURL)
        }
        /// A text whose language its document does not say.
        func text(_ message: String) -> LocalizedText? {
            LanguageTag("und").flatMap { LocalizedText([($0, message)]) }
        }
        typealias Compared = (value: RequirementValue, condition: GateCondition, target: NumericVersion?)
        func system(_ bound: SystemBound) -> Compared? {
            switch (bound, place.platform) {
            case (.ios(let version), .ios): (.version(version), .system([.below(version)]), nil)
            case (.android(let sdk), .android): (.number(sdk), .system([.below(NumericVersion(number: sdk))]), nil)
            // A bound of the other platform does not apply.
            default: nil
            }
        }
        func app(_ bound: AppBound) -> Compared? {
            switch bound {
            case .version(let version): (.version(version), .app([.below(version)]), version)
            case .build(let build, let version):
                (.number(build), .build([.below(NumericVersion(number: build))]), version)
            }
        }
        func add<Bound>(
            _ requirement: Requirement<Bound>?, _ id: String, _ outcome: GateRule.Outcome, _ kind: Change.Kind,
            _ compared: (Bound) -> Compared?, url: String? = nil
        ) {
            guard let requirement, let bound = compared(requirement.bound) else { return }
            (origins[id], targets[id]) = (origin(kind, bound.value), bound.target)
            let texts = RuleTexts(title: requirement.title, description: requirement.description)
            rules.append(GateRule(id: id, conditions: [bound.condition], outcome: outcome, texts: texts, url: url))
        }
        if let maintenance = requirements.maintenance {
            origins["maintenance"] = origin(.maintenance, .text(maintenance.message ?? ""))
            rules.append(
                GateRule(
                    id: "maintenance", conditions: [], outcome: .maintenance,
                    texts: RuleTexts(message: maintenance.message.flatMap(text))))
        }
        let url = requirements.updateURL
        add(requirements.minimumSystem, "minimum-system", .required, .minimumSystem, system)
        add(requirements.minimumApp, "minimum-app", .required, .minimumApp, app, url: url)
        add(requirements.recommendedSystem, "recommended-system", .recommended, .recommendedSystem, system)
        add(requirements.recommendedApp, "recommended-app", .recommended, .recommendedApp, app, url: url)
        document = GateDocument(platform: place.platform, latest: nil, rules: rules)
        (self.place, self.format, self.origins, self.targets) = (place, format, origins, targets)
        address = origin(.updateURL, url.map { .text($0) })
    }

    /// Where a policy says, or would, what explains a rule: `ios.minimumAppVersion`, `ios.rules.block-3.2.1`.
    func member(explaining id: String) -> String {
        isGate ? "\(place.prefix)rules.\(id)" : origins[id]?.member ?? id
    }

    /// The version that is shown where a build decides.
    func shownVersion(of id: String) -> Origin? {
        guard format == .environmentConfig, case .number? = origins[id]?.value, let version = targets[id] else {
            return nil
        }
        return Origin(.shownVersion, .version(version), in: place, format)
    }

    /// A condition that this tool does not know, and a client may.
    var unknownCondition: String? {
        document.rules.lazy.flatMap(\.conditions).compactMap { if case .unknown(let name) = $0 { name } else { nil } }
            .first
    }

    /// The first eight hexadecimal digits of the SHA-256 of what it tells.
    var digest: String { Self.digest(of: bytes) }

    static func digest(of bytes: [UInt8]) -> String { String(SHA256.hash(bytes).hexadecimal.prefix(8)) }

    /// What it tells, but for the one URL of all rules.
    var bytes: [UInt8] {
        targets.sorted { $0.key < $1.key }.reduce(into: JSONWriter.bytes(of: document.json)) { bytes, target in
            bytes += Array("\(target.key) \(target.value.spelling)\n".utf8)
        }
    }

    var isGate: Bool { format == .gateIOS || format == .gateAndroid }

    /// What a device is told, and by which rule.
    ///
    /// - Parameter miss: called for every rule before that one, with the reason why it did not decide.
    package func told(
        _ moment: DeviceMoment, _ miss: ((GateRule, RuleMiss) -> Void)? = nil
    ) -> (outcome: Decision.Outcome, rule: GateRule?, store: Update.StoreState) {
        let (outcome, rule) = RuleEvaluation(
            document: document, device: moment.device, time: moment.time, ends: moment.clock,
            firstSeen: moment.firstSeen, scope: moment.scope, store: moment.store, isFetched: moment.isFetched,
            places: moment.places
        ).run(miss)
        guard let rule, let target = targets[rule.id] else {
            return (outcome, rule, outcome.update?.store ?? .unknown)
        }
        let state = Update.StoreState(of: target, in: moment.store, for: moment.device)
        guard case .recommended = outcome, state == .missing else { return (outcome, rule, state) }
        // The last rule: recommendations of the system come before it.
        return (.available, nil, .unknown)
    }
}

package struct DeviceMoment {
    var device: Device
    var time: Instant
    /// The clock by which blocks end; nil for `time`.
    var clock: Instant?
    /// When the device first saw each rule with a grace period.
    var firstSeen: [String: Instant] = [:]
    var scope: String?
    var store: StoreVersion?
    var isFetched: Bool
    /// Its places in roll-outs, by their salts, where they are assumed.
    var places: [String: UInt32] = [:]

    package init(device: Device, time: Instant, store: StoreVersion? = nil, isFetched: Bool = true) {
        (self.device, self.time, self.store, self.isFetched) = (device, time, store, isFetched)
    }

    /// The same where the document stands still since a time: its rules do, and no maintenance of it is believed.
    func standing(still: Instant?) -> DeviceMoment {
        guard let still else { return self }
        var moment = self
        (moment.clock, moment.time, moment.isFetched) = (clock ?? time, min(time, still), false)
        return moment
    }
}

extension Decision.Outcome {
    /// The outcome as a rule says it.
    package var name: GateRule.Outcome {
        switch self {
        case .available: .available
        case .recommended: .recommended
        case .required: .required
        case .maintenance: .maintenance
        }
    }
}

extension NumericVersion {
    /// A build or an SDK level.
    init(number: Int) { self = NumericVersion(String(number)) ?? NumericVersion(major: number, minor: 0, patch: 0) }
}
