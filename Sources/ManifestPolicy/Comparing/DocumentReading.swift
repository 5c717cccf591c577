import AppGate
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
    ///   - platforms: the platforms that a document serves which does not say so itself.
    ///   - names: the parameters of a template that has others beside them; nil for the usual ones.
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
            return config.platforms(among: platforms).compactMap { platform in
                reading(
                    Place(platform: platform), try? Requirements(content, platform: platform),
                    hasCommonURL: config.hasCommonURL)
            }
        case .environmentConfig(let config):
            return config.environments.sorted().flatMap { id in
                let apps = config.apps(in: id)
                return Platform.allCases.filter { apps[$0] != nil }.compactMap { platform in
                    reading(
                        Place(platform: platform, configEnvironment: id),
                        try? Requirements(content, platform: platform, selecting: .init(configEnvironment: id)))
                }
            }
        case .firebaseTemplate(let template):
            guard let names = template.ownNames(body) ?? names ?? RemoteConfigNames(force: nil, optional: nil) else {
                return []
            }
            return platforms.compactMap { platform in
                let config = try? template.config(for: platform, names)
                return reading(
                    Place(platform: platform),
                    config.flatMap {
                        try? Requirements(
                            .remoteConfig($0), platform: platform, selecting: .init(remoteConfigNames: names))
                    })
            }
        case .remoteConfig(let config):
            let names = config.ownNames
            return [
                reading(
                    Place(platform: config.platform),
                    try? Requirements(content, platform: config.platform, selecting: .init(remoteConfigNames: names)))
            ].compactMap(\.self)
        case .availabilityIOS:
            return [reading(Place(platform: .ios), try? Requirements(content, platform: .ios))].compactMap(\.self)
        case .availabilityAndroid:
            return [reading(Place(platform: .android), try? Requirements(content, platform: .android))]
                .compactMap(\.self)
        case .gate, .webBundleManifest, .webBundleIndex, .file: return []
        }
    }
}

extension AppConfig {
    /// Whether one URL serves all platforms.
    fileprivate var hasCommonURL: Bool {
        if case .single = updateURL { true } else { false }
    }

    /// The platforms that the document serves: those with a URL, else all.
    fileprivate func platforms(among all: [Platform]) -> [Platform] {
        switch updateURL {
        case .perPlatform(let ios, let android):
            [(Platform.ios, ios), (.android, android)].compactMap { $1 == nil ? nil : $0 }
        case .single: all
        }
    }
}

extension FirebaseTemplate {
    /// The names of the parameters, if the template has no others: Signet writes the one below which an update is forced
    /// first.
    fileprivate func ownNames(_ body: [UInt8]) -> RemoteConfigNames? {
        guard let parameters = try? JSONParser.parse(body)["parameters"],
            let members = try? JSONObject(parameters).members, members.count == 2
        else { return nil }
        return RemoteConfigNames(force: members[0].name, optional: members[1].name)
    }
}

extension RemoteConfig {
    /// The names of the parameters, the one below which an update is forced first, as Signet writes them.
    fileprivate var ownNames: RemoteConfigNames? {
        parameterNames.count == 2 ? RemoteConfigNames(force: parameterNames[0], optional: parameterNames[1]) : nil
    }
}
