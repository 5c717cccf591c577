import AppGate
import ManifestVerifier
import Policy
import Population

/// What a change means for one kind of device; the first that holds.
enum ImpactVerdict: Equatable {
    /// A document blocks it that did not; the number is that of its cause.
    case newlyBlocked(cause: Int, cannotObey: Bool)
    /// A document may block it that did not: the population does not say what it compares.
    case mayBeBlocked
    case stillBlocked
    /// A changed bound compares what the population does not say, but no document blocks it that did not.
    case unknown
    case runsAgain
    case newlyRecommended
    case unchanged
}

extension Impact.Counts {
    /// Counts devices, of which there are no more than `Int` holds in all.
    mutating func add(_ verdict: ImpactVerdict, _ count: Int) {
        devices += count
        switch verdict {
        case .newlyBlocked(_, let cannotObey):
            newlyBlocked += count
            if cannotObey { self.cannotObey += count }
        case .mayBeBlocked:
            unknown += count
            mayBeBlocked += count
        case .stillBlocked: stillBlocked += count
        case .unknown: unknown += count
        case .runsAgain: runAgain += count
        case .newlyRecommended: newlyRecommended += count
        case .unchanged: break
        }
    }
}

/// One thing that blocks devices, in the order in which several are named: maintenance, system, app; of the app its
/// version, then its build; the highest bound.
struct ImpactCause: Equatable, Comparable {
    let platform: Platform
    let kind: Impact.Cause.Kind
    let bound: RequirementValue?

    /// What blocks a device; nil when it may run.
    init?(_ decision: Decision, on platform: Platform) {
        self.platform = platform
        switch decision.outcome {
        case .maintenance: (kind, bound) = (.maintenance, nil)
        case .required(let update):
            switch update.subject {
            case .system(let system): (kind, bound) = (.system, RequirementValue(system))
            case .app(let app): (kind, bound) = (.app, RequirementValue(app))
            case .rule: (kind, bound) = (.app, nil)
            }
        case .available, .recommended: return nil
        }
    }

    /// Everything by which requirements can block.
    static func all(of requirements: Requirements, on platform: Platform) -> [ImpactCause] {
        [
            requirements.maintenance.map { _ in ImpactCause(platform, .maintenance, nil) },
            requirements.minimumSystem.map { ImpactCause(platform, .system, RequirementValue($0.bound)) },
            requirements.minimumApp.map { ImpactCause(platform, .app, RequirementValue($0.bound)) },
        ].compactMap(\.self)
    }

    private init(_ platform: Platform, _ kind: Impact.Cause.Kind, _ bound: RequirementValue?) {
        (self.platform, self.kind, self.bound) = (platform, kind, bound)
    }

    /// Whether the bound is a build of the app.
    var isBuild: Bool {
        if case .app = kind, case .number? = bound { true } else { false }
    }

    private var rank: (Int, Int, Int) {
        let platforms = Platform.allCases, kinds = Impact.Cause.Kind.allCases
        return (platforms.firstIndex(of: platform) ?? 0, kinds.firstIndex(of: kind) ?? 0, isBuild ? 1 : 0)
    }

    static func < (a: ImpactCause, b: ImpactCause) -> Bool {
        guard a.rank == b.rank else { return a.rank < b.rank }
        guard let bound = a.bound, let other = b.bound else { return false }
        return other.isBelow(bound)
    }
}
