import AppGate
import ManifestVerifier

/// Whether two requirements ever decide differently, or say something else, on any device.
///
/// Decisions change only at the bounds of either side: one device at each bound, and one below all of them, stand for every
/// device that there is. Languages need no devices of their own: each text is read by the users of its language.
struct DecisionComparison {
    private let devices: [Device]

    /// Stands for all devices of a platform.
    init(_ platform: Platform, _ sides: [Requirements]) {
        let systems = sides.flatMap { [$0.minimumSystem?.bound, $0.recommendedSystem?.bound] }.compactMap(\.self)
        let apps = sides.flatMap { [$0.minimumApp?.bound, $0.recommendedApp?.bound] }.compactMap(\.self)
        var versions: Set<NumericVersion> = [NumericVersion(major: 0, minor: 0, patch: 0)]
        var builds: Set<Int> = [0]
        for app in apps {
            switch app {
            case .version(let version): versions.insert(version)
            case .build(let build, _): builds.insert(build)
            }
        }
        let levels: [Device.System]
        switch platform {
        case .ios:
            var found: Set<NumericVersion> = [NumericVersion(major: 0, minor: 0, patch: 0)]
            for case .ios(let version) in systems { found.insert(version) }
            levels = found.map { .ios($0) }
        case .android:
            var found: Set<Int> = [0]
            for case .android(let sdk) in systems { found.insert(sdk) }
            levels = found.map { .android(sdk: $0) }
        }
        devices = levels.flatMap { system in
            versions.flatMap { version in
                builds.map { Device(system: system, version: version, build: $0, languages: []) }
            }
        }
    }

    /// Whether any device decides differently or is told something else.
    func differ(_ a: Requirements, _ b: Requirements) -> Bool {
        let (a, b) = (a.withTextsAsOne, b.withTextsAsOne)
        return devices.contains { device in
            decide(a, for: device, source: .fetched) != decide(b, for: device, source: .fetched)
        }
    }
}

extension Requirements {
    /// These requirements with all languages of a text in one, so that whoever reads it reads all of them.
    fileprivate var withTextsAsOne: Requirements {
        var joined = self
        joined.minimumSystem = minimumSystem?.withTextsAsOne
        joined.minimumApp = minimumApp?.withTextsAsOne
        joined.recommendedSystem = recommendedSystem?.withTextsAsOne
        joined.recommendedApp = recommendedApp?.withTextsAsOne
        return joined
    }
}

extension Requirement {
    fileprivate var withTextsAsOne: Requirement {
        Requirement(bound, title: title?.asOne, description: description?.asOne)
    }
}

extension LocalizedText {
    /// All texts that are not blank, with their tags, as one text; nil when no one is ever shown any.
    fileprivate var asOne: LocalizedText? {
        let shown = entries.filter { !$0.text.isBlank }
        guard !shown.isEmpty, let tag = LanguageTag("en") else { return nil }
        // No text of a document holds these two.
        return LocalizedText([(tag, shown.map { "\($0.language)\u{0}\($0.text)" }.joined(separator: "\u{1}"))])
    }
}
