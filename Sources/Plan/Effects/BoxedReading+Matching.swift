import AppGate
import ManifestVerifier

/// Whether one rule matches a box, and decides there.
extension BoxedReading {
    /// Whether all tests hold; one that does not is found before a box is split by another.
    func matches(_ tests: [Test], _ box: DeviceBox) -> Truth {
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
        case .until(let number, let clock, let time):
            let rule = rules[number]
            var blocks = rule.rule.outcome != .available
            if rule.rule.outcome == .recommended {
                switch due(rule, box) {
                case .depends(let fork): return .depends(fork)
                case .yes: blocks = true
                case .no: blocks = false
                }
            }
            let fork = blocks ? clock : time
            work.count += fork.cells.words.count
            return box.truth(fork.attribute, fork.cells)
        case .cells(let fork):
            work.count += fork.cells.words.count
            return box.truth(fork.attribute, fork.cells)
        case .share(let salt, let shares):
            let install = cells.cells(.install) { $0 == 0 }
            switch box.truth(install.attribute, install.cells) {
            case .no: return .no
            case .depends(let fork): return .depends(fork)
            case .yes: break
            }
            let places = cells.places[salt] ?? []
            work.count += shares.count + places.count
            let time = cells.number(.time)
            let hundredths = box.sets[time].first.map { shares[$0] } ?? 0
            switch box.truth(time, cells.cells(.time) { shares[$0] == hundredths }.cells) {
            case .depends(let fork): return .depends(fork)
            case .yes, .no: break
            }
            let inside = cells.cells(.place(salt)) {
                RolloutShare.includes(place: places[$0], hundredths: UInt64(hundredths))
            }
            return box.truth(inside.attribute, inside.cells)
        }
    }

    /// Whether a rule that matches decides.
    func decides(_ boxed: Rule, _ box: DeviceBox) -> Truth {
        let rule = boxed.rule
        switch rule.outcome {
        case .available: return .yes
        case .maintenance:
            let fetched = cells.cells(.fetched) { $0 == 0 }
            return box.truth(fetched.attribute, fetched.cells)
        case .required, .recommended:
            var isDue = rule.outcome == .required
            if !isDue {
                switch due(boxed, box) {
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
    func due(_ boxed: Rule, _ box: DeviceBox) -> Truth {
        if let last = boxed.requiredBy {
            switch box.truth(last.attribute, last.cells) {
            case .yes: return .yes
            case .depends(let fork): return .depends(fork)
            case .no: break
            }
        }
        guard boxed.requiredFrom != nil || boxed.grace != nil else { return .no }
        for needed in [boxed.requiredFrom, boxed.grace].compactMap(\.self) {
            switch box.truth(needed.attribute, needed.cells) {
            case .no: return .no
            case .depends(let fork): return .depends(fork)
            case .yes: continue
            }
        }
        return .yes
    }
}

extension LocalizedText {
    /// Whether anybody is ever shown any of it.
    var isShown: Bool { entries.contains { !$0.text.isBlank } }
}
