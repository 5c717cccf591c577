import ManifestVerifier
import Policy

/// What a change of a requirement means for people, as a phrase.
struct Consequence {
    let reading: DocumentReading
    let attribute: RequirementAttribute

    /// - Parameters:
    ///   - old: what was required; nil for nothing.
    ///   - new: what is required; nil for nothing.
    /// - Returns: nil where the change speaks for itself.
    func phrase(from old: RequirementValue?, to new: RequirementValue?) -> String? {
        switch attribute {
        case .maintenance:
            switch (old, new) {
            case (nil, _?): "every device is blocked until it is switched off"
            case (_?, nil): "apps run again"
            default: nil
            }
        case .minimumSystem, .minimumApp:
            phrase(
                old, new, up: ("is blocked from now on", "are blocked from now on"), down: ("runs again", "run again"))
        case .recommendedSystem, .recommendedApp:
            phrase(
                old, new, up: ("is advised to update", "are advised to update"),
                down: ("is no longer advised to update", "are no longer advised to update"))
        default: nil
        }
    }

    private typealias Verb = (one: String, many: String)

    private func phrase(
        _ old: RequirementValue?, _ new: RequirementValue?, up: Verb, down: Verb
    ) -> String? {
        switch (old, new) {
        case (let old?, let new?) where old.isBelow(new): sentence(from: old, below: new, up)
        case (let old?, let new?) where new.isBelow(old): sentence(from: new, below: old, down)
        case (let old?, let new?): old.isComparable(to: new) ? "the same version, written differently" : nil
        case (nil, let new?): sentence(from: nil, below: new, up)
        case (let old?, nil): sentence(from: nil, below: old, down)
        case (nil, nil): nil
        }
    }

    private func sentence(
        from lowest: RequirementValue?, below bound: RequirementValue, _ verb: Verb
    ) -> String {
        let isSystem = attribute == .minimumSystem || attribute == .recommendedSystem
        let (one, many): (String, String) =
            switch (isSystem, bound) {
            case (true, .version): ("devices with iOS", "devices with iOS")
            case (true, _): ("devices with SDK level", "devices with SDK levels")
            case (false, .version): ("version", "versions")
            case (false, _):
                reading.format == .availabilityAndroid ? ("version code", "version codes") : ("build", "builds")
            }
        guard let lowest, let last = bound.lastBelow else { return "\(many) below \(bound) \(verb.many)" }
        guard lowest.description != last else { return "\(one) \(last) \(isSystem ? verb.many : verb.one)" }
        return "\(many) \(lowest) to \(last) \(verb.many)"
    }
}

extension RequirementValue {
    /// The last version or number below this one, as people name it: `3.1.x` below `3.2.0`; nil when there is none.
    fileprivate var lastBelow: String? {
        switch self {
        case .text: return nil
        case .number(let number): return number > 0 ? String(number - 1) : nil
        case .version(let version):
            let numbers = version.components
            guard let place = numbers.lastIndex(where: { $0 > 0 }) else { return nil }
            let kept = numbers[..<place].map(String.init) + [String(numbers[place] - 1)]
            return kept.joined(separator: ".") + (kept.count < numbers.count ? ".x" : "")
        }
    }
}
