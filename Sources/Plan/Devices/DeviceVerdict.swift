import AppGate
import Diagnostics
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

    /// Where the population does not say what rules compare, a device is whatever it may be: where some of that is newly blocked,
    /// it may be.
    ///
    /// - Parameters:
    ///   - bounds: everything at which the places can decide differently.
    ///   - needed: the highest minimum of the system, which every version of the app needs.
    init(_ places: [CountedPlace], on kind: PopulationDevice, _ bounds: DeviceBounds, needed: RequirementValue?) {
        self.init(places, kind, needed)
        let others = kind.alternatives(bounds)
        guard difference != .newlyBlocked, others?.count != 1 else { return }
        let differences = Set((others ?? []).map { DeviceVerdict(places, $0, needed).difference })
        if others.map({ _ in differences.contains(.newlyBlocked) })
            ?? places.contains(where: { !$0.changed.all.isEmpty })
        {
            (difference, subject) = (.mayBeBlocked, nil)
        } else if difference != .runsAgain, differences.count > 1, !differences.isSubset(of: [.none, .stillBlocked]) {
            difference = .unknown
        }
    }

    /// What is under a maintenance counts as well: devices without an answer of the host do not believe it, and it passes.
    private init(_ places: [CountedPlace], _ kind: PopulationDevice, _ needed: RequirementValue?) {
        self.init(places, kind, needed, isFetched: true)
        guard difference != .newlyBlocked, places.contains(where: \.wasClosed) else { return }
        let under = DeviceVerdict(places, kind, needed, isFetched: false)
        guard under.difference == .newlyBlocked else { return }
        (difference, subject, isStuck) = (under.difference, under.subject, under.isStuck)
    }

    private init(
        _ places: [CountedPlace], _ kind: PopulationDevice, _ needed: RequirementValue?, isFetched: Bool
    ) {
        var found: [(block: Block, subject: Impact.Subject, cannotGet: Bool)] = []
        var lifted: [(block: Block, subject: Impact.Subject)] = []
        var (wasBlocked, wasAdvised) = (false, false)
        let isTooOld = needed.map { RequirementValue(kind.device.system).isBelow($0) } ?? false
        for (place, scope) in places.flatMap({ place in place.scopes.map { (place, $0) } }) {
            let before = place.old.map { PlaceVerdict($0, kind, scope, isFetched: isFetched && place.still == nil) }
            let after = PlaceVerdict(place.new, kind, scope, isFetched: isFetched && place.isFetched)
            func subject(isLift: Bool) -> Impact.Subject {
                Impact.Subject(
                    document: place.document, place: place.new.place,
                    changed: place.changed.causes(
                        before?.side
                            ?? .init(reading: .nothing(like: place.new), moment: after.side.moment, rule: nil),
                        after.side, isLift: isLift)[0])
            }
            switch (before?.block, after.block) {
            case (nil, let block?):
                let cannotGet = after.cannotGet || isTooOld && place.new.document.latest == nil
                found.append((block, subject(isLift: false), cannotGet))
            case (let block?, nil): lifted.append((block, subject(isLift: true)))
            default: break
            }
            guard scope == nil else { continue }
            (wasBlocked, wasAdvised) = (
                wasBlocked || before?.block != nil, wasAdvised || before?.outcome == .recommended
            )
            switch after.outcome {
            case .available: break
            case .recommended: recommended = true
            case .required: required = true
            case .maintenance: maintenance = true
            }
        }
        if let first = found.min(by: { $0.block < $1.block }) {
            (subject, difference) = (first.subject, .newlyBlocked)
            // Maintenance asks for nothing, and it passes.
            isStuck = first.block != .maintenance && found.contains { $0.block != .maintenance && $0.cannotGet }
        } else if wasBlocked, isBlocked {
            difference = .stillBlocked
        } else if let first = lifted.min(by: { $0.block < $1.block }) {
            (subject, difference) = (first.subject, .runsAgain)
        } else if recommended, !wasAdvised {
            difference = .newlyRecommended
        }
    }
}

private final class PlaceVerdict {
    let outcome: GateRule.Outcome
    let side: ChangedSubjects.Side
    /// What blocks the device; nil when it may run.
    let block: Block?
    /// Whether the device cannot get what it is told to install: a system that is too old is rarely updated.
    let cannotGet: Bool

    init(_ reading: Reading, _ kind: PopulationDevice, _ scope: String?, isFetched: Bool) {
        var moment = DeviceMoment(device: kind.device, time: .earliest, store: kind.store, isFetched: isFetched)
        moment.scope = scope
        let (outcome, rule, store) = reading.told(moment)
        self.outcome = outcome.name
        side = ChangedSubjects.Side(reading: reading, moment: moment, rule: rule?.id)
        let origin = rule.flatMap { reading.origins[$0.id] }
        block = Block(self.outcome, origin)
        cannotGet =
            self.outcome == .required
            && (origin?.isSystem ?? false || !(outcome.update?.isObtainable ?? true)
                || kind.storeLacks(origin, store))
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
    /// What it may be where the population does not say what rules compare, itself among that; nil where that is too much.
    fileprivate func alternatives(_ bounds: DeviceBounds) -> [PopulationDevice]? {
        func isUnknown(_ version: InstalledVersion?) -> Bool { version?.numbers.isEmpty ?? true }
        let isOfAnyApp = isUnknown(device.version) && !bounds[.app].isEmpty
        let apps = [device.version] + (isOfAnyApp ? bounds.reported(bounds[.app]) : [])
        let isOfAnyBuild = isUnknown(device.build) && !bounds[.build].isEmpty
        let builds = [device.build] + (isOfAnyBuild ? bounds.reportedBuilds(on: device.platform) : [])
        guard apps.count * builds.count <= Limits.alternativeDevices else { return nil }
        var devices = apps.flatMap { app in
            builds.map { build in
                Device(system: device.system, installed: app, installedBuild: build, languages: device.languages)
            }
        }
        for attribute in RuleAttribute.allCases {
            guard let name = attribute.name else { continue }
            let names = device[keyPath: name] == nil ? bounds.names[attribute] ?? [] : []
            let values = [device[keyPath: name]] + names.map { String(decoding: $0, as: UTF8.self) }
            guard devices.count * values.count <= Limits.alternativeDevices else { return nil }
            devices = devices.flatMap { device in
                values.map { value in
                    var device = device
                    device[keyPath: name] = value
                    return device
                }
            }
        }
        return devices.map { PopulationDevice(device: $0, store: store) }
    }

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
