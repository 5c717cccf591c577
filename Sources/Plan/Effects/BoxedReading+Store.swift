import AppGate
import ManifestVerifier

// What the devices of a box can install.
extension BoxedReading {
    enum Target {
        case unknown
        case none
        case version(NumericVersion)
    }

    enum Found<Value> {
        case known(Value)
        case depends(Fork)
    }

    func obtainable(_ box: DeviceBox) -> Found<Target> {
        guard let entries else { return .known(.unknown) }
        for candidate in entries {
            if let system = candidate.system {
                switch box.truth(system.attribute, system.cells) {
                case .no: continue
                case .depends(let fork): return .depends(fork)
                case .yes: break
                }
            }
            switch isAbove(candidate, box) {
            case .no: continue
            case .depends(let fork): return .depends(fork)
            case .yes: break
            }
            switch isBlocked(candidate, box) {
            case .yes: continue
            case .depends(let fork): return .depends(fork)
            case .no: return .known(.version(candidate.entry.app))
            }
        }
        return .known(.none)
    }

    /// Whether a version of the store is above the installed one; what cannot be compared counts as above.
    private func isAbove(_ entry: Entry, _ box: DeviceBox) -> Truth {
        switch box.truth(entry.below.attribute, entry.below.cells) {
        case .yes: return .yes
        case .depends(let fork): return .depends(fork)
        case .no: break
        }
        switch box.truth(entry.above.attribute, entry.above.cells) {
        case .yes: return .no
        case .depends(let fork): return .depends(fork)
        case .no: break
        }
        // The same version, or none that can be compared: the build says more.
        switch box.truth(entry.known.attribute, entry.known.cells) {
        case .yes: return box.truth(entry.older.attribute, entry.older.cells)
        case .depends(let fork): return .depends(fork)
        case .no: return box.truth(entry.unknown.attribute, entry.unknown.cells)
        }
    }

    /// Whether the rules would block a version of the app, maintenance aside.
    private func isBlocked(_ entry: Entry, _ box: DeviceBox) -> Truth {
        for (place, tests) in entry.rules {
            switch matches(tests, box) {
            case .no: continue
            case .depends(let fork): return .depends(fork)
            case .yes: break
            }
            switch rules[place].rule.outcome {
            case .available, .maintenance: return .no
            case .required: return .yes
            case .recommended: return due(rules[place], box)
            }
        }
        return .no
    }

    /// Whether the store has a version, where it was asked.
    func store(_ needed: NumericVersion, _ box: DeviceBox) -> Found<Update.StoreState> {
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
