import AppGate
import ManifestVerifier
import Policy

/// What the documents of a platform tell one kind of device at one time, before and after.
///
/// Apps read one document each, and a population does not say which: a device is newly blocked when any document blocks it
/// that did not.
struct DeviceVerdict {
    private(set) var required = false
    private(set) var maintenance = false
    private(set) var recommended = false
    /// What newly blocks it or, if nothing does, what blocked it before; of several the first.
    private(set) var cause: BlockingCause?
    private(set) var deciders: [String] = []
    /// The change to which that is due; nil without a cause.
    private(set) var subject: Impact.Subject?
    /// Whether it is newly blocked and cannot do what it is told.
    private(set) var isStuck = false
    /// The rules of gate documents that block or advise.
    private(set) var deciding: [(document: String, id: String, outcome: GateRule.Outcome)] = []

    var isBlocked: Bool { required || maintenance }

    enum Difference { case none, newlyBlocked, mayBeBlocked, stillBlocked, unknown, runsAgain, newlyRecommended }

    private(set) var difference = Difference.none

    /// - Parameter needed: the highest minimum of the system, which every version of the app needs.
    init(_ places: [CountedPlace], on kind: PopulationDevice, needed: RequirementValue?) {
        var found: [(cause: BlockingCause, place: CountedPlace, subject: Impact.Subject, cannotGet: Bool)] = []
        var former: [(cause: BlockingCause, place: CountedPlace, subject: Impact.Subject)] = []
        // The population does not say what a bound compares that changed, or that may block.
        var (isUnknown, mayBeBlocked, wasAdvised) = (false, false, false)
        let isTooOld = needed.map { RequirementValue(kind.device.system).isBelow($0) } ?? false
        for place in places {
            let before = place.old.map { PlaceVerdict($0, kind, isFetched: true) }
            let after = PlaceVerdict(place.new, kind, isFetched: place.isFetched)
            func subject(isLift: Bool) -> Impact.Subject {
                Impact.Subject(
                    document: place.documents[0], place: place.new.place,
                    changed: place.changed.subject(from: before?.rule, to: after.rule, isLift: isLift))
            }
            if let cause = before?.cause { former.append((cause, place, subject(isLift: true))) }
            wasAdvised = wasAdvised || before?.outcome == .recommended
            isUnknown = isUnknown || place.compares(unknownOf: kind.device)
            let cannotGet = after.cannotGet || isTooOld && place.new.document.latest == nil
            switch after.outcome {
            case .available: break
            case .recommended: recommended = true
            case .required: required = true
            case .maintenance: maintenance = true
            }
            if place.new.isGate, let rule = after.rule, after.outcome != .available {
                deciding.append((place.documents[0], rule, after.outcome))
            }
            guard before?.cause == nil else { continue }
            if let cause = after.cause {
                found.append((cause, place, subject(isLift: false), cannotGet))
            } else {
                mayBeBlocked = mayBeBlocked || after.mayBlock(unlike: before)
            }
        }
        if let first = found.map(\.cause).min() {
            (cause, difference) = (first, .newlyBlocked)
            deciders = found.filter { $0.cause == first }.flatMap(\.place.documents)
            subject = found.first { $0.cause == first }?.subject
            // Maintenance asks for nothing, and it passes.
            isStuck = first.kind != .maintenance && found.contains { $0.cause.kind != .maintenance && $0.cannotGet }
        } else if mayBeBlocked {
            difference = .mayBeBlocked
        } else if let first = former.map(\.cause).min(), !isUnknown || isBlocked {
            difference = isBlocked ? .stillBlocked : .runsAgain
            guard !isBlocked else { return }
            (cause, deciders) = (first, former.filter { $0.cause == first }.flatMap(\.place.documents))
            subject = former.first { $0.cause == first }?.subject
        } else if isUnknown {
            difference = .unknown
        } else if recommended, !wasAdvised {
            difference = .newlyRecommended
        }
    }
}

private struct PlaceVerdict {
    let outcome: GateRule.Outcome
    let rule: String?
    /// What blocks the device; nil when it may run.
    let cause: BlockingCause?
    /// Whether the device cannot get what it is told to install: a system that is too old is rarely updated.
    let cannotGet: Bool
    /// The blocking rules before the deciding one that compare something the population does not say.
    private let uncertain: [(words: String, origin: Origin?)]

    init(_ reading: Reading, _ kind: PopulationDevice, isFetched: Bool) {
        var uncertain: [(String, Origin?)] = []
        let moment = DeviceMoment(device: kind.device, time: .earliest, store: kind.store, isFetched: isFetched)
        let (outcome, rule, store) = reading.told(moment) { rule, miss in
            guard case .unknown = miss, rule.outcome == .required || rule.outcome == .maintenance,
                rule.mayApply(to: kind.device)
            else { return }
            uncertain.append((rule.words(on: reading.place.platform), reading.origins[rule.id]))
        }
        (self.outcome, self.rule, self.uncertain) = (outcome.name, rule?.id, uncertain)
        let origin = rule.flatMap { reading.origins[$0.id] }
        cause =
            switch self.outcome {
            case .available, .recommended: nil
            case .required, .maintenance: BlockingCause(rule?.id ?? "", self.outcome, origin, reading.place.platform)
            }
        cannotGet =
            self.outcome == .required
            && (origin?.isSystem ?? false || !(outcome.update?.isObtainable ?? true)
                || kind.storeLacks(origin, store))
    }

    /// Whether a rule that compares what the population does not say may block what the other side does not.
    func mayBlock(unlike other: PlaceVerdict?) -> Bool {
        uncertain.contains { words, origin in
            !(other?.uncertain ?? []).contains { former in
                guard let origin, let was = former.origin, origin.kind == was.kind, let value = origin.value,
                    let before = was.value
                else { return former.words == words }
                return value == before || value.isBelow(before)
            }
        }
    }
}

/// One thing that blocks devices, in the order in which several are named: maintenance, system, app, rule; of the app its
/// version, then its build; the highest bound.
struct BlockingCause: Hashable, Comparable {
    let platform: Platform
    let kind: Impact.Cause.Kind
    /// The bound as documents spell it, or the id of a rule; nil for the maintenance of a document without rules.
    let name: String?
    private let bound: RequirementValue?

    init(_ rule: String, _ outcome: GateRule.Outcome, _ origin: Origin?, _ platform: Platform) {
        self.platform = platform
        let value = outcome == .maintenance ? nil : origin?.value
        kind =
            outcome == .maintenance ? .maintenance : value == nil ? .rule : origin?.isSystem ?? false ? .system : .app
        (bound, name) = (value, kind == .rule || origin == nil ? rule : value?.description)
    }

    var isBuild: Bool {
        if case .app = kind, case .number? = bound { true } else { false }
    }

    private var rank: (Int, Int, Int) {
        let platforms = Platform.allCases, kinds = Impact.Cause.Kind.allCases
        return (platforms.firstIndex(of: platform) ?? 0, kinds.firstIndex(of: kind) ?? 0, isBuild ? 1 : 0)
    }

    static func < (a: BlockingCause, b: BlockingCause) -> Bool {
        guard a.rank == b.rank else { return a.rank < b.rank }
        guard let bound = a.bound, let other = b.bound, bound != other else { return (a.name ?? "") < (b.name ?? "") }
        return other.isBelow(bound)
    }

    /// Versions that are the same are one bound, however they are spelled.
    static func == (a: BlockingCause, b: BlockingCause) -> Bool {
        a.platform == b.platform && a.kind == b.kind && a.bound == b.bound && (a.bound != nil || a.name == b.name)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(platform)
        hasher.combine(kind)
        if bound == nil { hasher.combine(name) }
    }
}

extension PopulationDevice {
    /// Whether the store is known to lack the app that is required. Stores of Android apps count their versions by code:
    /// where a code decides, a plain number is one.
    fileprivate func storeLacks(_ origin: Origin?, _ state: Update.StoreState) -> Bool {
        if device.platform == .android, case .number(let code)? = origin?.value, let store,
            store.version.componentCount == 1
        {
            return store.version.components[0] < code
        }
        return state == .missing
    }
}

extension RequirementValue {
    fileprivate init(_ system: Device.System) {
        switch system {
        case .ios(let version): self = .version(version)
        case .android(let sdk): self = .number(sdk)
        }
    }
}

extension GateRule {
    /// Whether every condition that can be checked for a device holds.
    fileprivate func mayApply(to device: Device) -> Bool {
        var rest = conditions
        while true {
            let rule = GateRule(id: id, conditions: rest, outcome: .available)
            var missed: RuleMiss?
            _ = RuleEvaluation(
                document: GateDocument(platform: device.platform, latest: nil, rules: [rule]), device: device,
                time: .earliest, firstSeen: [:], scope: nil, store: nil, isFetched: true
            ).run { missed = $1 }
            switch missed {
            case nil: return true
            case .unknown(let condition)?: rest.removeAll { $0 == condition }
            default: return false
            }
        }
    }
}
