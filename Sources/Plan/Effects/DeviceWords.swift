import AppGate
import ManifestVerifier
import Policy

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
                words.append("\(attribute.rawValue) \"\(value)\"")
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
