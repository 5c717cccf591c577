import ManifestVerifier

/// What an app and its system must be, whichever document said so.
public struct Requirements: Equatable, Sendable {
    /// The service is closed; nil while it is open.
    public var maintenance: Maintenance?
    /// Below this the system is too old to run the app.
    public var minimumSystem: Requirement<SystemBound>?
    /// Below this the app must not run.
    public var minimumApp: Requirement<AppBound>?
    /// Below this an update of the system is recommended.
    public var recommendedSystem: Requirement<SystemBound>?
    /// Below this an update of the app is recommended.
    public var recommendedApp: Requirement<AppBound>?
    /// Where the app is to be had, as the document spells it.
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

/// Why nothing works at the moment.
public struct Maintenance: Equatable, Sendable {
    /// What to say, in the source language of the texts; nil when the document says nothing.
    public let message: String?

    /// A closed service.
    public init(message: String?) {
        self.message = message
    }
}

/// A bound, and what to tell people who are below it.
public struct Requirement<Bound: Equatable & Sendable>: Equatable, Sendable {
    /// The bound; what is equal to it passes.
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

/// The system that is needed.
public enum SystemBound: Equatable, Sendable {
    /// A version of iOS.
    case ios(NumericVersion)
    /// An SDK level of Android.
    case android(sdk: Int)
}

/// The app that is needed.
public enum AppBound: Equatable, Sendable {
    /// A version: `CFBundleShortVersionString`, on Android the version name.
    case version(NumericVersion)
    /// A build: `CFBundleVersion`, on Android the version code; `shownAs` is the version to show for it, if it is known.
    case build(Int, shownAs: NumericVersion?)
}

extension Requirements {
    /// What of a document is for this app, where the document leaves that open.
    public struct Selection: Equatable, Sendable {
        /// The parameters of a remote-config document; nil for `force_update_version` and `optional_update_version`.
        public var remoteConfigNames: RemoteConfigNames?
        /// The id of the environment in an environment config: `mainnet`.
        public var configEnvironment: String?

        /// A selection; nothing is needed for documents of other formats.
        public init(remoteConfigNames: RemoteConfigNames? = nil, configEnvironment: String? = nil) {
            self.remoteConfigNames = remoteConfigNames
            self.configEnvironment = configEnvironment
        }
    }

    /// Maps what a verified manifest says.
    ///
    /// Throws `DocumentError` when the document says nothing to an app on this platform.
    public init(
        _ manifest: VerifiedManifest, platform: Platform, selecting selection: Selection = Selection()
    ) throws(DocumentError) {
        try self.init(manifest.content, platform: platform, selecting: selection)
    }

    /// Maps what a document says, verified or not.
    package init(
        _ content: DocumentContent, platform: Platform, selecting selection: Selection = Selection()
    ) throws(DocumentError) {
        switch (content, platform) {
        case (.availabilityIOS(let availability), .ios): self.init(availability)
        case (.availabilityAndroid(let availability), .android): self.init(availability)
        case (.appConfig(let config), _): self.init(config, platform: platform)
        case (.updateRequired(let body), _) where body.platform == platform:
            self.init(body.config, platform: platform)
        case (.environmentConfig(let config), _):
            try self.init(config, platform: platform, environment: selection.configEnvironment)
        case (.remoteConfig(let config), _) where config.platform == platform:
            try self.init(config, names: selection.remoteConfigNames)
        default: throw DocumentError(reason: "it says nothing to an app on \(platform.rawValue)")
        }
    }
}
