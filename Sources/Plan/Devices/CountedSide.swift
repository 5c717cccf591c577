import AppGate
import Diagnostics
import ManifestVerifier
import Policy
import PublicationTree

/// The devices of one platform, in each state that its documents have at any time for any place in roll-outs: times and
/// places at which they say the same are one state.
struct CountedSide {
    private struct State {
        let places: [CountedPlace]
        /// Everything at which they can decide differently.
        let bounds: DeviceBounds
        var counts = Impact.Counts()
        var changes: [Impact.Subject: Impact.Counts] = [:]
    }

    private var states: [State] = []
    /// For each moment, the states with the number of places that have it, out of `whole`.
    private var shares: [[(state: Int, places: UInt)]] = []
    private var whole: UInt = 1
    private let needed: RequirementValue?

    /// - Parameter needed: the highest minimum of the system.
    /// - Throws: an error for people when there are too many dates and steps.
    init(
        _ documents: [CountedPlace], _ moments: [Instant], since start: Instant, needed: RequirementValue?
    ) throws(ErrorReport) {
        self.needed = needed
        let places = try Self.places(documents, at: moments, of: &whole)
        var known: [[UInt8]: Int] = [:]
        for time in moments {
            var shares: [Int: UInt] = [:]
            for (place, width) in places {
                let state = documents.map { $0.state(at: time, since: start) { place[$0] ?? 0 } }
                let key = state.flatMap(\.key)
                let index = known[key] ?? states.count
                if index == states.count {
                    let readings = state.flatMap { [$0.old, $0.new].compactMap(\.self) }
                    states.append(State(places: state, bounds: DeviceBounds(readings, newest: [])))
                }
                known[key] = index
                shares[index, default: 0] += width
            }
            self.shares.append(shares.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        }
    }

    /// The places in roll-outs that can be told apart, each with how many of all it stands for.
    private static func places(
        _ documents: [CountedPlace], at moments: [Instant], of whole: inout UInt
    ) throws(ErrorReport) -> [(places: [String: UInt32], width: UInt)] {
        var rollouts: [String: Set<Int>] = [:]
        for (reading, still) in documents.flatMap({ [($0.old, $0.still), ($0.new, nil)] }) {
            for rule in reading?.document.rules ?? [] {
                for case .share(let share) in rule.conditions {
                    let now = moments.map { share.hundredths(at: min($0, still ?? $0)) }
                    // A period of grace begins with the step by which a device comes in.
                    let steps = rule.deadline.grace == nil ? now : share.steps.map(\.hundredths)
                    rollouts[share.salt, default: []].formUnion(steps)
                }
            }
        }
        // A roll-out at 0 or at 100 % throughout tells no devices apart.
        rollouts = rollouts.filter { !$0.value.isSubset(of: [0, Int(RolloutShare.everyone)]) }
        var places: [(places: [String: UInt32], width: UInt)] = [([:], 1)]
        for (salt, steps) in rollouts.sorted(by: { $0.key < $1.key }) {
            let starts = Set([0] + steps.filter { $0 < 10_000 }).sorted()
            let widths = zip(starts, starts.dropFirst() + [10_000]).map { ($0, UInt($1 - $0)) }
            guard places.count * widths.count * moments.count <= Limits.impactStates, rollouts.count <= salts else {
                let paths = documents.filter(\.new.isGate).map(\.document).joined(separator: ", ")
                throw ErrorReport(
                    .refused, "the rules of \(paths) have too many dates and steps of roll-outs to count",
                    hint: "remove rules and roll-outs that are over")
            }
            whole *= 10_000
            places = places.flatMap { place in
                widths.map { start, width in
                    (place.places.merging([salt: RolloutPlace(behind: start).number]) { $1 }, place.width * width)
                }
            }
        }
        return places
    }

    /// More would overflow 64 bits.
    private static let salts = 4

    mutating func add(_ kind: PopulationDevice, _ count: Int) {
        for index in states.indices {
            let verdict = DeviceVerdict(states[index].places, on: kind, states[index].bounds, needed: needed)
            states[index].counts.add(verdict, count)
            if let subject = verdict.subject {
                states[index].changes[subject, default: .init()].add(verdict, count)
            }
        }
    }

    /// The devices of a moment, state by state with the share that each has.
    private func expected<Part>(
        _ moment: Int, roundedUp: Bool = false, _ part: (State) -> Part?, _ number: (Part) -> Int
    ) -> Int {
        let sum = shares[moment].reduce(UInt128(roundedUp ? whole - 1 : whole / 2)) { sum, share in
            sum + (part(states[share.state]).map { UInt128(share.places) * UInt128(number($0)) } ?? 0)
        }
        return Int(sum / UInt128(whole))
    }

    /// - Parameter isOfChange: whether it is a part of the devices that are blocked or freed, which together are all of them.
    private func counts(
        _ moment: Int, isOfChange: Bool = false, _ part: (State) -> Impact.Counts?
    ) -> Impact.Counts {
        var counts = Impact.Counts()
        for field in Impact.Counts.fields {
            // What blocks is never rounded away.
            let isUp = field == \.newlyBlocked || field == \.cannotObey || isOfChange && field == \.runAgain
            counts[keyPath: field] = expected(moment, roundedUp: isUp, part) { $0[keyPath: field] }
        }
        return counts
    }

    func moment(_ index: Int, _ time: Instant) -> Impact.Moment {
        let now = shares[index].map { states[$0.state] }
        let changes = Set(now.flatMap(\.changes.keys)).map { subject in
            (subject, counts(index, isOfChange: true) { $0.changes[subject] })
        }
        return Impact.Moment(
            time: time, counts: counts(index, \.counts),
            blocked: expected(index, roundedUp: true, \.counts) { $0.newlyBlocked + $0.mayBeBlocked },
            stuck: expected(index, roundedUp: true, \.counts) { $0.cannotObey + $0.mayBeBlocked },
            changes: Dictionary(uniqueKeysWithValues: changes))
    }
}

/// What a document tells the devices of a platform before and after; documents that tell the same are one.
struct CountedPlace {
    /// nil for no document, which blocks nothing.
    let old: Reading?
    /// Where there is no document any more, the last one: apps keep it, and believe no maintenance of it.
    let new: Reading
    let isFetched: Bool
    /// Since when the old one stands still on devices; nil while it does not.
    let still: Instant?
    /// The path; of documents that tell the same, that of the first.
    let document: String
    let changed: ChangedSubjects
    /// The app as a whole (nil), and each part of it that has rules: blocking a part counts as blocking its users.
    let scopes: [String?]
    /// For how many seconds devices are taken to know rules that are due sooner than before: their period of grace is over.
    private let ages: [String: Int64]

    var platform: Platform { new.place.platform }

    /// Whether there was a maintenance, for whomever.
    var wasClosed: Bool { old?.document.rules.contains { $0.outcome == .maintenance } ?? false }

    /// Fails where neither side has a document.
    init?(_ old: Reading?, _ new: Reading?, document: String, still: Instant?) {
        guard let last = new ?? old else { return nil }
        (self.old, self.new, isFetched, self.document, self.still) = (old, last, new != nil, document, still)
        changed = ChangedSubjects(
            from: ListedRules(old ?? .nothing(like: last)), to: ListedRules(new ?? .nothing(like: last)))
        let rules = (old?.document.rules ?? []) + last.document.rules
        scopes = [nil] + Set(rules.compactMap(\.scope)).sorted()
        typealias Deadline = (grace: Int64, start: Instant)
        func deadlines(_ reading: Reading?) -> [String: Deadline] {
            let deadlines = (reading?.document.rules ?? []).compactMap { rule in
                rule.deadline.grace.map { (rule.id, ($0.seconds, rule.deadline.requiredFrom ?? .earliest)) }
            }
            return Dictionary(deadlines) { first, _ in first }
        }
        let former = deadlines(old)
        ages = deadlines(last).filter { id, deadline in
            former[id].map { deadline.grace < $0.grace || deadline.start < $0.start } ?? false
        }.mapValues(\.grace)
    }

    private init(_ place: CountedPlace, _ old: Reading?, _ new: Reading) {
        (self.old, self.new, isFetched, still) = (old, new, place.isFetched, place.still)
        (document, changed, scopes, ages) = (place.document, place.changed, place.scopes, place.ages)
    }

    /// The place as it is at a time for devices at a place of the roll-outs.
    func state(at time: Instant, since start: Instant, place: (String) -> UInt32) -> CountedPlace {
        func state(_ reading: Reading, at time: Instant, isFormer: Bool) -> Reading {
            Reading(
                reading,
                reading.document.state(at: time, since: start, ages: ages, isFormer: isFormer, place: place))
        }
        return CountedPlace(
            self, old.map { state($0, at: min(time, still ?? time), isFormer: true) },
            state(new, at: time, isFormer: false))
    }

    /// What it decides by, as bytes; equal for places that tell the same.
    var key: [UInt8] {
        var key = old?.bytes ?? []
        key.append(0)
        key += new.bytes
        key += [isFetched ? 1 : 0, still == nil ? 1 : 0]
        return key
    }

    /// The places of two trees, as far as they concern the devices of one population.
    ///
    /// Of environment configs, those environments count that are of this one on either side, and where no index says which,
    /// all.
    static func all(of comparison: TreeComparison) -> [CountedPlace] {
        let (old, new) = (comparison.old, comparison.new)
        var all: [CountedPlace] = []
        var known: Set<[UInt8]> = []
        for (path, platforms) in TreeComparison.paths(old, new) {
            let named = [old.documents[path], new.documents[path]].compactMap { $0?.knowledge?.environments }
            let ids = named.isEmpty ? nil : named.flatMap(\.self)
            for (before, after) in Reading.pairs(old.documents[path], new.documents[path], platforms: platforms) {
                if let id = (after ?? before)?.place.configEnvironment {
                    guard ids?.contains(where: { $0.hasSameBytes(as: id) }) ?? true else { continue }
                }
                guard let place = CountedPlace(before, after, document: path, still: comparison.still[path])
                else { continue }
                // Rules are told of document by document.
                let key =
                    place.new.isGate ? Array(path.utf8) : place.state(at: .earliest, since: .earliest) { _ in 0 }.key
                if known.insert(key).inserted { all.append(place) }
            }
        }
        return all
    }
}
