import AppGate
import Diagnostics
import ManifestVerifier
import Population

/// Counts what rules mean for the devices of a population, moment by moment.
struct RuleCount {
    /// A state, and what kinds of devices were told in it.
    fileprivate struct Tally {
        let state: RuleState
        var counts = RuleTimeline.Counts()
        /// Those that are, or may be, newly blocked by these rules, and by nothing else.
        var blocked = 0
        var stuck = 0
        var rules: [RuleTimeline.Rule: Int] = [:]
    }

    private struct Side {
        var tallies: [Tally] = []
        /// For each moment, the states with the number of places that have it, out of `whole`.
        var shares: [[(tally: Int, places: UInt)]] = []
        var whole: UInt = 1
    }

    private let moments: [Instant]
    private var sides: [Platform: Side] = [:]
    private var blockedOtherwise = 0
    private var stuckOtherwise = 0

    /// Fails when there are no rules.
    ///
    /// - Throws: an error for people when there are too many dates and steps.
    init?(_ comparison: TreeComparison, since start: Instant) throws(ErrorReport) {
        var documents: [RuleDocument] = []
        for (path, _) in TreeComparison.paths(comparison.old, comparison.new) {
            let document = RuleDocument(
                path: path, old: comparison.old.documents[path]?.gate, new: comparison.new.documents[path]?.gate)
            if document.platform != nil { documents.append(document) }
        }
        guard !documents.isEmpty else { return nil }
        let all = documents.flatMap { [$0.old, $0.new].compactMap(\.self) }
        moments = [start] + all.reduce(into: Set()) { $0.formUnion($1.moments(since: start)) }.sorted()
        for platform in Platform.allCases {
            let own = documents.filter { $0.platform == platform }
            if !own.isEmpty { sides[platform] = try Self.side(own, moments, since: start) }
        }
    }

    private static func side(
        _ documents: [RuleDocument], _ moments: [Instant], since start: Instant
    ) throws(ErrorReport) -> Side {
        var rollouts: [String: Set<Int>] = [:]
        for document in documents.flatMap({ [$0.old, $0.new].compactMap(\.self) }) {
            rollouts.merge(document.rollouts) { $0.union($1) }
        }
        var places: [(places: [String: UInt32], width: UInt)] = [([:], 1)]
        var whole: UInt = 1
        for (salt, steps) in rollouts.sorted(by: { $0.key < $1.key }) {
            let starts = Set([0] + steps.filter { $0 < 10_000 }).sorted()
            let widths = zip(starts, starts.dropFirst() + [10_000]).map { ($0, UInt($1 - $0)) }
            guard places.count * widths.count * moments.count <= Limits.impactStates, rollouts.count <= Self.salts
            else {
                throw ErrorReport(
                    .refused,
                    "the rules of \(documents.map(\.path).joined(separator: ", ")) have too many dates and steps of roll-outs "
                        + "to count",
                    hint: "remove rules and roll-outs that are over")
            }
            whole *= 10_000
            places = places.flatMap { place in
                widths.map { start, width in
                    (place.places.merging([salt: RolloutPlace(behind: start).number]) { $1 }, place.width * width)
                }
            }
        }
        var side = Side()
        side.whole = whole
        var known: [[UInt8]: Int] = [:]
        for time in moments {
            var shares: [Int: UInt] = [:]
            for (place, width) in places {
                func state(_ document: GateDocument?) -> GateDocument? {
                    document?.state(at: time, since: start) { place[$0] ?? 0 }
                }
                let state = RuleState(
                    documents: documents.map {
                        RuleDocument(path: $0.path, old: state($0.old), new: state($0.new))
                    })
                let key = state.key
                let index = known[key] ?? side.tallies.count
                if index == side.tallies.count { side.tallies.append(Tally(state: state)) }
                known[key] = index
                shares[index, default: 0] += width
            }
            side.shares.append(shares.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        }
        return side
    }

    /// With more, the number of places does not fit into 64 bits.
    private static let salts = 4

    /// Counts devices of one kind.
    ///
    /// - Parameter verdict: what all other documents mean for it.
    mutating func add(_ kind: PopulationDevice, _ verdict: ImpactVerdict, _ count: Int) {
        var isBlockedOtherwise = false
        switch verdict {
        case .newlyBlocked(_, let cannotObey):
            isBlockedOtherwise = true
            blockedOtherwise += count
            if cannotObey { stuckOtherwise += count }
        case .mayBeBlocked:
            isBlockedOtherwise = true
            blockedOtherwise += count
            stuckOtherwise += count
        default: break
        }
        let platform = kind.device.platform
        guard let indices = sides[platform]?.tallies.indices else { return }
        for index in indices { sides[platform]?.tallies[index].add(kind, count, isCounted: isBlockedOtherwise) }
    }

    var timeline: RuleTimeline {
        RuleTimeline(
            moments: moments.indices.map { index in
                var counts = RuleTimeline.Counts()
                var (blocked, stuck) = (blockedOtherwise, stuckOtherwise)
                var rules: [RuleTimeline.Rule] = []
                for platform in Platform.allCases {
                    guard let side = sides[platform] else { continue }
                    let shares = side.shares[index]
                    func expected(roundedUp: Bool = false, _ number: (Tally) -> Int) -> Int {
                        var sum = WideSum(roundedUp ? side.whole - 1 : side.whole / 2)
                        for (tally, places) in shares { sum.add(places, times: UInt(number(side.tallies[tally]))) }
                        return Int(sum.divided(by: side.whole))
                    }
                    for field in RuleTimeline.Counts.fields {
                        counts[keyPath: field] += expected { $0.counts[keyPath: field] }
                    }
                    blocked += expected(roundedUp: true) { $0.blocked }
                    stuck += expected(roundedUp: true) { $0.stuck }
                    let named = Set(shares.flatMap { side.tallies[$0.tally].rules.keys })
                    rules += named.map { rule in
                        RuleTimeline.Rule(
                            document: rule.document, id: rule.id, outcome: rule.outcome,
                            devices: expected { $0.rules[rule] ?? 0 })
                    }.sorted { ($0.document, $0.id, $0.outcome.rawValue) < ($1.document, $1.id, $1.outcome.rawValue) }
                }
                return RuleTimeline.Moment(
                    time: moments[index], counts: counts, blocked: blocked, stuck: stuck, rules: rules)
            })
    }
}

extension RuleCount.Tally {
    /// - Parameter isCounted: whether the devices are, or may be, newly blocked by another document.
    fileprivate mutating func add(_ kind: PopulationDevice, _ count: Int, isCounted: Bool) {
        let verdict = state.verdict(on: kind)
        if verdict.required { counts.required += count }
        if verdict.cannotObey { counts.cannotObey += count }
        if verdict.maintenance { counts.maintenance += count }
        if verdict.recommended, !verdict.isBlocked { counts.recommended += count }
        if verdict.newlyBlocked { counts.newlyBlocked += count }
        if verdict.newlyStuck { counts.newlyStuck += count }
        if verdict.wasBlocked, !verdict.isBlocked { counts.runAgain += count }
        if verdict.mayBeBlocked { counts.mayBeBlocked += count }
        if !isCounted {
            if verdict.newlyBlocked || verdict.mayBeBlocked { blocked += count }
            if verdict.newlyStuck || verdict.mayBeBlocked { stuck += count }
        }
        for (document, id, outcome) in verdict.deciding {
            let rule = RuleTimeline.Rule(
                document: state.documents[document].path, id: id, outcome: outcome, devices: 0)
            rules[rule, default: 0] += count
        }
    }
}

/// A sum of products in 128 bits.
private struct WideSum {
    private var high: UInt = 0
    private var low: UInt

    init(_ start: UInt) { low = start }

    mutating func add(_ a: UInt, times b: UInt) {
        let product = a.multipliedFullWidth(by: b)
        let (sum, overflows) = low.addingReportingOverflow(product.low)
        (low, high) = (sum, high + product.high + (overflows ? 1 : 0))
    }

    /// - Parameter whole: such a number that the quotient is one of devices.
    func divided(by whole: UInt) -> UInt { whole.dividingFullWidth((high, low)).quotient }
}

extension RuleTimeline.Counts {
    fileprivate static var fields: [WritableKeyPath<RuleTimeline.Counts, Int>] {
        [
            \.required, \.cannotObey, \.maintenance, \.recommended, \.newlyBlocked, \.newlyStuck, \.runAgain,
            \.mayBeBlocked,
        ]
    }
}
