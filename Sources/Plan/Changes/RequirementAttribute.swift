import AppGate
import ManifestVerifier
import Policy

/// One thing that a document can require or tell.
enum RequirementAttribute: Hashable, CaseIterable, Sendable {
    case maintenance
    case minimumSystem
    case minimumApp
    /// The version that is shown where a build decides.
    case shownVersion
    case recommendedSystem
    case recommendedApp
    case updateURL
    case minimumSystemTexts
    case minimumAppTexts
    case recommendedSystemTexts
    case recommendedAppTexts

    /// What requirements say of it; nil for nothing, and for texts.
    func value(in requirements: Requirements) -> RequirementValue? {
        switch self {
        case .maintenance: requirements.maintenance.map { .text($0.message ?? "") }
        case .minimumSystem: requirements.minimumSystem.map { RequirementValue($0.bound) }
        case .minimumApp: requirements.minimumApp.map { RequirementValue($0.bound) }
        case .shownVersion:
            if case .build(_, let version?)? = requirements.minimumApp?.bound { .version(version) } else { nil }
        case .recommendedSystem: requirements.recommendedSystem.map { RequirementValue($0.bound) }
        case .recommendedApp: requirements.recommendedApp.map { RequirementValue($0.bound) }
        case .updateURL: requirements.updateURL.map { .text($0) }
        case .minimumSystemTexts, .minimumAppTexts, .recommendedSystemTexts, .recommendedAppTexts: nil
        }
    }

    /// The title and the description that requirements give for it; both nil for anything but texts.
    func texts(in requirements: Requirements) -> (title: LocalizedText?, description: LocalizedText?) {
        switch self {
        case .minimumSystemTexts: (requirements.minimumSystem?.title, requirements.minimumSystem?.description)
        case .minimumAppTexts: (requirements.minimumApp?.title, requirements.minimumApp?.description)
        case .recommendedSystemTexts:
            (requirements.recommendedSystem?.title, requirements.recommendedSystem?.description)
        case .recommendedAppTexts: (requirements.recommendedApp?.title, requirements.recommendedApp?.description)
        default: (nil, nil)
        }
    }

    /// What texts explain.
    var explained: RequirementAttribute? {
        switch self {
        case .minimumSystemTexts: .minimumSystem
        case .minimumAppTexts: .minimumApp
        case .recommendedSystemTexts: .recommendedSystem
        case .recommendedAppTexts: .recommendedApp
        default: nil
        }
    }

    /// `requirements` with what `other` says of this.
    func copied(from other: Requirements, into requirements: Requirements) -> Requirements {
        var changed = requirements
        func texts<Bound>(_ target: inout Requirement<Bound>?, _ source: Requirement<Bound>?) {
            target = target.map { Requirement($0.bound, title: source?.title, description: source?.description) }
        }
        func bound<Bound>(_ target: inout Requirement<Bound>?, _ source: Requirement<Bound>?) {
            // A requirement that comes or goes does so with its texts.
            target = source.map { source in
                Requirement(
                    source.bound, title: target == nil ? source.title : target?.title,
                    description: target == nil ? source.description : target?.description)
            }
        }
        switch self {
        case .maintenance: changed.maintenance = other.maintenance
        case .minimumSystem: bound(&changed.minimumSystem, other.minimumSystem)
        case .minimumApp, .shownVersion: bound(&changed.minimumApp, other.minimumApp)
        case .recommendedSystem: bound(&changed.recommendedSystem, other.recommendedSystem)
        case .recommendedApp: bound(&changed.recommendedApp, other.recommendedApp)
        case .updateURL: changed.updateURL = other.updateURL
        case .minimumSystemTexts: texts(&changed.minimumSystem, other.minimumSystem)
        case .minimumAppTexts: texts(&changed.minimumApp, other.minimumApp)
        case .recommendedSystemTexts: texts(&changed.recommendedSystem, other.recommendedSystem)
        case .recommendedAppTexts: texts(&changed.recommendedApp, other.recommendedApp)
        }
        return changed
    }
}

extension RequirementValue {
    init(_ bound: SystemBound) {
        switch bound {
        case .ios(let version): self = .version(version)
        case .android(let sdk): self = .number(sdk)
        }
    }

    init(_ bound: AppBound) {
        switch bound {
        case .version(let version): self = .version(version)
        case .build(let build, _): self = .number(build)
        }
    }
}

extension DocumentReading {
    /// Where a policy says it, or would: `ios.minimumAppVersion`, `android.minimumAppVersion.versionName`.
    func member(_ attribute: RequirementAttribute) -> String {
        let isAndroid = place.platform == .android
        let isConfig = format == .environmentConfig
        // Availability alone counts Android's versions.
        let named = isAndroid && format != .availabilityAndroid ? ".versionName" : ""
        let name =
            switch attribute {
            case .maintenance: "maintenance"
            case .minimumSystem, .minimumSystemTexts: isAndroid ? "minimumSDKVersion" : "minimumOSVersion"
            case .minimumApp, .minimumAppTexts: isConfig ? "build" : "minimumAppVersion\(named)"
            case .shownVersion: "minimalVersion"
            case .recommendedSystem, .recommendedSystemTexts: "recommendedOSVersion"
            case .recommendedApp, .recommendedAppTexts:
                (isAppConfig ? "latestAppVersion" : "recommendedAppVersion") + named
            case .updateURL: isConfig ? "url" : hasCommonURL ? "updateUrl" : "storeURL"
            }
        switch attribute {
        case .maintenance: return name
        case .updateURL where hasCommonURL: return name
        default: return place.prefix + name
        }
    }

    private var isAppConfig: Bool { format == .appConfig }
}
