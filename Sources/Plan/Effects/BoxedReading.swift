import AppGate
import ManifestVerifier

/// A reading as it is asked for boxes of devices: which rule decides, or by what a box must be split before that is known.
struct BoxedReading {
    private typealias Truth = DeviceBox.Truth
    private typealias Fork = DeviceBox.Fork

    private let reading: Reading
    private let cells: DeviceCells
    private let rules: [Rule]
    private let entries: [Entry]?

    /// What is known of a box.
    enum Answer {
        /// All its devices are told the same.
        case decided
        /// A part of it may be told something else; the rules before a place match nothing of it.
        case depends(DeviceBox.Fork, from: Int)
    }

    private struct Rule {
        let rule: GateRule
        let tests: [Test]
    }

    private enum Test {
        case cells(DeviceBox.Fork)
        case share(RolloutShare)
        case never
    }

    /// A version of the store, and where it is for the cells of versions and builds.
    private struct Entry {
        let entry: LatestApp
        let system: DeviceBox.Fork?
    }

    init(_ reading: Reading, _ cells: DeviceCells) {
        self.reading = reading
        self.cells = cells
        func matching(_ patterns: [VersionPattern], _ attribute: DeviceAttribute, _ numbers: [[Int]]) -> Fork {
            cells.cells(attribute) { cell in
                !numbers[cell].isEmpty && patterns.contains { $0.matches(numbers[cell]) }
            }
        }
        func numbers(_ reported: [String?]) -> [[Int]] {
            reported.map { $0.map { InstalledVersion($0).numbers } ?? [] }
        }
        let (apps, builds, systems) = (numbers(cells.apps), numbers(cells.builds), cells.systems.map(\.numbers))
        func named(_ names: [String], _ attribute: DeviceAttribute, _ values: [String?]) -> Fork {
            cells.cells(attribute) { cell in
                values[cell].map { value in names.contains { $0.hasSameBytes(as: value) } } ?? false
            }
        }
        rules = reading.document.rules.map { rule in
            var tests: [Test] = []
            if let scope = rule.scope {
                tests.append(.cells(cells.cells(.scope) { cells.scopes[$0]?.hasSameBytes(as: scope) ?? false }))
            }
            for condition in rule.conditions {
                switch condition {
                case .app(let patterns): tests.append(.cells(matching(patterns, .app, apps)))
                case .build(let patterns): tests.append(.cells(matching(patterns, .build, builds)))
                case .system(let patterns): tests.append(.cells(matching(patterns, .system, systems)))
                case .channel(let names): tests.append(.cells(named(names, .channel, cells.channels)))
                case .region(let names): tests.append(.cells(named(names, .region, cells.regions)))
                case .model(let names):
                    let models = names.map { Array($0.utf8) }
                    tests.append(
                        .cells(
                            cells.cells(.model) { cell in
                                guard let model = cells.models[cell].map({ Array($0.utf8) }) else { return false }
                                return models.contains { name in
                                    name.last == UInt8(ascii: "*")
                                        ? model.starts(with: name.dropLast()) : model == name
                                }
                            }))
                case .from(let start): tests.append(.cells(cells.cells(.time) { start <= cells.moments[$0] }))
                case .until(let end): tests.append(.cells(cells.cells(.time) { cells.moments[$0] < end }))
                case .share(let share): tests.append(.share(share))
                case .unknown: tests.append(.never)
                }
            }
            return Rule(rule: rule, tests: tests)
        }
        entries = reading.document.latest.map { latest in
            latest.map { Entry(entry: $0, system: $0.system.map { matching($0, .system, systems) }) }
        }
    }

    /// Asks in the order of `RuleEvaluation`, which decides; here it is only found out by what.
    func answer(_ box: DeviceBox, from start: Int) -> Answer {
        var place = start
        while place < rules.count {
            let rule = rules[place].rule
            switch matches(rules[place].tests[...], box) {
            case .no: place += 1
            case .depends(let fork): return .depends(fork, from: place)
            case .yes:
                switch decides(rule, box) {
                case .yes: return .decided
                case .no: place += 1
                case .depends(let fork): return .depends(fork, from: place)
                }
            }
        }
        return .decided
    }

    // MARK: One rule

    /// Whether all tests hold; one that does not is found before a box is split by another.
    private func matches(_ tests: ArraySlice<Test>, _ box: DeviceBox) -> Truth {
        var first: Fork?
        for test in tests {
            switch holds(test, box) {
            case .no: return .no
            case .yes: continue
            case .depends(let fork): first = first ?? fork
            }
        }
        return first.map(Truth.depends) ?? .yes
    }

    private func holds(_ test: Test, _ box: DeviceBox) -> Truth {
        switch test {
        case .never: return .no
        case .cells(let fork): return box.truth(fork.attribute, fork.cells)
        case .share(let share):
            let shares = cells.moments.map { share.hundredths(at: $0) }
            let install = cells.cells(.install) { $0 == 0 }
            switch box.truth(install.attribute, install.cells) {
            case .no: return .no
            case .depends(let fork): return .depends(fork)
            case .yes: break
            }
            let time = cells.number(.time)
            let hundredths = box.sets[time].first.map { shares[$0] } ?? 0
            switch box.truth(time, cells.cells(.time) { shares[$0] == hundredths }.cells) {
            case .depends(let fork): return .depends(fork)
            case .yes, .no: break
            }
            let places = cells.places[share.salt] ?? []
            let inside = cells.cells(.place(share.salt)) {
                RolloutShare.includes(place: places[$0], hundredths: UInt64(hundredths))
            }
            return box.truth(inside.attribute, inside.cells)
        }
    }

    /// Whether a rule that matches decides.
    private func decides(_ rule: GateRule, _ box: DeviceBox) -> Truth {
        switch rule.outcome {
        case .available: return .yes
        case .maintenance:
            let fetched = cells.cells(.fetched) { $0 == 0 }
            return box.truth(fetched.attribute, fetched.cells)
        case .required, .recommended:
            var isDue = rule.outcome == .required
            if !isDue {
                switch due(rule, box) {
                case .yes: isDue = true
                case .no: break
                case .depends(let fork): return .depends(fork)
                }
            }
            let target: Target
            switch obtainable(box) {
            case .known(let found): target = found
            case .depends(let fork): return .depends(fork)
            }
            let needed: NumericVersion?
            switch target {
            case .none:
                // Whether the text is blank is the same for all who read it.
                return isDue || rule.texts.orElse?.isShown ?? false ? .yes : .no
            case .unknown: needed = reading.targets[rule.id]
            case .version(let version): needed = version
            }
            guard let needed else { return .yes }
            switch store(needed, box) {
            case .known(let state): return isDue || state != .missing ? .yes : .no
            case .depends(let fork): return .depends(fork)
            }
        }
    }

    /// Whether a recommendation is required by now.
    private func due(_ rule: GateRule, _ box: DeviceBox) -> Truth {
        let deadline = rule.deadline
        guard deadline != RuleDeadline() else { return .no }
        func reached(_ instant: Instant) -> Truth {
            let fork = cells.cells(.time) { instant <= cells.moments[$0] }
            return box.truth(fork.attribute, fork.cells)
        }
        if let last = deadline.requiredBy {
            switch reached(last) {
            case .yes: return .yes
            case .depends(let fork): return .depends(fork)
            case .no: break
            }
        }
        guard deadline.requiredFrom != nil || deadline.grace != nil else { return .no }
        if let first = deadline.requiredFrom {
            switch reached(first) {
            case .no: return .no
            case .depends(let fork): return .depends(fork)
            case .yes: break
            }
        }
        guard let grace = deadline.grace else { return .yes }
        let over = cells.cells(.age(rule.id)) { cells.ages[$0] >= grace.seconds }
        return box.truth(over.attribute, over.cells)
    }

    // MARK: What can be installed

    private enum Target {
        case unknown
        case none
        case version(NumericVersion)
    }

    private enum Found<Value> {
        case known(Value)
        case depends(Fork)
    }

    private func obtainable(_ box: DeviceBox) -> Found<Target> {
        guard let entries else { return .known(.unknown) }
        for candidate in entries {
            if let system = candidate.system {
                switch box.truth(system.attribute, system.cells) {
                case .no: continue
                case .depends(let fork): return .depends(fork)
                case .yes: break
                }
            }
            switch isAbove(candidate.entry, box) {
            case .no: continue
            case .depends(let fork): return .depends(fork)
            case .yes: break
            }
            switch isBlocked(candidate.entry, box) {
            case .yes: continue
            case .depends(let fork): return .depends(fork)
            case .no: return .known(.version(candidate.entry.app))
            }
        }
        return .known(.none)
    }

    /// Whether a version of the store is above the installed one; what cannot be compared counts as above.
    private func isAbove(_ entry: LatestApp, _ box: DeviceBox) -> Truth {
        func order(_ cell: Int) -> Int? {
            cells.apps[cell].map { entry.app.order(of: InstalledVersion($0).numbers) }
        }
        let below = cells.cells(.app) { order($0).map { $0 < 0 } ?? false }
        switch box.truth(below.attribute, below.cells) {
        case .yes: return .yes
        case .depends(let fork): return .depends(fork)
        case .no: break
        }
        let above = cells.cells(.app) { order($0).map { $0 > 0 } ?? false }
        switch box.truth(above.attribute, above.cells) {
        case .yes: return .no
        case .depends(let fork): return .depends(fork)
        case .no: break
        }
        // The same version, or none that can be compared: the build says more.
        let builds: Truth
        if let new = entry.build {
            let bound = NumericVersion(number: new)
            let known = cells.cells(.build) { cells.builds[$0] != nil }
            switch box.truth(known.attribute, known.cells) {
            case .depends(let fork): return .depends(fork)
            case .yes:
                let older = cells.cells(.build) { cell in
                    cells.builds[cell].map { bound.order(of: InstalledVersion($0).numbers) < 0 } ?? false
                }
                return box.truth(older.attribute, older.cells)
            case .no: builds = .no
            }
        } else {
            builds = .no
        }
        guard case .no = builds else { return builds }
        let none = cells.cells(.app) { cells.apps[$0] == nil }
        return box.truth(none.attribute, none.cells)
    }

    /// Whether the rules would block a version of the app, maintenance aside.
    private func isBlocked(_ entry: LatestApp, _ box: DeviceBox) -> Truth {
        for boxed in rules {
            let rule = boxed.rule
            guard rule.scope == nil else { continue }
            var isPossible = true
            var rest: [Test] = []
            for (condition, test) in zip(rule.conditions, boxed.tests) {
                switch condition {
                case .app(let patterns):
                    isPossible = isPossible && patterns.contains { $0.matches(entry.app.components) }
                case .build(let patterns):
                    let build = entry.build
                    isPossible = isPossible && build.map { build in patterns.contains { $0.matches([build]) } } ?? false
                default: rest.append(test)
                }
            }
            guard isPossible else { continue }
            switch matches(rest[...], box) {
            case .no: continue
            case .depends(let fork): return .depends(fork)
            case .yes: break
            }
            switch rule.outcome {
            case .available: return .no
            case .required: return .yes
            case .recommended: return due(rule, box)
            case .maintenance: continue
            }
        }
        return .no
    }

    /// Whether the store has a version, where it was asked.
    private func store(_ needed: NumericVersion, _ box: DeviceBox) -> Found<Update.StoreState> {
        let device = Device(system: cells.systems[0], reportedVersion: nil, reportedBuild: nil, languages: [])
        func state(_ cell: Int) -> Update.StoreState {
            Update.StoreState(of: needed, in: cells.stores[cell], for: device)
        }
        let attribute = cells.number(.store)
        let first = box.sets[attribute].first.map(state) ?? .unknown
        let same = cells.cells(.store) { state($0) == first }
        if case .depends(let fork) = box.truth(attribute, same.cells) { return .depends(fork) }
        return .known(first)
    }
}

extension Device.System {
    /// The numbers that rules compare.
    fileprivate var numbers: [Int] {
        switch self {
        case .ios(let version): version.components
        case .android(let sdk): [sdk]
        }
    }
}

extension LocalizedText {
    /// Whether anybody is ever shown any of it.
    var isShown: Bool { entries.contains { !$0.text.isBlank } }
}
