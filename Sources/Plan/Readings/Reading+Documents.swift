import AppGate
import ManifestVerifier
import PublicationTree

extension Reading {
    /// Everything that a document tells, platform by platform; nil when it is not of its format, empty when it sets no
    /// requirements.
    ///
    /// - Parameter platforms: the platforms that a document serves which does not say so itself.
    static func all(_ document: ComparedTree.Document, platforms: [Platform]) -> [Reading]? {
        guard let body = document.body else { return [] }
        let names = document.knowledge?.parameters ?? .usual
        guard let content = try? DocumentContent(document.format, body: body) else { return nil }
        func reading(_ place: Place, _ requirements: Requirements?, hasCommonURL: Bool = false) -> Reading? {
            requirements.map { Reading($0, at: place, of: document.format, hasCommonURL: hasCommonURL) }
        }
        switch content {
        case .gate(let gate): return [Reading(gate)]
        case .appConfig(let config):
            return config.platforms(among: platforms).compactMap { platform in
                reading(
                    Place(platform), try? Requirements(content, platform: platform),
                    hasCommonURL: config.hasCommonURL)
            }
        case .environmentConfig(let config):
            return config.environments.sorted().flatMap { id in
                let apps = config.apps(in: id)
                return Platform.allCases.filter { apps[$0] != nil }.compactMap { platform in
                    reading(
                        Place(platform, configEnvironment: id),
                        try? Requirements(content, platform: platform, selecting: .init(configEnvironment: id)))
                }
            }
        case .firebaseTemplate(let template):
            return platforms.compactMap { platform in
                let config = try? template.config(for: platform, names)
                return reading(
                    Place(platform),
                    config.flatMap {
                        try? Requirements(
                            .remoteConfig($0), platform: platform, selecting: .init(remoteConfigNames: names))
                    })
            }
        case .remoteConfig(let config):
            let platform = config.platform
            return [
                reading(
                    Place(platform),
                    try? Requirements(content, platform: platform, selecting: .init(remoteConfigNames: names)))
            ].compactMap(\.self)
        case .availabilityIOS:
            return [reading(Place(.ios), try? Requirements(content, platform: .ios))].compactMap(\.self)
        case .availabilityAndroid:
            return [reading(Place(.android), try? Requirements(content, platform: .android))].compactMap(\.self)
        case .webBundleManifest, .webBundleIndex, .file: return []
        }
    }
}

extension Reading {
    /// What both sides of a document tell, place by place, those of the later side first; nil for a side that does not tell
    /// it.
    static func pairs(
        _ old: ComparedTree.Document?, _ new: ComparedTree.Document?, platforms: [Platform]
    ) -> [(old: Reading?, new: Reading?)] {
        let before = old.flatMap { all($0, platforms: platforms) } ?? []
        let after = new.flatMap { all($0, platforms: platforms) } ?? []
        /// A config decides for a platform without a URL as well, where apps of the other side's platforms ask for it.
        func unnamed(_ place: Place, in document: ComparedTree.Document?) -> Reading? {
            guard let document, document.format == .appConfig, old == nil || new == nil || old?.format == new?.format,
                let body = document.body,
                let content = try? DocumentContent(.appConfig, body: body),
                let requirements = try? Requirements(content, platform: place.platform)
            else { return nil }
            return Reading(requirements, at: place, of: .appConfig)
        }
        if old == nil || new == nil {
            // Without another side, it decides for every platform that there is.
            let named = before + after
            let others = platforms.filter { platform in !named.contains { $0.place.platform == platform } }
            let readings: [Reading] = named + others.compactMap { unnamed(Place($0), in: old ?? new) }
            let isNew = old == nil
            return readings.map { reading in (old: isNew ? nil : reading, new: isNew ? reading : nil) }
        }
        return after.map { reading in
            (before.first { $0.place == reading.place } ?? unnamed(reading.place, in: old), reading)
        }
            + before.filter { reading in !after.contains { $0.place == reading.place } }
            .map { ($0, unnamed($0.place, in: new)) }
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
