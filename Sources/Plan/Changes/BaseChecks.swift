import Diagnostics
import ManifestVerifier
import Policy

/// Reports what base files say and the documents made from them would take away.
final class BaseChecks {
    private let environment: EnvironmentPolicy
    private let findings: FileFindings
    /// What would change; nil where only a tree is known, which does not say what its base files had.
    private let changes: [BaseChange]?
    /// The same by what they are about.
    private let changesByPlace: [String: [BaseChange]]
    /// What changes against what is live, by where a policy says it; nil where that is not known.
    private let live: [String: [Change]]?
    /// The entries of `allow` for base files, by what they are about.
    private let entries: [String: [Int]]

    init(_ changes: [BaseChange]?, of environment: EnvironmentPolicy, live: [Change]?, findings: FileFindings) {
        (self.environment, self.findings, self.changes) = (environment, findings, changes)
        let places = (changes ?? []).flatMap { change in change.places.map { (place: $0, change: change) } }
        changesByPlace = Dictionary(grouping: places, by: \.place).mapValues { $0.map(\.change) }
        self.live = live.map { Dictionary(grouping: $0, by: \.at) }
        let indices = environment.allow.indices.filter { environment.allow[$0].subject.code == .baseChanged }
        entries = Dictionary(grouping: indices) { environment.allow[$0].subject.change.at }
    }

    /// Whether an entry of `allow` can be judged.
    func knows(_ allowance: Allowance) -> Bool { changes != nil || allowance.subject.code != .baseChanged }

    /// Adds a finding for every change; it is a note where the policy acknowledges it.
    ///
    /// - Returns: which entries of `allow` do.
    func check() -> Set<Int> {
        var fitted: Set<Int> = []
        for change in changes ?? [] {
            let strictest = change.strictest(live?[change.at] ?? [])
            let identity = ChangeIdentity(at: change.at, from: strictest.description, to: change.to?.description)
            // Without a look at what is live, an entry may be from something stricter there.
            let index = entry(for: identity, from: live == nil ? strictest : nil)
            if let index { fitted.insert(index) }
            findings.all.add(
                Finding(
                    .baseChanged, findings.file, change.decider,
                    "\(environment.name): \(change.message(from: strictest))"
                        + (index == nil ? "" : ", as the policy allows"),
                    hint: index == nil ? change.hint : nil, change: identity,
                    in: index == nil ? [environment.name] : [], isAcknowledged: index != nil))
        }
        return fitted
    }

    /// The codes of what a base file says as well, as a rule.
    private static let codes: Set<FindingCode> = [
        .devicesFreed, .hostChanged, .storeChanged, .recommendationRemoved,
    ]

    /// Whether a change against what is live is told as one of a base file.
    func tells(_ code: FindingCode, _ change: Change) -> Bool {
        Self.codes.contains(code) && (changesByPlace[change.at] ?? []).contains { $0.covers(change) }
    }

    /// The entry that acknowledges a change against what is live as one of a base file, which may be stricter.
    func entry(for code: FindingCode, _ change: Change) -> Int? {
        guard Self.codes.contains(code), let live = change.oldValue else { return nil }
        return entry(for: ChangeIdentity(at: change.at, from: change.from, to: change.to), from: live)
    }

    /// - Parameter value: what the change is from, if an entry may also be from something stricter.
    private func entry(for change: ChangeIdentity, from value: RequirementValue?) -> Int? {
        entries[change.at]?.first { index in
            let entry = environment.allow[index].subject.change
            return entry == change || entry.to == change.to && entry.from.map { value?.isBelow($0) ?? false } ?? false
        }
    }
}

extension RequirementValue {
    /// Whether this is below a value of the same kind.
    fileprivate func isBelow(_ spelling: String) -> Bool {
        switch self {
        case .version: NumericVersion(spelling).map { isBelow(.version($0)) } ?? false
        case .number: Int(spelling).map { isBelow(.number($0)) } ?? false
        case .text: false
        }
    }
}
