import AppGate
import LocalFiles
import ManifestVerifier

/// What one document tells the apps on one platform.
struct DocumentReading: Sendable {
    /// Where the document has it: the platform, and the id of the environment in an environment config.
    struct Place: Hashable, Sendable {
        let platform: Platform
        var configEnvironment: String?

        /// What precedes the name of a member: `ios.`, or `mainnet.ios.` in an environment config.
        var prefix: String { (configEnvironment.map { "\($0)." } ?? "") + "\(platform.rawValue)." }
    }

    let place: Place
    let format: DocumentFormat
    let requirements: Requirements
    /// Whether one URL serves all platforms.
    var hasCommonURL = false

    /// Everything that a document tells, platform by platform; nil when it is not of its format, empty when it sets no
    /// requirements.
    ///
    /// - Parameters:
    ///   - platforms: the platforms of the environment, for documents that serve all of them.
    ///   - names: the parameters of remote configuration, and of a template; nil for those that the document has.
    static func all(
        _ document: ComparedTree.Document, platforms: [Platform], names: RemoteConfigNames?
    ) -> [DocumentReading]? {
        guard let body = document.body else { return [] }
        guard let content = try? DocumentContent(document.format, body: body) else { return nil }
        func reading(_ place: Place, _ requirements: Requirements?, hasCommonURL: Bool = false) -> DocumentReading? {
            requirements.map {
                DocumentReading(place: place, format: document.format, requirements: $0, hasCommonURL: hasCommonURL)
            }
        }
        switch content {
        case .appConfig(let config):
            return config.platforms(among: platforms, at: document.path).compactMap { platform in
                reading(
                    Place(platform: platform), try? Requirements(content, platform: platform),
                    hasCommonURL: config.hasCommonURL)
            }
        case .environmentConfig(let config):
            return config.apps.sorted { $0.key < $1.key }.flatMap { id, apps in
                Platform.allCases.filter { apps[$0] != nil }.compactMap { platform in
                    reading(
                        Place(platform: platform, configEnvironment: id),
                        try? Requirements(content, platform: platform, selecting: .init(configEnvironment: id)))
                }
            }
        case .firebaseTemplate:
            return platforms.compactMap { platform in
                reading(Place(platform: platform), templateRequirements(body, platform, names: names))
            }
        case .remoteConfig(let config):
            let names = config.ownNames ?? names
            return [
                reading(
                    Place(platform: config.platform),
                    try? Requirements(content, platform: config.platform, selecting: .init(remoteConfigNames: names)))
            ].compactMap(\.self)
        case .updateRequired(let body):
            return [
                reading(
                    Place(platform: body.platform), try? Requirements(content, platform: body.platform),
                    hasCommonURL: body.config.hasCommonURL)
            ].compactMap(\.self)
        case .availabilityIOS:
            return [reading(Place(platform: .ios), try? Requirements(content, platform: .ios))].compactMap(\.self)
        case .availabilityAndroid:
            return [reading(Place(platform: .android), try? Requirements(content, platform: .android))]
                .compactMap(\.self)
        case .webBundleManifest, .webBundleIndex, .file: return []
        }
    }

    /// What a template tells one platform by its two parameters.
    private static func templateRequirements(
        _ body: [UInt8], _ platform: Platform, names: RemoteConfigNames?
    ) -> Requirements? {
        guard let parameters = try? JSONParser.parse(body)["parameters"] else { return nil }
        let members = (try? JSONObject(parameters).members.map(\.name)) ?? []
        // Signet writes the version below which an update is forced before the other one.
        let own = members.count == 2 ? RemoteConfigNames(force: members[0], optional: members[1]) : nil
        guard let names = own ?? names ?? RemoteConfigNames(force: nil, optional: nil) else { return nil }
        func version(_ name: String) -> NumericVersion? {
            parameters[name]?["conditionalValues"]?[platform.rawValue]?["value"]
                .flatMap { try? NumericVersion(availabilityJSON: $0) }
        }
        return Requirements(
            minimumApp: version(names.force).map { Requirement(.version($0)) },
            recommendedApp: version(names.optional).map { Requirement(.version($0)) })
    }
}

extension AppConfig {
    /// Whether one URL serves all platforms.
    fileprivate var hasCommonURL: Bool {
        if case .single = updateURL { true } else { false }
    }

    /// The platforms that the document serves: those with a URL, else the one in its name, else all.
    fileprivate func platforms(among all: [Platform], at path: DocumentPath) -> [Platform] {
        switch updateURL {
        case .perPlatform(let ios, let android):
            return [(Platform.ios, ios), (.android, android)].compactMap { $1 == nil ? nil : $0 }
        case .single:
            let name = path.rawValue.folderAndName.name
            let named = Platform.allCases.filter { name.contains($0.rawValue) }
            return named.count == 1 ? named : all
        }
    }
}

extension RemoteConfig {
    /// The names of the parameters, the one below which an update is forced first, as Signet writes them.
    fileprivate var ownNames: RemoteConfigNames? {
        parameterNames.count == 2 ? RemoteConfigNames(force: parameterNames[0], optional: parameterNames[1]) : nil
    }
}
