import AppGate
import Diagnostics
import ManifestVerifier
import Policy

/// What changes for devices from one reading to another: every device at every time is in one of the boxes that are compared,
/// and the client's own code decides for one device of each.
struct DecisionEffects {
    typealias Subject = ChangedSubjects.Subject

    struct Effect: Equatable {
        var devices = Change.Effect()
        var urls: [URLChange] = []
        /// Whether devices are led elsewhere, or somewhere or nowhere.
        var hasOtherURL = false
    }

    struct URLChange: Equatable {
        let from: String
        let to: String
    }

    /// What each change does; one that is not in it makes no difference to any device.
    private(set) var effects: [Subject: Effect] = [:]
    /// Rules that tell devices the same after another one, or are new, by the id of that one.
    private(set) var successors: [String: Set<String>] = [:]
    /// Whether all devices were compared; otherwise there are more kinds than `Limits` allow.
    private(set) var isComplete = true

    private let changed: ChangedSubjects
    private let newest: [RequirementValue]
    private let cells: DeviceCells
    private let sides: (old: BoxedReading, new: BoxedReading)
    /// Since when the old side stands still on devices; nil while it does not.
    private let still: Instant?
    private let told: (old: ToldReading, new: ToldReading)
    private let work = ComparisonWork()
    /// The devices that stand for an effect: the first of those to which it happens first, if possible by that change alone.
    private var examples: [Example: (device: [Int], isAlone: Bool)] = [:]

    private struct Example: Hashable {
        let subject: Subject
        let effect: WritableKeyPath<Change.Effect, String?>
    }

    /// - Parameter changed: what differs from one to the other.
    init(
        from old: Reading, to new: Reading, changed: ChangedSubjects, newest: [RequirementValue], since start: Instant,
        still: Instant? = nil
    ) {
        (self.changed, self.newest, self.still) = (changed, newest, still)
        cells = DeviceCells(old, new, newest: newest, since: start)
        sides = (BoxedReading(old, cells, work, still: still), BoxedReading(new, cells, work))
        var texts: [[UInt8]: Int] = [:]
        told = (ToldReading(old, &texts, work), ToldReading(new, &texts, work))
        compare()
        for (example, found) in examples {
            effects[example.subject]?.devices[keyPath: example.effect] = cells.words(found.device)
        }
    }

    /// What is known of a box: what each side tells it, and before which place no rule matches.
    private struct Known {
        var before: Told?
        var after: Told?
        var start = 0
    }

    private mutating func compare() {
        let (cells, sides, told, work, changed, still) = (cells, sides, told, work, changed, still)
        var found: [(box: DeviceBox, device: [Int], before: Told, after: Told)] = []
        isComplete = cells.areAllAlike(
            work, from: Known(),
            { (box, known: inout Known) throws(Fork) in
                if known.before == nil {
                    try sides.old.decide(box, from: &known.start)
                    guard let device = cells.first(of: box) else { return false }
                    (known.before, known.start) = (told.old.told(cells.moment(at: device).standing(still: still)), 0)
                }
                if known.after == nil {
                    try sides.new.decide(box, from: &known.start)
                    guard let device = cells.first(of: box) else { return false }
                    known.after = told.new.told(cells.moment(at: device))
                }
                guard let before = known.before, let after = known.after, before != after, before.key != after.key
                else { return true }
                // One of these devices stands for all in what makes the difference, too.
                for id in [before.key, after.key].compactMap(\.self) where changed.all.contains(.rule(id)) {
                    for side in [sides.old, sides.new] { _ = try side.matches(id, box) }
                }
                return true
            },
            { box, device, known in
                guard let before = known.before, let after = known.after, before != after else { return }
                found.append((box, device, before, after))
            })
        guard isComplete else { return }
        for (box, device, before, after) in found {
            if let former = before.key, let id = after.key, former != id, after.outcome != .available,
                before.outcome == after.outcome || !sides.old.rules.contains(where: { $0.rule.id == id })
            {
                successors[former, default: []].insert(id)
            }
            let subjects = subjects(device, of: before, after)
            let isReleased = !isOfNoRelease(box)
            for subject in subjects {
                add(device, before, after, to: subject, isAlone: subjects.count == 1, isReleased: isReleased)
            }
        }
    }

    private mutating func add(
        _ device: [Int], _ before: Told, _ after: Told, to subject: Subject, isAlone: Bool, isReleased: Bool
    ) {
        if effects[subject] == nil { effects[subject] = Effect() }
        func note(_ effect: WritableKeyPath<Change.Effect, String?>) {
            let example = Example(subject: subject, effect: effect)
            let isBetter = examples[example].map { known in
                known.isAlone == isAlone ? isNamed(device, before: known.device) : isAlone
            }
            if isBetter ?? true { examples[example] = (device, isAlone) }
        }
        if after.isStranded, isReleased, !isStranded(device, before) { note(\.strands) }
        if after.isBlocked, !before.isBlocked {
            note(\.blocks)
            if after.outcome == .required, isNewest(cells.moment(at: device).device, after) { note(\.blocksNewest) }
        } else if before.isBlocked, !after.isBlocked {
            note(\.lifts)
        } else if after.outcome == .recommended, before.outcome == .available {
            note(\.advises)
        }
        guard before.url != nil || after.url != nil, !before.leads(whereLeads: after) else { return }
        effects[subject]?.hasOtherURL = true
        if let from = before.url, let to = after.url {
            let change = URLChange(from: from, to: to)
            if effects[subject]?.urls.contains(change) != true { effects[subject]?.urls.append(change) }
        }
    }

    private func isNamed(_ device: [Int], before other: [Int]) -> Bool {
        let time = cells.time
        return device[time] == other[time] ? device.lexicographicallyPrecedes(other) : device[time] < other[time]
    }

    /// Whether a device was stranded before, too, also under a maintenance.
    private func isStranded(_ device: [Int], _ before: Told) -> Bool {
        guard before.outcome == .maintenance else { return before.isStranded }
        var moment = cells.moment(at: device).standing(still: still)
        moment.isFetched = false
        return told.old.told(moment).isStranded
    }

    /// Whether all devices of a box have a version above all that the store has or had, and a build below that of one of them.
    private func isOfNoRelease(_ box: DeviceBox) -> Bool {
        guard let entries = sides.new.entries, !entries.isEmpty else { return false }
        let (apps, builds) = (box.sets[cells.number(.of(.app))], box.sets[cells.number(.of(.build))])
        return (entries + (sides.old.entries ?? [])).allSatisfy { apps.isWithin($0.above.cells) }
            && entries.contains { builds.isWithin($0.known.cells) && builds.isWithin($0.older.cells) }
    }

    /// Whether a device has the newest version that is live, or a newer one, where that is known. Where it can update, only those
    /// for its system count.
    private func isNewest(_ device: Device, _ told: Told) -> Bool {
        let others = (sides.old.reading.document.latest ?? []).filter { entry in
            !(entry.system?.contains { $0.matches(device.system.numbers) } ?? true)
        }
        let unfit = told.isStranded ? [] : others.flatMap(\.values)
        let newest = newest.filter { !unfit.contains($0) }
        // What is not compared is not told apart.
        let numbers = (
            app: cells.named[.app].isEmpty ? [] : device.version?.numbers ?? [],
            build: cells.named[.build].isEmpty ? [] : device.build?.numbers ?? []
        )
        let orders = newest.compactMap { value -> Int? in
            switch value {
            case .version(let version): numbers.app.isEmpty ? nil : version.order(of: numbers.app)
            case .number(let build):
                numbers.build.isEmpty ? nil : NumericVersion(number: build).order(of: numbers.build)
            case .text: nil
            }
        }
        return !orders.isEmpty && orders.allSatisfy { $0 >= 0 }
    }

    /// The changes that make the difference; versions of the store beside a rule only where it goes on deciding.
    private func subjects(_ device: [Int], of before: Told, _ after: Told) -> [Subject] {
        guard changed.all.contains(.latest), after.key == before.key, !before.hasSameTarget(as: after) else {
            let moment = cells.moment(at: device)
            return changed.causes(
                .init(reading: sides.old.reading, moment: moment.standing(still: still), rule: before.key),
                .init(reading: sides.new.reading, moment: moment, rule: after.key),
                isLift: before.isBlocked && !after.isBlocked)
        }
        return (changed.changed(among: [after.key].compactMap(\.self)).map { [.rule($0)] } ?? []) + [.latest]
    }
}
