import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a decision depends on besides the document.
struct Circumstances: Sendable {
    /// The device and the app on it, with its install id.
    let device: Device
    /// What the clock of the device shows.
    let now: Date
    /// When rules with a period of grace were first told, by their ids.
    let firstSeen: [String: Instant]
    /// How many seconds old a document may be before it can block no one who is not blocked.
    let maximumAge: TimeInterval?
    /// The newest version in the store, if known.
    var store: StoreVersion?
    /// The part of the app that is asked for.
    var scope: String?
}

/// A manifest that decides, with what it says.
struct Standing: Sendable {
    let manifest: VerifiedManifest
    let source: Decision.Source
    private let content: Content

    private enum Content: Sendable {
        case requirements(Requirements)
        case rules(GateDocument, signed: SignedDate)
    }

    /// Throws when the manifest says nothing to an app on this platform.
    init(
        _ manifest: VerifiedManifest, source: Decision.Source, platform: Platform, configuration: GateConfiguration
    ) throws(DocumentError) {
        self.manifest = manifest
        self.source = source
        if case .gate(let document) = manifest.content, document.platform == platform, let date = manifest.date {
            content = .rules(document, signed: date)
            return
        }
        var requirements = try Requirements(manifest, platform: platform, selecting: configuration.selection)
        if requirements.updateURL == nil { requirements.updateURL = configuration.storeURL?.absoluteString }
        content = .requirements(requirements)
    }

    /// Whether this is that manifest, and was fetched in this session.
    func isFetched(_ other: VerifiedManifest) -> Bool {
        source == .fetched && manifest.date == other.date && manifest.key.id == other.key.id
    }

    /// The rules; nil for a document that has none.
    var rules: [GateRule]? { if case .rules(let document, _) = content { document.rules } else { nil } }

    func unreadableApp(on device: Device) -> UnreadableApp? {
        switch content {
        case .requirements(let requirements): requirements.unreadableApp(on: device)
        case .rules(let document, _): document.unreadableApp(on: device)
        }
    }

    /// The decision, and the rule with a period of grace that is told by it, with the time by which it was decided.
    func decide(in circumstances: Circumstances) -> (Decision, seen: (rule: String, time: Instant)?) {
        switch content {
        case .requirements(let requirements):
            let decision = AppGate.decide(
                requirements, for: circumstances.device, store: circumstances.store, source: source,
                asOf: manifest.date, clock: circumstances.now)
            return (decision, nil)
        case .rules(let document, let signed):
            let time = RuleTime(of: signed, clock: circumstances.now, maximumAge: circumstances.maximumAge)
            let evaluation = RuleEvaluation(
                document: document, device: circumstances.device, time: time, firstSeen: circumstances.firstSeen,
                scope: circumstances.scope, store: circumstances.store, source: source)
            let (outcome, rule) = evaluation.run()
            let decision = Decision(outcome, source: source, asOf: signed, rule: rule?.id)
            return (decision, rule.flatMap { $0.hasGrace ? ($0.id, time.time) : nil })
        }
    }

    func decision(in circumstances: Circumstances) -> Decision { decide(in: circumstances).0 }

    /// Whether this blocks the app, or a part of it, that another document does not block.
    func blocksMore(than other: Standing?, in circumstances: Circumstances) -> Bool {
        let scopes = [nil] + (rules ?? []).compactMap(\.scope)
        return scopes.contains { scope in
            var circumstances = circumstances
            circumstances.scope = scope
            return decision(in: circumstances).isBlocked && other?.decision(in: circumstances).isBlocked != true
        }
    }
}

extension GateRule {
    /// Whether it matters when the rule was first told.
    fileprivate var hasGrace: Bool { outcome == .recommended && deadline.grace != nil }
}

extension GateDocument {
    /// What a rule needs to compare on a device but cannot, the version before the build; nil when all can be compared.
    ///
    /// A condition that cannot be compared does not hold, so no such rule reaches the app. Report it.
    public func unreadableApp(on device: Device) -> UnreadableApp? {
        let conditions = rules.lazy.flatMap(\.conditions)
        if device.version?.isReadable != true, conditions.contains(where: \.isOfVersion) {
            return .version(device.version?.spelling)
        }
        if device.build?.isReadable != true, conditions.contains(where: \.isOfBuild) {
            return .build(device.build?.spelling)
        }
        return nil
    }
}

extension GateCondition {
    fileprivate var isOfVersion: Bool { if case .app = self { true } else { false } }
    fileprivate var isOfBuild: Bool { if case .build = self { true } else { false } }
}
