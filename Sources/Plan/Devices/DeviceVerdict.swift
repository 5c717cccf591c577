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
    /// The change that newly blocks it or, if none does, lets it run again; of several that of the first block.
    private(set) var subject: Impact.Subject?
    /// Whether it is newly blocked and cannot do what it is told.
    private(set) var isStuck = false

    var isBlocked: Bool { required || maintenance }

    enum Difference { case none, newlyBlocked, mayBeBlocked, stillBlocked, unknown, runsAgain, newlyRecommended }

    private(set) var difference = Difference.none

    /// What is under a maintenance counts as well: devices without an answer of the host do not believe it, and it passes.
    ///
    /// - Parameter needed: the highest minimum of the system, which every version of the app needs.
    init(_ places: [CountedPlace], on kind: PopulationDevice, needed: RequirementValue?) {
        self.init(places, kind, needed, isFetched: true)
        guard difference != .newlyBlocked, places.contains(where: \.wasClosed) else { return }
        let under = DeviceVerdict(places, kind, needed, isFetched: false)
        guard [.newlyBlocked, .mayBeBlocked].contains(under.difference) else { return }
        (difference, subject, isStuck) = (under.difference, under.subject, under.isStuck)
    }

    private init(
        _ places: [CountedPlace], _ kind: PopulationDevice, _ needed: RequirementValue?, isFetched: Bool
    ) {
        var found: [(block: Block, subject: Impact.Subject, cannotGet: Bool)] = []
        var former: [(block: Block, subject: Impact.Subject)] = []
        // The population does not say what a bound compares that changed, or that may block.
        var (isUnknown, mayBeBlocked, wasAdvised) = (false, false, false)
        let isTooOld = needed.map { RequirementValue(kind.device.system).isBelow($0) } ?? false
        for place in places {
            let before = place.old.map { PlaceVerdict($0, kind, isFetched: isFetched && place.still == nil) }
            let after = PlaceVerdict(place.new, kind, isFetched: isFetched && place.isFetched)
            func subject(isLift: Bool) -> Impact.Subject {
                Impact.Subject(
                    document: place.document, place: place.new.place,
                    changed: place.changed.causes(
                        before?.side
                            ?? .init(reading: .nothing(like: place.new), moment: after.side.moment, rule: nil),
                        after.side, isLift: isLift)[0])
            }
            if let block = before?.block { former.append((block, subject(isLift: true))) }
            wasAdvised = wasAdvised || before?.outcome == .recommended
            isUnknown = isUnknown || place.compares(unknownOf: kind.device)
            let cannotGet = after.cannotGet || isTooOld && place.new.document.latest == nil
            switch after.outcome {
            case .available: break
            case .recommended: recommended = true
            case .required: required = true
            case .maintenance: maintenance = true
            }
            if let before, before.block != nil {
                mayBeBlocked = mayBeBlocked || after.block != nil && before.mayRun(unlike: after)
            } else if let block = after.block {
                found.append((block, subject(isLift: false), cannotGet))
            } else {
                mayBeBlocked = mayBeBlocked || after.mayBlock(unlike: before)
            }
        }
        if let first = found.min(by: { $0.block < $1.block }) {
            (subject, difference) = (first.subject, .newlyBlocked)
            // Maintenance asks for nothing, and it passes.
            isStuck = first.block != .maintenance && found.contains { $0.block != .maintenance && $0.cannotGet }
        } else if mayBeBlocked {
            difference = .mayBeBlocked
        } else if let first = former.min(by: { $0.block < $1.block }), !isUnknown || isBlocked {
            (subject, difference) = isBlocked ? (nil, .stillBlocked) : (first.subject, .runsAgain)
        } else if isUnknown {
            difference = .unknown
        } else if recommended, !wasAdvised {
            difference = .newlyRecommended
        }
    }
}

private typealias UncertainRule = (rule: GateRule, words: String, origin: Origin?)

extension [UncertainRule] {
    /// The conditions of the rules before one that may let devices run.
    fileprivate func spared(before place: Int) -> [[GateCondition]] {
        self[..<place].filter { !$0.rule.blocks }.map(\.rule.conditions)
    }
}

private final class PlaceVerdict {
    let outcome: GateRule.Outcome
    let side: ChangedSubjects.Side
    /// What blocks the device; nil when it may run.
    let block: Block?
    /// Whether the device cannot get what it is told to install: a system that is too old is rarely updated.
    let cannotGet: Bool
    /// The rules before the deciding one that compare something the population does not say.
    private let uncertain: [UncertainRule]

    init(_ reading: Reading, _ kind: PopulationDevice, isFetched: Bool) {
        var uncertain: [UncertainRule] = []
        let moment = DeviceMoment(device: kind.device, time: .earliest, store: kind.store, isFetched: isFetched)
        let (outcome, rule, store) = reading.told(moment) { rule, miss in
            guard case .unknown = miss, rule.mayApply(to: kind.device) else { return }
            uncertain.append((rule, rule.words(on: reading.place.platform), reading.origins[rule.id]))
        }
        (self.outcome, self.uncertain) = (outcome.name, uncertain)
        side = ChangedSubjects.Side(reading: reading, moment: moment, rule: rule?.id)
        let origin = rule.flatMap { reading.origins[$0.id] }
        block = Block(self.outcome, origin)
        cannotGet =
            self.outcome == .required
            && (origin?.isSystem ?? false || !(outcome.update?.isObtainable ?? true)
                || kind.storeLacks(origin, store))
    }

    /// Whether a rule that compares what the population does not say may block what the other side does not: it has no such
    /// rule, or another one before that may let run.
    func mayBlock(unlike other: PlaceVerdict?) -> Bool {
        let others = other?.uncertain ?? []
        return uncertain.indices.contains { place in
            let (rule, words, origin) = uncertain[place]
            return rule.blocks
                && !others.indices.contains { index in
                    let former = others[index]
                    let spared = uncertain.spared(before: place)
                    guard others.spared(before: index).allSatisfy(spared.contains) else { return false }
                    guard let origin, let was = former.origin, origin.kind == was.kind, let value = origin.value,
                        let before = was.value
                    else { return former.words == words }
                    return value == before || value.isBelow(before)
                }
        }
    }

    /// Whether a rule that compares what the population does not say may let run what the other side does not.
    func mayRun(unlike other: PlaceVerdict) -> Bool {
        uncertain.contains { rule, _, _ in
            !rule.blocks && !other.uncertain.contains { !$0.rule.blocks && $0.rule.conditions == rule.conditions }
        }
    }
}

/// What blocks a device, in the order in which the first of several is told: maintenance, the system, the version of the app,
/// its build, any other rule; of two bounds the higher.
private struct Block: Comparable {
    static let maintenance = Block(rank: 0, bound: nil)

    private let rank: Int
    private let bound: RequirementValue?

    private init(rank: Int, bound: RequirementValue?) { (self.rank, self.bound) = (rank, bound) }

    /// nil for what does not block.
    init?(_ outcome: GateRule.Outcome, _ origin: Origin?) {
        switch (outcome, origin?.value) {
        case (.available, _), (.recommended, _): return nil
        case (.maintenance, _): self = .maintenance
        case (.required, nil): self.init(rank: 4, bound: nil)
        case (.required, let bound?) where origin?.isSystem ?? false: self.init(rank: 1, bound: bound)
        case (.required, .number(let build)?): self.init(rank: 3, bound: .number(build))
        case (.required, let bound?): self.init(rank: 2, bound: bound)
        }
    }

    static func < (a: Block, b: Block) -> Bool {
        guard a.rank == b.rank, let bound = a.bound, let other = b.bound else { return a.rank < b.rank }
        return other.isBelow(bound)
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
    fileprivate var blocks: Bool { outcome == .required || outcome == .maintenance }

    /// Whether every condition that can be checked for a device holds.
    fileprivate func mayApply(to device: Device) -> Bool {
        conditions.allSatisfy { condition in
            let rule = GateRule(id: id, conditions: [condition], outcome: .available)
            var missed: RuleMiss?
            _ = RuleEvaluation(
                document: GateDocument(platform: device.platform, latest: nil, rules: [rule]), device: device,
                time: .earliest, firstSeen: [:], scope: nil, store: nil, isFetched: true
            ).run { missed = $1 }
            return switch missed {
            case nil, .unknown?: true
            default: false
            }
        }
    }
}
