import AppGate
import ManifestVerifier

/// Whether one rule matches a box, and decides there.
extension BoxedReading {
    /// Whether a rule says something to a box that no other one reaches.
    func matches(_ id: String, _ box: DeviceBox) throws(Fork) -> Bool {
        guard let rule = rules.first(where: { $0.rule.id == id }), try matches(rule.tests, box) else { return false }
        return try decides(rule, box)
    }

    func matches(_ tests: [Test], _ box: DeviceBox) throws(Fork) -> Bool {
        try !tests.isSoForAny({ (test) throws(Fork) in try !holds(test, box) })
    }

    private func holds(_ test: Test, _ box: DeviceBox) throws(Fork) -> Bool {
        switch test {
        case .never: return false
        case .until(let number, let clock, let time):
            let blocks =
                switch rules[number].rule.outcome {
                case .available: false
                case .recommended: try due(rules[number], box)
                case .required, .maintenance: true
                }
            return try holds(.cells(blocks ? clock : time), box)
        case .cells(let fork):
            work.count += fork.cells.words.count
            return try box.isWithin(fork)
        case .share(let share):
            guard try box.isWithin(placed), let cell = box.sets[cells.time].first else { return false }
            let (time, places) = share.forks(at: cell, cells, work)
            _ = try box.isWithin(time)
            return try box.isWithin(places)
        }
    }

    func decides(_ boxed: Rule, _ box: DeviceBox) throws(Fork) -> Bool {
        let rule = boxed.rule
        switch rule.outcome {
        case .available: return true
        case .maintenance: return try box.isWithin(fetched)
        case .required, .recommended:
            let isDue = rule.outcome == .required ? true : try due(boxed, box)
            let needed: NumericVersion?
            switch try obtainable(box) {
            // Whether the text is blank is the same for all who read it.
            case .none: return isDue || rule.texts.orElse?.isShown ?? false
            case .unknown: needed = reading.targets[rule.id]
            case .version(let version): needed = version
            }
            guard let needed else { return true }
            let state = try store(needed, box)
            return isDue || state != .missing
        }
    }

    func due(_ boxed: Rule, _ box: DeviceBox) throws(Fork) -> Bool {
        if let last = boxed.requiredBy, try box.isWithin(last) { return true }
        let needed = [boxed.requiredFrom, boxed.grace].compactMap(\.self)
        for fork in needed {
            guard try box.isWithin(fork) else { return false }
        }
        return !needed.isEmpty
    }

    enum Target {
        case unknown
        case none
        case version(NumericVersion)
    }

    func obtainable(_ box: DeviceBox) throws(Fork) -> Target {
        guard let entries else { return .unknown }
        for candidate in entries {
            if let system = candidate.system, try !box.isWithin(system) { continue }
            if try isAbove(candidate, box), try !isBlocked(candidate, box) { return .version(candidate.entry.app) }
        }
        return .none
    }

    /// Whether a version of the store is above the installed one; what cannot be compared counts as above.
    private func isAbove(_ entry: Entry, _ box: DeviceBox) throws(Fork) -> Bool {
        if try box.isWithin(entry.below) { return true }
        if try box.isWithin(entry.above) { return false }
        // The same version, or none that can be compared: the build says more.
        return try box.isWithin(entry.known) ? box.isWithin(entry.older) : box.isWithin(entry.unknown)
    }

    /// Whether the rules would block a version of the app, maintenance aside.
    private func isBlocked(_ entry: Entry, _ box: DeviceBox) throws(Fork) -> Bool {
        for (place, tests) in entry.rules where try matches(tests, box) {
            switch rules[place].rule.outcome {
            case .available, .maintenance: return false
            case .required: return true
            case .recommended: return try due(rules[place], box)
            }
        }
        return false
    }

    /// Whether the store has a version, where it was asked.
    func store(_ needed: NumericVersion, _ box: DeviceBox) throws(Fork) -> Update.StoreState {
        guard let states = stores[needed], let cell = box.sets[cells.store].first else { return .unknown }
        _ = try box.isWithin(states[cell].same)
        return states[cell].state
    }
}

extension Array {
    /// Whether something is so for an element; one for which it is so is found before a box is split for another.
    func isSoForAny(_ isSo: (Element) throws(Fork) -> Bool) throws(Fork) -> Bool {
        var first: Fork?
        for element in self {
            do throws(Fork) {
                if try isSo(element) { return true }
            } catch {
                first = first ?? error
            }
        }
        if let first { throw first }
        return false
    }
}

extension LocalizedText {
    /// Whether anybody is ever shown any of it.
    var isShown: Bool { entries.contains { !$0.text.isBlank } }
}
