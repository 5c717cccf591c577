import AppGate
import ManifestVerifier

/// What an app and its system must be, from any document.
public struct Requirements: Equatable, Sendable {
    /// The maintenance; nil without one.
    public var maintenance: Maintenance?
    /// Below this the system is too old to run the app.
    public var minimumSystem: Requirement<SystemBound>?
    /// Below this the app must not run.
    public var minimumApp: Requirement<AppBound>?
    /// Below this an update of the system is recommended.
    public var recommendedSystem: Requirement<SystemBound>?
    /// Below this an update of the app is recommended.
    public var recommendedApp: Requirement<AppBound>?
    /// Where to get the app, as the document spells it.
    public var updateURL: String?

    /// Requirements; without any, everything is available.
    public init(
        maintenance: Maintenance? = nil, minimumSystem: Requirement<SystemBound>? = nil,
        minimumApp: Requirement<AppBound>? = nil, recommendedSystem: Requirement<SystemBound>? = nil,
        recommendedApp: Requirement<AppBound>? = nil, updateURL: String? = nil
    ) {
        self.maintenance = maintenance
        self.minimumSystem = minimumSystem
        self.minimumApp = minimumApp
        self.recommendedSystem = recommendedSystem
        self.recommendedApp = recommendedApp
        self.updateURL = updateURL
    }
}

/// A maintenance period, during which the app must not run.
public struct Maintenance: Equatable, Sendable {
    /// The message, in the source language of the texts; nil when the document has none.
    public let message: String?

    /// Maintenance with or without a message.
    public init(message: String?) {
        self.message = message
    }
}

/// A bound, and the texts for people below it.
public struct Requirement<Bound: Equatable & Sendable>: Equatable, Sendable {
    /// The bound; equality passes.
    public let bound: Bound
    /// The heading, if the document has one.
    public let title: LocalizedText?
    /// The explanation, if the document has one.
    public let description: LocalizedText?

    /// A requirement with or without texts.
    public init(_ bound: Bound, title: LocalizedText? = nil, description: LocalizedText? = nil) {
        self.bound = bound
        self.title = title
        self.description = description
    }
}

extension Requirements {
    /// What these requirements need to compare on a device but cannot; nil when they can compare everything.
    ///
    /// An unreadable version neither blocks the app nor lifts a block by itself: bounds of the app do not apply,
    /// maintenance and bounds of the system do. Report it: no published bound reaches such an app.
    public func unreadableApp(on device: Device) -> UnreadableApp? {
        for bound in [minimumApp?.bound, recommendedApp?.bound] {
            switch bound {
            case .version where device.version?.isReadable != true: return .version(device.version?.spelling)
            case .build where device.build?.isReadable != true: return .build(device.build?.spelling)
            default: continue
            }
        }
        return nil
    }
}
