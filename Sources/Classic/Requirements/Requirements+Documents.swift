import AppGate
import ManifestVerifier

extension Requirements {
    /// The part of a document that is for this app, where the document leaves that open.
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

    /// Maps a document, verified or not.
    ///
    /// Throws `DocumentError` when the document has nothing for an app on this platform.
    public init(
        _ document: ClassicDocument, platform: Platform, selecting selection: Selection = Selection()
    ) throws(DocumentError) {
        switch (document, platform) {
        case (.availabilityIOS(let availability), .ios): self.init(availability)
        case (.availabilityAndroid(let availability), .android): self.init(availability)
        case (.appConfig(let config), _): self.init(config, platform: platform)
        case (.environmentConfig(let config), _):
            try self.init(config, platform: platform, environment: selection.configEnvironment)
        case (.remoteConfig(let config), _) where config.platform == platform:
            try self.init(config, names: selection.remoteConfigNames)
        default: throw DocumentError(reason: "it says nothing to an app on \(platform.rawValue)")
        }
    }

    // MARK: Formats

    /// An iOS app is compared by version.
    init(_ document: IOSAvailability) {
        self.init(
            minimumSystem: Requirement(document.minimumOSVersion, SystemBound.ios),
            minimumApp: Requirement(document.minimumAppVersion, AppBound.version),
            recommendedSystem: document.recommendedOSVersion.map { Requirement($0, SystemBound.ios) },
            recommendedApp: document.recommendedAppVersion.map { Requirement($0, AppBound.version) })
    }

    /// An Android app is compared by version code.
    init(_ document: AndroidAvailability) {
        func build(_ code: Int) -> AppBound { .build(code, shownAs: nil) }
        self.init(
            minimumSystem: Requirement(document.minimumSDKVersion) { .android(sdk: $0) },
            minimumApp: Requirement(document.minimumAppVersion, build),
            recommendedApp: document.recommendedAppVersion.map { Requirement($0, build) })
    }

    /// Both platforms are compared by version; the document has no texts but the maintenance message.
    init(_ config: AppConfig, platform: Platform) {
        let url: String? =
            switch (config.updateURL, platform) {
            case (.single(let url), _): url
            case (.perPlatform(let ios, _), .ios): ios
            case (.perPlatform(_, let android), .android): android
            }
        self.init(
            maintenance: config.maintenanceMode ? Maintenance(message: config.maintenanceMessage) : nil,
            minimumApp: Requirement(.version(config.minimumVersion)),
            recommendedApp: Requirement(.version(config.latestVersion)),
            updateURL: url)
    }

    /// Both platforms are compared by version; the document has no texts. It recommends nothing where it has no parameter but
    /// the one that forces; one under another name is an error.
    init(_ config: RemoteConfig, names: RemoteConfigNames?) throws(DocumentError) {
        let names = names ?? .usual
        func requirement(_ name: String) throws(DocumentError) -> Requirement<AppBound> {
            guard let version = config.version(name) else { throw DocumentError(reason: "it has no \"\(name)\"") }
            return Requirement(.version(version))
        }
        self.init(
            minimumApp: try requirement(names.force),
            recommendedApp: config.parameterNames.count == 1 ? nil : try requirement(names.optional))
    }

    /// The build decides; an environment without a block for the platform requires nothing.
    init(_ config: EnvironmentConfig, platform: Platform, environment id: String?) throws(DocumentError) {
        guard let id else { throw DocumentError(reason: "an environment config needs the id of an environment") }
        guard config.environments.contains(where: { $0.hasSameBytes(as: id) }) else {
            throw DocumentError(reason: "it has no environment \"\(id)\"")
        }
        guard let app = config.apps(in: id)[platform] else {
            self.init()
            return
        }
        self.init(
            minimumApp: Requirement(.build(app.build, shownAs: NumericVersion(app.minimalVersion))),
            updateURL: app.url)
    }
}

extension Requirement {
    fileprivate init<Value>(_ requirement: AvailabilityRequirement<Value>, _ bound: (Value) -> Bound) {
        self.init(bound(requirement.value), title: requirement.title, description: requirement.description)
    }
}

extension ClassicDocument {
    /// What the document requires of apps on a platform: once, or for each environment of an environment config that has an
    /// app for it.
    ///
    /// - Parameters:
    ///   - names: the parameters that apps read in a remote config.
    ///   - environments: the ids of the environments; nil for all that there are.
    package func requirements(
        on platform: Platform, names: RemoteConfigNames, environments: [String]? = nil
    ) throws(DocumentError) -> [(configEnvironment: String?, requirements: Requirements)] {
        func requirements(_ id: String?) throws(DocumentError) -> Requirements {
            let selection = Requirements.Selection(remoteConfigNames: names, configEnvironment: id)
            return try Requirements(self, platform: platform, selecting: selection)
        }
        guard case .environmentConfig(let config) = self else { return [(nil, try requirements(nil))] }
        let ids = (environments ?? config.environments).filter { config.apps(in: $0)[platform] != nil }
        guard !ids.isEmpty else {
            throw DocumentError(reason: "no environment has an app for \(platform.rawValue)")
        }
        return try ids.map { (id) throws(DocumentError) in (id, try requirements(id)) }
    }
}
