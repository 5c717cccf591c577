import AppGate
import Diagnostics
import ManifestVerifier
import Policy
import Population

/// Counts how many devices of a population a change blocks, lifts, or advises, kind by kind.
///
/// Every kind is decided by the code that apps run, for every document, before and after. Apps read one document each, and a
/// population does not say which: a device is newly blocked when any document blocks it that did not.
package struct ImpactCount {
    private let places: [Platform: [ImpactPlace]]
    package let configEnvironments: [String]
    private let causes: [ImpactCause]
    /// The highest minimum of the system: what the app needs to run at all.
    private let needed: [Platform: Requirements]
    /// What each cause blocks, and the numbers of the places that do.
    private var tallies: [(counts: Impact.Counts, places: Set<Int>)]
    private var total = Impact.Counts()
    private var parts = ImpactParts()
    /// What rules mean; nil where there are none.
    private var rules: RuleCount?

    /// - Parameters:
    ///   - policy: what the policy says of the environment; nil for what the comparison knows.
    ///   - configEnvironment: the id of the only environment of an environment config to look at; nil for those that are
    ///     of this environment, and where no index says which, all.
    ///   - start: the time now, from which on rules are counted.
    /// - Throws: an error for people when rules have too many dates and steps to count.
    package init(
        _ comparison: TreeComparison, policy: EnvironmentPolicy? = nil, configEnvironment: String? = nil,
        since start: Instant
    ) throws(ErrorReport) {
        rules = try RuleCount(comparison, since: start)
        let policy = policy ?? comparison.new.policy
        let found = ImpactPlaces(comparison, configEnvironment: configEnvironment)
        configEnvironments = found.configEnvironments
        places = Dictionary(grouping: found.all, by: \.platform)
        var causes: [ImpactCause] = []
        for place in found.all {
            for cause in ImpactCause.all(of: place.new, on: place.platform) where !causes.contains(cause) {
                causes.append(cause)
            }
        }
        self.causes = causes.sorted()
        tallies = causes.map { _ in (Impact.Counts(), []) }
        var needed: [Platform: Requirements] = [:]
        for platform in Platform.allCases {
            var bounds = found.all.filter { $0.platform == platform }.compactMap { $0.new.minimumSystem?.bound }
            bounds += policy?.minimumSystem(of: platform).map { [$0] } ?? []
            let highest = bounds.max { RequirementValue($0).isBelow(RequirementValue($1)) }
            needed[platform] = highest.map { Requirements(minimumSystem: Requirement($0)) }
        }
        self.needed = needed
    }

    /// Counts devices of one kind, which can come more than once.
    ///
    /// - Throws: an error for people when there are more devices than can be counted.
    package mutating func add(_ kind: PopulationDevice, _ count: Int) throws(ErrorReport) {
        guard count > 0 else { return }
        guard !total.devices.addingReportingOverflow(count).overflow else {
            throw ErrorReport(.unparsable, "the population has more devices than can be counted")
        }
        let verdict = verdict(on: kind)
        total.add(verdict, count)
        parts.add(kind.device, verdict, count)
        rules?.add(kind, verdict, count)
        if case .newlyBlocked(let cause, _) = verdict { tallies[cause].counts.add(verdict, count) }
    }

    package var impact: Impact {
        let named = zip(causes, tallies).filter { $1.counts.devices > 0 }.map { cause, tally in
            Impact.Cause(
                kind: cause.kind, platform: cause.platform, bound: cause.bound?.description, isBuild: cause.isBuild,
                documents: Set(tally.places.flatMap { places[cause.platform]?[$0].documents ?? [] }).sorted(),
                counts: tally.counts)
        }
        return Impact(
            total: total, causes: named, parts: parts.rows, configEnvironments: configEnvironments,
            timeline: rules?.timeline)
    }

    // MARK: One kind

    private mutating func verdict(on kind: PopulationDevice) -> ImpactVerdict {
        let device = kind.device
        let places = places[device.platform] ?? []
        var was = Told(), becomes = Told()
        var mayBeBlocked = false, isUnknown = false, isMissing = false
        var first: Int?
        var blocking: [(cause: Int, place: Int)] = []
        for (index, place) in places.enumerated() {
            let (before, after) = place.outcomes(for: kind)
            was.add(before)
            becomes.add(after)
            isUnknown = isUnknown || place.compares(unknownOf: device)
            guard !before.isBlocked else { continue }
            guard let cause = ImpactCause(after, on: device.platform).flatMap({ causes.firstIndex(of: $0) }) else {
                mayBeBlocked = mayBeBlocked || place.mayBlock(device)
                continue
            }
            first = min(first ?? cause, cause)
            blocking.append((cause, index))
            isMissing = isMissing || kind.storeLacks(after)
        }
        if let first {
            for (cause, place) in blocking where cause == first { tallies[first].places.insert(place) }
            return .newlyBlocked(cause: first, cannotObey: cannotObey(causes[first].kind, device, isMissing))
        }
        if mayBeBlocked { return .mayBeBlocked }
        if was.isBlocked, becomes.isBlocked { return .stillBlocked }
        if isUnknown { return .unknown }
        if was.isBlocked { return .runsAgain }
        return becomes.isAdvised && !was.isAdvised ? .newlyRecommended : .unchanged
    }

    /// Whether a newly blocked device cannot do what it is told: a system that is too old is rarely updated, nor is the app
    /// on it; nothing needs to be done about maintenance.
    private func cannotObey(_ kind: Impact.Cause.Kind, _ device: Device, _ isMissing: Bool) -> Bool {
        switch kind {
        case .maintenance: false
        case .system: true
        case .app:
            isMissing || needed[device.platform].map { decide($0, for: device, source: .fetched).isBlocked } == true
        }
    }

    /// What all documents of one side tell a device.
    private struct Told {
        var isBlocked = false
        var isAdvised = false

        mutating func add(_ decision: Decision) {
            switch decision.outcome {
            case .required, .maintenance: isBlocked = true
            case .recommended: isAdvised = true
            case .available: break
            }
        }
    }
}

extension PopulationDevice {
    /// Whether the store is known to lack the app that is required. Stores of Android apps count their versions by code:
    /// where a code decides, a plain number is one.
    fileprivate func storeLacks(_ decision: Decision) -> Bool {
        guard let update = decision.update else { return false }
        if device.platform == .android, case .app(.build(let code, _)) = update.subject,
            let store, store.version.componentCount == 1
        {
            return store.version.components[0] < code
        }
        return update.store == .missing
    }
}

extension EnvironmentPolicy {
    fileprivate func minimumSystem(of platform: Platform) -> SystemBound? {
        switch platform {
        case .ios: ios?[.minimumSystem]?.version.map { .ios($0) }
        case .android: android?[.minimumSystem]?.number.map { .android(sdk: $0) }
        }
    }
}
