import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a decision depends on besides the document.
package struct Circumstances: Sendable {
    /// The device and the app on it, with its install id.
    package let device: Device
    /// What the clock of the device shows.
    package let now: Date
    /// When rules with a period of grace were first told, by their ids.
    let firstSeen: [String: Instant]
    /// How many seconds old a document may be before it can block no one who is not blocked.
    let maximumAge: TimeInterval?
    /// Where to get the app when the document does not say.
    package let storeURL: String?
    /// The newest version in the store, if known.
    package var store: StoreVersion?
    /// The part of the app that is asked for.
    var scope: String?
}

/// What a gate's reader reads.
package protocol DecidingContent: Sendable {
    /// What it tells apps on a platform, signed then; throws when that is nothing.
    func rules(for platform: Platform, signed: SignedDate?) throws(DocumentError) -> any AppRules
}

/// What a document tells apps on one platform, ready to be decided.
package protocol AppRules: Sendable {
    /// What the rules need to compare on a device but cannot.
    func unreadableApp(on device: Device) -> UnreadableApp?

    /// What a device is told.
    func decide(in circumstances: Circumstances, source: Decision.Source) -> Told

    /// The ids of the rules that need to be remembered; nil for a document that has none.
    var ruleIDs: Set<String>? { get }
    /// The parts of the app that have rules of their own.
    var scopes: Set<String> { get }
}

/// A decision, and what must be remembered of it.
package struct Told {
    package let decision: Decision
    /// The rule with a period of grace that is told by it, with the time by which it was decided.
    let seen: (rule: String, time: Instant)?

    /// A decision of which nothing must be remembered.
    package init(_ decision: Decision) {
        self.decision = decision
        seen = nil
    }

    fileprivate init(_ decision: Decision, seen: (rule: String, time: Instant)?) {
        self.decision = decision
        self.seen = seen
    }
}

/// A manifest that decides, with what it says.
struct Standing: Sendable {
    let manifest: VerifiedManifest
    let source: Decision.Source
    let rules: any AppRules

    /// Throws when the manifest says nothing to an app on this platform.
    init(_ manifest: VerifiedManifest, source: Decision.Source, platform: Platform) throws(DocumentError) {
        guard let content = manifest.content as? any DecidingContent else {
            throw DocumentError(reason: "it says nothing to an app")
        }
        rules = try content.rules(for: platform, signed: manifest.date)
        self.manifest = manifest
        self.source = source
    }

    /// Whether this is that manifest, and was fetched in this session.
    func isFetched(_ other: VerifiedManifest) -> Bool {
        source == .fetched && manifest.date == other.date && manifest.key.id == other.key.id
    }

    func decide(in circumstances: Circumstances) -> Told { rules.decide(in: circumstances, source: source) }

    /// Whether this blocks the app, or a part of it, that another document does not block.
    func blocksMore(than other: Standing?, in circumstances: Circumstances) -> Bool {
        parts(in: circumstances).contains { part in
            decide(in: part).decision.isBlocked && other?.decide(in: part).decision.isBlocked != true
        }
    }

    /// Whether this closes the app, or a part of it.
    func closes(in circumstances: Circumstances) -> Bool {
        parts(in: circumstances).contains { part in
            if case .maintenance = decide(in: part).decision.outcome { true } else { false }
        }
    }

    /// These circumstances for the app, and for each part of it that has rules of its own.
    private func parts(in circumstances: Circumstances) -> [Circumstances] {
        ([nil] + rules.scopes.map(\.self)).map { scope in
            var circumstances = circumstances
            circumstances.scope = scope
            return circumstances
        }
    }
}

// MARK: Gate documents

extension GateDocument: DecidingContent {
    package func rules(for platform: Platform, signed: SignedDate?) throws(DocumentError) -> any AppRules {
        try self.platform.expect(platform)
        guard let signed else { throw DocumentError(reason: "it has no signed date") }
        return DatedRules(document: self, signed: signed)
    }
}

/// The rules of a gate document, and the date that they go by.
private struct DatedRules: AppRules {
    let document: GateDocument
    let signed: SignedDate

    func decide(in circumstances: Circumstances, source: Decision.Source) -> Told {
        let time = RuleTime(of: signed, clock: circumstances.now, maximumAge: circumstances.maximumAge)
        let evaluation = RuleEvaluation(
            document: document, device: circumstances.device, time: time, firstSeen: circumstances.firstSeen,
            scope: circumstances.scope, store: circumstances.store, source: source)
        let (outcome, rule) = evaluation.run()
        let decision = Decision(outcome, source: source, asOf: signed, rule: rule?.id)
        return Told(decision, seen: rule.flatMap { $0.hasGrace ? ($0.id, time.time) : nil })
    }

    func unreadableApp(on device: Device) -> UnreadableApp? { document.unreadableApp(on: device) }

    var ruleIDs: Set<String>? { Set(document.rules.map(\.id)) }

    var scopes: Set<String> { Set(document.rules.compactMap(\.scope)) }
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

extension GateRule {
    /// Whether it matters when the rule was first told.
    fileprivate var hasGrace: Bool { outcome == .recommended && deadline.grace != nil }
}

extension GateCondition {
    fileprivate var isOfVersion: Bool { if case .app = self { true } else { false } }
    fileprivate var isOfBuild: Bool { if case .build = self { true } else { false } }
}
