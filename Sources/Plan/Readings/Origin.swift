import AppGate
import ManifestVerifier
import Policy

/// Which minimum or recommendation of a policy a document repeats, and what that is there.
struct Origin: Sendable {
    let kind: Change.Kind
    /// The bound, the message of a maintenance, or a URL; nil for nothing.
    let value: RequirementValue?
    private let place: Reading.Place
    private let format: DocumentFormat
    private let hasCommonURL: Bool

    init(
        _ kind: Change.Kind, _ value: RequirementValue?, in place: Reading.Place, _ format: DocumentFormat,
        hasCommonURL: Bool = false
    ) {
        (self.kind, self.value, self.place, self.format) = (kind, value, place, format)
        self.hasCommonURL = hasCommonURL
    }

    /// The minimum or the recommendation that a rule of a gate document is, which is named for it and has the one condition
    /// to be below a bound; nil for any other rule.
    init?(_ rule: GateRule, in place: Reading.Place, _ format: DocumentFormat) {
        guard rule.conditions.count == 1, rule.scope == nil, rule.deadline == RuleDeadline(),
            case .versions(let attribute, let patterns) = rule.conditions[0].comparison, patterns.count == 1,
            case .below(let version) = patterns[0],
            let kind = RequirementKind.allCases.first(where: { kind in
                kind.outcome == rule.outcome && kind.rule(on: place.platform) == rule.id
            })
        else { return nil }
        let value: RequirementValue
        switch (attribute, kind.isSystem) {
        case (.app, false): value = .version(version)
        case (.build, false) where version.components.dropFirst() == [0, 0]: value = .number(version.components[0])
        case (.system, true):
            value = place.platform == .android ? .number(version.components[0]) : .version(version)
        default: return nil
        }
        let kinds: [Change.Kind] =
            kind.outcome == .required ? [.minimumSystem, .minimumApp] : [.recommendedSystem, .recommendedApp]
        self.init(kinds[kind.isSystem ? 0 : 1], value, in: place, format)
    }

    var isSystem: Bool { kind == .minimumSystem || kind == .recommendedSystem }

    /// The platform of a change of it; nil for all.
    var platform: Platform? { kind == .maintenance || kind == .updateURL && hasCommonURL ? nil : place.platform }

    /// Where a policy says it, or would: `ios.minimumAppVersion`, `android.minimumAppVersion.versionName`.
    var member: String {
        let isConfig = format == .environmentConfig
        func requirement(_ requirement: RequirementKind) -> String {
            let isNumber = if case .number? = value { true } else { false }
            let suffix =
                switch (place.platform, isNumber) {
                case _ where requirement.isSystem: ""
                case (.ios, true): ".build"
                case (.android, false): ".versionName"
                case (.ios, false), (.android, true): ""
                }
            return place.prefix + requirement.member(on: place.platform) + suffix
        }
        switch kind {
        case .maintenance: return "maintenance"
        case .minimumSystem: return requirement(.minimumSystem)
        case .minimumApp: return isConfig ? "\(place.prefix)build" : requirement(.minimumApp)
        case .recommendedSystem: return requirement(.recommendedSystem)
        case .recommendedApp: return requirement(format == .appConfig ? .latestApp : .recommendedApp)
        case .shownVersion: return "\(place.prefix)minimalVersion"
        default: return hasCommonURL ? "updateUrl" : place.prefix + (isConfig ? "url" : "storeURL")
        }
    }

    /// What a change from one value to another means for people, as a phrase.
    ///
    /// - Returns: nil where the change speaks for itself.
    func phrase(from old: RequirementValue?, to new: RequirementValue?) -> String? {
        switch kind {
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
        let (one, many): (String, String) =
            switch (isSystem, bound) {
            case (true, .version): ("devices with iOS", "devices with iOS")
            case (true, _): ("devices with SDK level", "devices with SDK levels")
            case (false, .version): ("version", "versions")
            case (false, _):
                place.platform == .android && format != .environmentConfig
                    ? ("version code", "version codes") : ("build", "builds")
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
