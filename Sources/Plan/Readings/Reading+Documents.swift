import AppGate
import Classic
import ManifestVerifier
import PublicationTree
import WebBundles

extension Reading {
    /// Everything that a document tells, platform by platform; nil when it is not of its format, empty when it sets no
    /// requirements.
    ///
    /// - Parameter platforms: the platforms that a document serves which does not say so itself.
    static func all(_ document: ComparedTree.Document, platforms: [Platform]) -> [Reading]? {
        guard document.body != nil else { return [] }
        let names = document.knowledge?.parameters ?? .usual
        guard let content = document.content else { return nil }
        switch content {
        case let gate as GateDocument: return [Reading(gate)]
        case let classic as ClassicContent: return all(classic.document, document.format, names, platforms: platforms)
        case let template as FirebaseTemplate:
            return platforms.flatMap { platform in
                let config = try? template.config(for: platform, names)
                return config.map { all(.remoteConfig($0), document.format, names, platforms: [platform]) } ?? []
            }
        default: return []
        }
    }

    private static func all(
        _ document: ClassicDocument, _ format: DocumentFormat, _ names: RemoteConfigNames, platforms: [Platform]
    ) -> [Reading] {
        var (served, hasCommonURL) = (Platform.allCases, false)
        if case .appConfig(let config) = document {
            // Those with a URL, else all.
            switch config.updateURL {
            case .perPlatform(let ios, let android):
                served = [(Platform.ios, ios), (.android, android)].compactMap { $1 == nil ? nil : $0 }
            case .single: (served, hasCommonURL) = (platforms, true)
            }
        }
        let readings = served.flatMap { platform in
            ((try? document.requirements(on: platform, names: names)) ?? []).map { id, requirements in
                Reading(
                    requirements, at: Place(platform, configEnvironment: id), of: format, hasCommonURL: hasCommonURL)
            }
        }
        return readings.sorted { $0.place.configEnvironment ?? "" < $1.place.configEnvironment ?? "" }
    }

    static func isReadable(_ document: ComparedTree.Document) -> Bool {
        document.body == nil || document.content != nil
    }

    /// What both sides of a document tell, place by place, those of the later side first; nil for a side that does not tell
    /// it.
    static func pairs(
        _ old: ComparedTree.Document?, _ new: ComparedTree.Document?, platforms: [Platform]
    ) -> [(old: Reading?, new: Reading?)] {
        // Apps do without what they cannot read.
        if let old, let new, old.format != new.format || !isReadable(old) || !isReadable(new) {
            return pairs(old, nil, platforms: platforms) + pairs(nil, new, platforms: platforms)
        }
        let before = old.flatMap { all($0, platforms: platforms) } ?? []
        let after = new.flatMap { all($0, platforms: platforms) } ?? []
        /// A config decides for a platform without a URL as well, where apps of the other side's platforms ask for it.
        func unnamed(_ place: Place, in document: ComparedTree.Document?) -> Reading? {
            guard let classic = (document?.content as? ClassicContent)?.document, case .appConfig = classic,
                let requirements = try? Requirements(classic, platform: place.platform)
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
        let former = Dictionary(before.map { ($0.place, $0) }) { first, _ in first }
        let places = Set(after.map(\.place))
        return after.map { reading in (former[reading.place] ?? unnamed(reading.place, in: old), reading) }
            + before.filter { !places.contains($0.place) }.map { ($0, unnamed($0.place, in: new)) }
    }
}
