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

/// The required system.
public enum SystemBound: Equatable, Sendable {
    /// A version of iOS.
    case ios(NumericVersion)
    /// An SDK level of Android.
    case android(sdk: Int)
}

/// The required app.
public enum AppBound: Equatable, Sendable {
    /// A version: `CFBundleShortVersionString`, on Android the version name.
    case version(NumericVersion)
    /// A build: `CFBundleVersion`, on Android the version code; `shownAs` is the version to show for it, if it is known.
    case build(Int, shownAs: NumericVersion?)
}
