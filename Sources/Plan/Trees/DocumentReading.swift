import AppGate
import ManifestVerifier
import PublicationTree

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
    /// - Parameter platforms: the platforms that a document serves which does not say so itself.
    static func all(_ document: ComparedTree.Document, platforms: [Platform]) -> [DocumentReading]? {
        guard let body = document.body else { return [] }
        let names = document.knowledge?.parameters ?? .usual
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
