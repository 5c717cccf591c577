import AppGate
import Diagnostics
import ManifestVerifier
import Policy

/// The cells of every attribute at which two readings can decide differently: each value that either compares, and each gap
/// between two of them, is one.
final class DeviceCells {
    /// The attributes, in the order in which one device is named for others.
    let attributes: [DeviceAttribute]
    private let numbers: [DeviceAttribute: Int]
    /// The numbers of what the store says, of the time of rules, and of the clock.
    let (store, time, clock): (Int, Int, Int)
    private let counts: [Int]

    let platform: Platform
    /// What devices report; the newest first, at last one that reports nothing.
    let apps: [InstalledVersion?]
    let builds: [InstalledVersion?]
    let systems: [Device.System]
    let names: [RuleAttribute: [String?]]
    let scopes: [String?]
    let stores: [StoreVersion?]
    /// When each cell of time begins.
    let moments: [Instant]
    /// When each cell of age begins, in seconds.
    let ages: [Int64]
    /// The places in roll-outs, by their salts: the first device of each step.
    let places: [String: [UInt32]]
    /// What either side names, for words.
    let named: DeviceBounds
    /// The rules that devices remember, each with its number and the earliest time at which a device can know it: that of the
    /// first moment for one that only the new side has.
    let remembered: [(number: Int, id: String, earliest: Instant)]

    init(_ old: Reading, _ new: Reading, newest: [RequirementValue], since start: Instant) {
        platform = new.document.platform
        let bounds = DeviceBounds([old, new], newest: newest)
        named = bounds
        apps = bounds.reported(bounds[.app]) + [nil]
        builds = bounds.reportedBuilds(on: platform)
        systems = bounds.devices(on: platform)
        func names(_ names: Set<[UInt8]>) -> [String?] {
            [nil] + names.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
        }
        let reported = RuleAttribute.allCases.filter { $0.name != nil }
            .map { (attribute: $0, names: names(bounds.names[$0] ?? [])) }
        self.names = Dictionary(reported.map { ($0.attribute, $0.names) }) { $1 }
        scopes = names(bounds.scopes)
        stores = bounds.stores
        moments = [start] + bounds.times.filter { start < $0 }.sorted()
        ages = [0] + bounds.graces.filter { $0 > 0 }.sorted()
        let places = bounds.rollouts.mapValues { shares in
            ([0] + shares.filter { (1..<10_000).contains($0) }.sorted()).map { RolloutPlace(behind: $0).number }
        }
        let ids = bounds.idsWithGrace.sorted()
        let oldIDs = Set(old.document.rules.map(\.id))
        var all: [(DeviceAttribute, Int)] = [(.fetched, 2), (.store, stores.count), (.install, 2)]
        all += places.keys.sorted().map { (.place($0), places[$0]?.count ?? 0) }
        all.append((.scope, scopes.count))
        all += reported.map { (.of($0.attribute), $0.names.count) }
        all += [(.of(.system), systems.count), (.of(.build), builds.count), (.of(.app), apps.count)]
        // The second one, above.
        (store, time, clock) = (1, all.count, all.count + 1)
        all += [(.time, moments.count), (.clock, moments.count)]
        remembered = ids.enumerated().map { [moments, all] offset, id in
            (all.count + offset, id, oldIDs.contains(id) ? .earliest : moments[0])
        }
        for id in ids { all.append((.age(id), ages.count)) }
        self.places = places
        (attributes, counts) = (all.map(\.0), all.map(\.1))
        numbers = Dictionary(zip(attributes, attributes.indices)) { first, _ in first }
    }

    func number(_ attribute: DeviceAttribute) -> Int {
        guard let number = numbers[attribute] else { preconditionFailure("no reading compares \(attribute)") }
        return number
    }

    func cells(_ attribute: DeviceAttribute, where isIn: (Int) -> Bool) -> Fork {
        let number = number(attribute)
        return Fork(attribute: number, cells: CellSet(count: counts[number], where: isIn))
    }

    /// Splits the box of all devices until an answer is the same for all of each box, and hands over each with the device that
    /// stands for it.
    ///
    /// - Parameter ask: goes on from what is known of the box; false for a box that does not count.
    /// - Returns: false where there are more kinds than `Limits` allow.
    func areAllAlike<Answer>(
        _ work: ComparisonWork, from start: Answer, _ ask: (DeviceBox, inout Answer) throws(Fork) -> Bool,
        _ add: (DeviceBox, [Int], Answer) -> Void
    ) -> Bool {
        var boxes = [(box: DeviceBox(sets: counts.map(CellSet.all)), known: start)]
        var count = 0
        while let next = boxes.popLast() {
            let box = next.box
            var known = next.known
            work.count += moments.count
            guard work.count <= Limits.comparisonSteps, count <= Limits.comparedBoxes else { return false }
            do throws(Fork) {
                guard try ask(box, &known), let device = first(of: box) else { continue }
                count += 1
                add(box, device, known)
            } catch {
                let (inside, outside) = box.split(error)
                boxes += [(inside, known), (outside, known)]
            }
        }
        return true
    }

    /// The cells of the device that stands for a box; nil where there is none, since no device can know its rules for so long.
    func first(of box: DeviceBox) -> [Int]? {
        var cells = box.sets.map { $0.first ?? 0 }
        let last = box.sets[clock].last ?? 0
        var moment = box.sets[time].first
        while let cell = moment, cell <= last, !isPossible(cells, at: cell) {
            moment = box.sets[time].first(from: cell + 1)
        }
        // The clock is never before the time of rules.
        guard let moment, moment <= last, let later = box.sets[clock].first(from: moment) else { return nil }
        cells[time] = moment
        cells[clock] = later
        return cells
    }

    private func isPossible(_ cells: [Int], at moment: Int) -> Bool {
        let last = lastSecond(of: moment).secondsSince1970
        for rule in remembered where last - ages[cells[rule.number]] < rule.earliest.secondsSince1970 { return false }
        return true
    }

    /// The last second of a cell of time, at which every age of it is possible; of the last one, which has no end, a second
    /// after which every period of grace ends within the years that there are.
    private func lastSecond(of moment: Int) -> Instant {
        guard moment + 1 == moments.count else { return moments[moment + 1].advanced(by: -1) }
        return max(moments[moment], Instant.latest.advanced(by: -1 - (ages.last ?? 0)))
    }

    func moment(at cells: [Int]) -> DeviceMoment {
        func cell(_ attribute: DeviceAttribute) -> Int { cells[number(attribute)] }
        var device = Device(
            system: systems[cell(.of(.system))], installed: apps[cell(.of(.app))],
            installedBuild: builds[cell(.of(.build))], languages: [])
        for (attribute, values) in names {
            if let name = attribute.name { device[keyPath: name] = values[cell(.of(attribute))] }
        }
        device.installID = cell(.install) == 0 ? .assumed : nil
        let time = lastSecond(of: cells[time])
        var moment = DeviceMoment(device: device, time: time)
        moment.clock = lastSecond(of: cells[clock])
        for rule in remembered { moment.firstSeen[rule.id] = time.advanced(by: -ages[cells[rule.number]]) }
        for (salt, values) in places { moment.places[salt] = values[cell(.place(salt))] }
        moment.scope = scopes[cell(.scope)]
        moment.store = stores[cell(.store)]
        moment.isFetched = cell(.fetched) == 0
        return moment
    }
}

extension Instant {
    /// 9999-12-31T23:59:59Z.
    static let latest = Instant.earliest.advanced(by: .max / 2)
}

/// One device in words: what tells it from others among the cells of a comparison.
extension DeviceCells {
    /// `app 3.0.0, iOS 15.0, from 1 December 2026 00:00 UTC`
    func words(_ device: [Int]) -> String {
        var words: [String] = []
        let moment = moment(at: device)
        let (bounds, installed) = (named, moment.device)
        func add(_ name: String, _ numbers: [Int]?, among versions: Set<NumericVersion>) {
            guard !versions.isEmpty, let numbers else { return }
            words.append("\(name) \(Self.words(numbers, among: versions))")
        }
        if !bounds[.app].isEmpty, installed.version == nil { words.append("an app of unknown version") }
        add("app", installed.version?.numbers, among: bounds[.app])
        add(RuleAttribute.build.words(on: platform), installed.build?.numbers, among: bounds[.build])
        words += [system(device[number(.of(.system))])].compactMap(\.self)
        for attribute in RuleAttribute.allCases {
            if let value = attribute.name.flatMap({ installed[keyPath: $0] }) {
                let isAny = value.utf8.last == DeviceBounds.otherModel
                words.append("\(attribute.rawValue) \"\(isAny ? "\(value.dropLast())…" : value)\"")
            }
        }
        if let scope = moment.scope { words.append("scope \"\(scope)\"") }
        if words.isEmpty { words.append("every device") }
        let time = device[self.time]
        if time > 0 { words.append("from \(moments[time].words)") }
        let clock = device[self.clock]
        if clock > time { words.append("by a clock that is past \(moments[clock].words)") }
        for rule in remembered where device[rule.number] > 0 {
            words.append("\(Self.span(ages[device[rule.number]])) after rule \(rule.id) first told it")
        }
        if let store = moment.store {
            let isNothing = store.version == NumericVersion(number: 0)
            words.append("where the store has \(isNothing ? "no update" : store.version.spelling)")
        }
        if !moment.isFetched { words.append("with no answer from the host since its start") }
        return words.joined(separator: ", ")
    }

    /// `iOS 15.0`, `SDK level below 23`; nil where no system is compared.
    func system(_ cell: Int) -> String? {
        let bounds = named[.system]
        guard !bounds.isEmpty else { return nil }
        let name = RuleAttribute.system.words(on: platform)
        return "\(name) \(Self.words(systems[cell].numbers, among: bounds))"
    }

    /// `7d`, `36h`
    private static func span(_ seconds: Int64) -> String {
        let units: [(Int64, String)] = [(86_400, "d"), (3_600, "h"), (60, "m")]
        let unit = units.first { seconds % $0.0 == 0 } ?? (1, "s")
        return "\(seconds / unit.0)\(unit.1)"
    }

    /// A version that is compared, or where it is among those: `3.2.0`, `above 3.2.0`, `below 3.0.0`.
    private static func words(_ numbers: [Int], among versions: Set<NumericVersion>) -> String {
        let below = versions.sorted().filter { $0.order(of: numbers) >= 0 }
        guard let nearest = below.last else { return "below \(versions.min().map(\.spelling) ?? "")" }
        return nearest.order(of: numbers) == 0 ? nearest.spelling : "above \(nearest)"
    }
}
