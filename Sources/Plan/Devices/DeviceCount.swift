import AppGate
import Diagnostics
import ManifestVerifier
import Policy

/// Counts how many devices of a population a change blocks, lifts, or advises, kind by kind and moment by moment.
///
/// Every kind is decided by the code that apps run, for every document, before and after.
package struct DeviceCount {
    /// The moments at which something changes, the present first.
    private let moments: [Instant]
    private var sides: [Platform: CountedSide] = [:]

    /// - Parameter start: the time now, from which on rules are counted.
    /// - Throws: an error for people when rules have too many dates and steps to count.
    package init(
        _ comparison: TreeComparison, policy: EnvironmentPolicy? = nil, since start: Instant
    ) throws(ErrorReport) {
        let policy = policy ?? comparison.new.policy
        let places = CountedPlace.all(of: comparison)
        let readings = places.flatMap { [$0.old, $0.new].compactMap(\.self) }
        moments =
            [start] + readings.reduce(into: Set()) { $0.formUnion($1.document.moments(since: start)) }.sorted()
        for platform in Platform.allCases {
            let own = places.filter { $0.platform == platform }
            let bounds = own.flatMap { $0.new.origins.values.filter { $0.kind == .minimumSystem }.compactMap(\.value) }
            let needed = (bounds + [policy?.minimumSystem(of: platform)].compactMap(\.self)).max { $0.isBelow($1) }
            sides[platform] = try CountedSide(own, moments, since: start, needed: needed)
        }
    }

    /// Counts devices of one kind, which can come more than once; all together no more than `Limits.populationDevices`.
    package mutating func add(_ kind: PopulationDevice, _ count: Int) {
        guard count > 0 else { return }
        sides[kind.device.platform]?.add(kind, count)
    }

    package var impact: Impact {
        Impact(
            moments: moments.enumerated().map { index, time in
                let told = Platform.allCases.compactMap { sides[$0]?.moment(index, time) }
                return Impact.Moment(
                    time: time, counts: told.reduce(into: .init()) { $0.add($1.counts) },
                    blocked: told.reduce(0) { $0 + $1.blocked }, stuck: told.reduce(0) { $0 + $1.stuck },
                    changes: told.reduce(into: [:]) { $0.merge($1.changes) { first, _ in first } })
            })
    }
}

extension EnvironmentPolicy {
    fileprivate func minimumSystem(of platform: Platform) -> RequirementValue? {
        switch platform {
        case .ios: ios?[.minimumSystem]?.version.map { .version($0) }
        case .android: android?[.minimumSystem]?.number.map { .number($0) }
        }
    }
}

package struct CountedPopulation: Sendable {
    private let path: String
    private let file: PopulationFile
    private let limits: [PlanLimit]

    package init(_ file: PopulationFile, path: String, _ limits: [PlanLimit] = []) {
        (self.file, self.path, self.limits) = (file, path, limits)
    }

    /// The devices that a policy names; nil where it names none.
    package init?(_ population: PolicyPopulation?, _ limits: [PlanLimit] = []) throws {
        guard let population else { return nil }
        let bytes = population.bytes
        let file = try PopulationFile(path: population.path) { offset, count in
            Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)])
        }
        self.init(file, path: population.path, limits)
    }

    /// What was counted, or why the rules cannot be.
    func report(of comparison: TreeComparison, since start: Instant) throws -> Result<DeviceReport, ErrorReport> {
        var count: DeviceCount
        do throws(ErrorReport) { count = try DeviceCount(comparison, since: start) } catch { return .failure(error) }
        var counted: Set<Platform> = []
        try file.forEachKind {
            counted.insert($0.device.platform)
            count.add($0, $1)
        }
        let new = comparison.new
        let platforms = new.policy == nil ? new.saidPlatforms : new.platforms
        if let limit = new.delivery?.maximumBlocked, let other = platforms.first(where: { !counted.contains($0) }) {
            let name = EnvironmentPolicy.maximumBlockedName
            return .failure(
                ErrorReport(
                    .refused, "\(path) has no line for \(other.displayName), and \"\(name)\" is \(limit)",
                    hint: "add its devices; where there are none yet, a line with 0"))
        }
        return .success(DeviceReport(population: path, impact: count.impact, limits: limits))
    }
}

package struct DeviceReport: Sendable {
    package let population: String
    package let impact: Impact
    package let limits: [PlanLimit]

    package init(population: String, impact: Impact, limits: [PlanLimit] = []) {
        (self.population, self.impact, self.limits) = (population, impact, limits)
    }

    package var refusals: [ErrorReport] { limits.compactMap { $0.refusal(of: impact) } }
}

extension GateDocument {
    /// The document as it is at a time for a device at a place of the roll-outs: without times and shares, and with every
    /// recommendation that is due as a demand.
    ///
    /// - Parameters:
    ///   - start: devices see no rule before then.
    ///   - ages: for how many seconds devices know rules then.
    ///   - isFormer: whether this is the old side. With too many exemptions to count, the old side is taken to block nobody by
    ///     the rule behind them, and the new side everybody.
    func state(
        at time: Instant, since start: Instant, ages: [String: Int64], isFormer: Bool, place: (String) -> UInt32
    ) -> GateDocument {
        GateDocument(
            platform: platform, latest: latest,
            rules: rules.enumerated().flatMap { number, rule -> [GateRule] in
                guard rule.isInForce(at: time, place: place), let conditions = rule.lasting else { return [] }
                let first = rule.firstApplies(since: start.advanced(by: -(ages[rule.id] ?? 0)), place: place)
                let isDue =
                    rule.outcome == .recommended && rule.deadline.due(firstSeen: first).map { $0 <= time } ?? false
                var spared: [GateRule] = []
                if isDue { add(to: &spared, number, since: first, after: nil, until: time, conditions, place: place) }
                if spared.count > Limits.countedExemptions {
                    spared = isFormer ? [rule.copy(conditions, rule.outcome)] : []
                }
                return spared + [rule.copy(conditions, isDue ? .required : rule.outcome)]
            })
    }

    /// Adds copies of a rule that is due, for devices that another one told something else when its period of grace would have
    /// begun: for them it began when that one ended.
    ///
    /// - Parameter former: since when those that were in force then have copies already.
    private func add(
        to spared: inout [GateRule], _ number: Int, since first: Instant, after former: Instant?, until time: Instant,
        _ conditions: [GateCondition], place: (String) -> UInt32
    ) {
        let rule = rules[number]
        for other in rules[..<number] where other.scope == nil || other.scope == rule.scope {
            guard spared.count <= Limits.countedExemptions else { return }
            guard let lasting = other.lasting, let end = other.end(after: first, place: place), end <= time,
                !(former.map { other.isInForce(at: $0, place: place) } ?? false)
            else { continue }
            let both = conditions + lasting
            add(to: &spared, number, since: end, after: first, until: time, both, place: place)
            let isDue = rule.deadline.due(firstSeen: end).map { $0 <= time } ?? false
            if !isDue { spared.append(rule.copy(both, rule.outcome)) }
        }
    }

    /// The times after `start` at which the rules can decide otherwise.
    func moments(since start: Instant) -> Set<Instant> {
        var (times, ends): (Set<Instant>, Set<Instant>) = ([], [])
        for rule in rules {
            // A period of grace begins with its rule, or with the end of one before it.
            var begins = ends.union([start])
            for condition in rule.conditions {
                switch condition {
                case .from(let from): begins.insert(from)
                case .until(let end): ends.insert(end)
                case .share(let share):
                    begins.formUnion(share.steps.map(\.from))
                    let steps = zip(share.steps, share.steps.dropFirst())
                    ends.formUnion(steps.filter { $1.hundredths < $0.hundredths }.map(\.1.from))
                default: break
                }
            }
            times.formUnion(begins)
            times.formUnion([rule.deadline.requiredFrom, rule.deadline.requiredBy].compactMap(\.self))
            guard rule.outcome == .recommended else { continue }
            times.formUnion(begins.filter { start <= $0 }.compactMap { rule.deadline.due(firstSeen: $0) })
        }
        times.formUnion(ends)
        return times.filter { start < $0 }
    }
}

extension GateRule {
    /// The conditions that compare no time and no place in roll-outs; nil where one is unknown, which never holds.
    fileprivate var lasting: [GateCondition]? {
        var lasting: [GateCondition] = []
        for condition in conditions {
            switch condition {
            case .from, .until, .share: break
            case .unknown: return nil
            default: lasting.append(condition)
            }
        }
        return lasting
    }

    fileprivate func copy(_ conditions: [GateCondition], _ outcome: Outcome) -> GateRule {
        GateRule(id: id, conditions: conditions, outcome: outcome, scope: scope, texts: RuleTexts(orElse: texts.orElse))
    }

    fileprivate func isInForce(at time: Instant, place: (String) -> UInt32) -> Bool {
        conditions.allSatisfy { condition in
            switch condition {
            case .from(let from): from <= time
            case .until(let end): time < end
            case .share(let share): share.includes(place: place(share.salt), at: time)
            default: true
            }
        }
    }

    /// When a rule that is in force at `time` ends; nil if it is not in force, or never ends.
    fileprivate func end(after time: Instant, place: (String) -> UInt32) -> Instant? {
        guard isInForce(at: time, place: place) else { return nil }
        return conditions.compactMap { condition -> Instant? in
            switch condition {
            case .until(let end): end
            case .share(let share):
                share.steps.first { $0.from > time && !share.includes(place: place(share.salt), at: $0.from) }?.from
            default: nil
            }
        }.min()
    }

    /// When devices at a place see the rule for the first time: as soon as it can apply to them.
    fileprivate func firstApplies(since start: Instant, place: (String) -> UInt32) -> Instant {
        conditions.reduce(start) { first, condition in
            switch condition {
            case .from(let from): return max(first, from)
            case .share(let share):
                let step = share.steps.first {
                    RolloutShare.includes(place: place(share.salt), hundredths: UInt64($0.hundredths))
                }
                return max(first, step?.from ?? first)
            default: return first
            }
        }
    }
}
