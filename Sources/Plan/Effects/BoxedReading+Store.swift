import AppGate
import ManifestVerifier

// What the devices of a box can install.
extension BoxedReading {
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
        let device = Device(system: cells.systems[0], reportedVersion: nil, reportedBuild: nil, languages: [])
        func state(_ cell: Int) -> Update.StoreState {
            Update.StoreState(of: needed, in: cells.stores[cell], for: device)
        }
        let first = box.sets[cells.number(.store)].first.map(state) ?? .unknown
        _ = try box.isWithin(cells.cells(.store) { state($0) == first })
        return first
    }
}
