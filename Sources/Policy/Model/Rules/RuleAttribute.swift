import AppGate
import ManifestVerifier

/// What rules compare of a device: versions first, then names.
package enum RuleAttribute: String, CaseIterable, Sendable {
    case app
    case build
    case system
    case channel
    case region
    case model

    static let versions: [RuleAttribute] = [.app, .build, .system]

    /// Where a device has it; nil for a version.
    package var name: WritableKeyPath<Device, String?>? {
        switch self {
        case .app, .build, .system: nil
        case .channel: \.channel
        case .region: \.region
        case .model: \.model
        }
    }
}

/// A condition by what it takes to decide it.
package enum RuleComparison {
    case versions(RuleAttribute, [VersionPattern])
    case names(RuleAttribute, [String])
    case from(Instant)
    case until(Instant)
    case share(RolloutShare)
    case unknown(String)
}

extension GateCondition {
    package var comparison: RuleComparison {
        switch self {
        case .app(let patterns): .versions(.app, patterns)
        case .build(let patterns): .versions(.build, patterns)
        case .system(let patterns): .versions(.system, patterns)
        case .channel(let names): .names(.channel, names)
        case .region(let names): .names(.region, names)
        case .model(let names): .names(.model, names)
        case .from(let start): .from(start)
        case .until(let end): .until(end)
        case .share(let share): .share(share)
        case .unknown(let name): .unknown(name)
        }
    }
}

extension RulePolicy {
    var patterns: [RuleAttribute: [VersionPattern]] {
        var patterns: [RuleAttribute: [VersionPattern]] = [:]
        for case .versions(let attribute, let own) in conditions.map(\.value.comparison) { patterns[attribute] = own }
        return patterns
    }
}
