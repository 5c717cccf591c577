import AppGate
import ManifestVerifier
import Policy

/// A reading as it is asked for boxes of devices: which rule decides, or by what a box must be split before that is known.
final class BoxedReading {
    let reading: Reading
    let cells: DeviceCells
    let rules: [Rule]
    let entries: [Entry]?
    let work: ComparisonWork
    /// Where the document was fetched in this session, and where the device has places in roll-outs.
    let fetched: Fork
    let placed: Fork
    /// What a store says of each version that is needed, by the number of its cell, and where it says the same.
    let stores: [NumericVersion: [(state: Update.StoreState, same: Fork)]]

    struct Rule {
        let rule: GateRule
        let tests: [Test]
        /// When its dates are reached, and its period of grace is over.
        let requiredFrom: Fork?
        let requiredBy: Fork?
        let grace: Fork?
    }

    enum Test {
        case cells(Fork)
        case share(Share)
        /// Before an end: by the clock for the rule of this number once it blocks, else by the time of rules.
        case until(rule: Int, clock: Fork, time: Fork)
        case never
    }

    /// The share of a roll-out in each cell of time.
    final class Share {
        private let salt: String
        private let hundredths: [Int]
        /// For each share that was asked for, when it is that one, and the places that are in.
        private var known: [Int: (time: Fork, places: Fork)] = [:]

        fileprivate init(_ share: RolloutShare, _ times: [Instant]) {
            (salt, hundredths) = (share.salt, times.map(share.hundredths(at:)))
        }

        /// When the share is that of a cell of time, and the places that are in.
        func forks(at cell: Int, _ cells: DeviceCells, _ work: ComparisonWork) -> (time: Fork, places: Fork) {
            let (own, places) = (hundredths[cell], cells.places[salt] ?? [])
            work.count += hundredths.count + places.count
            if let forks = known[own] { return forks }
            let forks = (
                time: cells.cells(.time) { hundredths[$0] == own },
                places: cells.cells(.place(salt)) {
                    RolloutShare.includes(place: places[$0], hundredths: UInt64(own))
                }
            )
            known[own] = forks
            return forks
        }
    }

    /// A version of the store, and where it is for the cells of versions and builds.
    struct Entry {
        let entry: LatestApp
        let system: Fork?
        /// Where the installed version is below it, above it, and not known; where the build is known, and below it.
        let below: Fork
        let above: Fork
        let unknown: Fork
        let known: Fork
        let older: Fork
        /// The rules that can match this version, with what else must hold for them.
        let rules: [(rule: Int, tests: [Test])]
    }

    /// - Parameter still: since when it stands still on devices; nil while it does not.
    init(_ reading: Reading, _ cells: DeviceCells, _ work: ComparisonWork, still: Instant? = nil) {
        (self.reading, self.cells, self.work) = (reading, cells, work)
        (fetched, placed) = (cells.cells(.fetched) { $0 == 0 && still == nil }, cells.cells(.install) { $0 == 0 })
        let times = cells.moments.map { min($0, still ?? $0) }
        stores = Self.stores(of: reading, cells)
        let (apps, builds) = (cells.apps.map { $0?.numbers ?? [] }, cells.builds.map { $0?.numbers ?? [] })
        let systems = cells.systems.map(\.numbers)
        func matching(_ patterns: [VersionPattern], _ attribute: RuleAttribute) -> Fork {
            let numbers = attribute == .app ? apps : attribute == .build ? builds : systems
            return cells.cells(.of(attribute)) { cell in
                !numbers[cell].isEmpty && patterns.contains { $0.matches(numbers[cell]) }
            }
        }
        func named(_ names: [String], _ attribute: RuleAttribute) -> Fork {
            let (names, values) = (names.map { Array($0.utf8) }, cells.names[attribute] ?? [])
            return cells.cells(.of(attribute)) { cell in
                guard let value = values[cell].map({ Array($0.utf8) }) else { return false }
                return names.contains { name in
                    attribute == .model && name.last == UInt8(ascii: "*")
                        ? value.starts(with: name.dropLast()) : value == name
                }
            }
        }
        rules = reading.document.rules.enumerated().map { number, rule in
            var tests: [Test] = []
            if let scope = rule.scope {
                tests.append(.cells(cells.cells(.scope) { cells.scopes[$0]?.hasSameBytes(as: scope) ?? false }))
            }
            for condition in rule.conditions {
                switch condition.comparison {
                case .versions(let attribute, let patterns): tests.append(.cells(matching(patterns, attribute)))
                case .names(let attribute, let names): tests.append(.cells(named(names, attribute)))
                case .from(let start): tests.append(.cells(cells.cells(.time) { start <= times[$0] }))
                case .until(let end):
                    tests.append(
                        .until(
                            rule: number, clock: cells.cells(.clock) { cells.moments[$0] < end },
                            time: cells.cells(.time) { times[$0] < end }))
                case .share(let share): tests.append(.share(Share(share, times)))
                case .unknown: tests.append(.never)
                }
            }
            func reached(_ instant: Instant?) -> Fork? {
                instant.map { instant in cells.cells(.time) { instant <= times[$0] } }
            }
            return Rule(
                rule: rule, tests: tests, requiredFrom: reached(rule.deadline.requiredFrom),
                requiredBy: reached(rule.deadline.requiredBy),
                grace: rule.deadline.grace.map { grace in
                    cells.cells(.age(rule.id)) { cells.ages[$0] >= grace.seconds }
                })
        }
        let all = rules
        entries = reading.document.latest.map { latest in
            latest.map { entry in
                let order = apps.map { $0.isEmpty ? nil : entry.app.order(of: $0) }
                let build = entry.build.map { NumericVersion(number: $0) }
                return Entry(
                    entry: entry, system: entry.system.map { matching($0, .system) },
                    below: cells.cells(.of(.app)) { order[$0].map { $0 < 0 } ?? false },
                    above: cells.cells(.of(.app)) { order[$0].map { $0 > 0 } ?? false },
                    unknown: cells.cells(.of(.app)) { order[$0] == nil },
                    known: cells.cells(.of(.build)) { build != nil && !builds[$0].isEmpty },
                    older: cells.cells(.of(.build)) { cell in build.map { $0.order(of: builds[cell]) < 0 } ?? false },
                    rules: all.indices.compactMap { place in
                        Self.tests(of: all[place], for: entry).map { (rule: place, tests: $0) }
                    })
            }
        }
    }

    private static func stores(
        of reading: Reading, _ cells: DeviceCells
    ) -> [NumericVersion: [(state: Update.StoreState, same: Fork)]] {
        let device = Device(system: cells.systems[0], reportedVersion: nil, reportedBuild: nil, languages: [])
        let needed = Set((reading.document.latest ?? []).map(\.app)).union(reading.targets.values)
        let stores = needed.map { version in
            let states = cells.stores.map { Update.StoreState(of: version, in: $0, for: device) }
            let forks = Set(states).map { state in (state, cells.cells(.store) { states[$0] == state }) }
            let same = Dictionary(uniqueKeysWithValues: forks)
            return (version, states.compactMap { state in same[state].map { (state, $0) } })
        }
        return Dictionary(uniqueKeysWithValues: stores)
    }

    /// What must hold for a rule to match a version of the store, maintenance aside; nil where it never does.
    private static func tests(of boxed: Rule, for entry: LatestApp) -> [Test]? {
        guard boxed.rule.scope == nil, boxed.rule.outcome != .maintenance else { return nil }
        var rest: [Test] = []
        for (condition, test) in zip(boxed.rule.conditions, boxed.tests) {
            switch condition {
            case .app(let patterns):
                guard patterns.contains(where: { $0.matches(entry.app.components) }) else { return nil }
            case .build(let patterns):
                guard let build = entry.build, patterns.contains(where: { $0.matches([build]) }) else { return nil }
            default: rest.append(test)
            }
        }
        return rest
    }

    /// Asks in the order of `RuleEvaluation`, which decides; here it is only found out by what a box must be split.
    ///
    /// - Parameter place: the rules before it match nothing of the box.
    func decide(_ box: DeviceBox, from place: inout Int) throws(Fork) {
        while place < rules.count {
            if try matches(rules[place].tests, box), try decides(rules[place], box) { return }
            place += 1
        }
    }
}

/// The kinds of devices that one reading tells apart: every device is in one of the boxes, and the client's own code decides for
/// one device of each.
struct ReadingBoxes {
    let cells: DeviceCells
    private let boxed: BoxedReading
    private let told: ToldReading
    private let work = ComparisonWork()

    init(_ reading: Reading, newest: [RequirementValue] = [], since start: Instant) {
        cells = DeviceCells(.nothing(like: reading), reading, newest: newest, since: start)
        boxed = BoxedReading(reading, cells, work)
        var texts: [[UInt8]: Int] = [:]
        told = ToldReading(reading, &texts, work)
    }

    var entries: [BoxedReading.Entry] { boxed.entries ?? [] }

    /// Hands over each box, with the device that stands for it and what that is told.
    ///
    /// - Returns: false where there are more kinds than `Limits` allow.
    func areAllTold(_ add: (DeviceBox, [Int], Told) -> Void) -> Bool {
        cells.areAllAlike(
            work, from: 0,
            { (box, place: inout Int) throws(Fork) in
                try boxed.decide(box, from: &place)
                return true
            },
            { box, device, _ in add(box, device, told.told(cells.moment(at: device))) })
    }

    typealias Alternative = (told: Told, isAlone: Bool, rules: [Int])

    /// What devices are told that a rule matches, whether it alone would decide, and the numbers of the rules before it that
    /// would; nil where there are more kinds than `Limits` allow.
    func alternatives(to rule: Int) -> [Alternative]? {
        var all: [Alternative] = []
        let areAll = cells.areAllAlike(
            work, from: (place: 0, rules: [Int]()),
            { (box, found: inout (place: Int, rules: [Int])) throws(Fork) in
                guard try boxed.matches(boxed.rules[rule].tests, box) else { return false }
                while found.place <= rule {
                    let other = boxed.rules[found.place]
                    if try boxed.matches(other.tests, box), try boxed.decides(other, box) {
                        found.rules.append(found.place)
                    }
                    found.place += 1
                }
                return true
            },
            { _, device, found in
                let told = told.told(cells.moment(at: device))
                all.append((told, found.rules.last == rule, found.rules.filter { $0 != rule }))
            })
        return areAll ? all : nil
    }
}
