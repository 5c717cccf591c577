import AppGate
import Diagnostics
import ManifestVerifier
import Policy

/// A value of a base file that the document made from it would lower, remove or point elsewhere.
package struct BaseChange: Sendable {
    /// Where a policy says it, or would: `mainnet.ios.build`.
    let at: String
    /// This, and what goes with it: a platform of an environment goes as a whole.
    let places: [String]
    let from: RequirementValue
    private let statement: BaseStatement
    private let origin: Origin
    /// Where in the base file the value is: `env.json:5:18`.
    private let place: String

    /// What the document would say; nil for nothing.
    var to: RequirementValue? { statement.replacement }
    /// The deciding place in the policy.
    var decider: TextPosition? { statement.origin }

    /// The change from the strictest value; nil when the document says the same, or something stricter.
    init?(_ statement: BaseStatement) {
        let changes = statement.values.compactMap { BaseChange(statement, from: $0) }
        guard let change = changes.max(by: { $0.from.isBelow($1.from) }) else { return nil }
        self = change
    }

    private init?(_ statement: BaseStatement, from value: JSONValue) {
        let text = (try? value.asString()) ?? value.oneLine
        let isConfig = statement.configEnvironment != nil
        // A build is spelled in any way that other readers accept.
        let number: Int? = Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
        let from: RequirementValue =
            switch statement.subject {
            case .updateURL: .text(text)
            case .minimumApp where isConfig: number.map { .number($0) } ?? .text(text)
            default: NumericVersion(text).map { .version($0) } ?? .text(text)
            }
        guard statement.replacement?.isWeaker(than: from) ?? true else { return nil }
        let place = Reading.Place(statement.platform, configEnvironment: statement.configEnvironment)
        func origin(_ kind: Change.Kind) -> Origin {
            Origin(kind, from, in: place, isConfig ? .environmentConfig : .firebaseTemplate)
        }
        let kind: Change.Kind =
            switch statement.subject {
            case .minimumApp: .minimumApp
            case .shownVersion: .shownVersion
            case .recommendedApp: .recommendedApp
            case .updateURL: .updateURL
            }
        (self.statement, self.from, self.origin, at) = (statement, from, origin(kind), origin(kind).member)
        let isBlock = statement.replacement == nil && isConfig
        places = [at] + (isBlock ? [.shownVersion, .updateURL].map { origin($0).member } : [])
        self.place = statement.base.place(of: value)
    }

    /// Whether a change against what is live is this one, if perhaps from another value.
    func covers(_ change: Change) -> Bool {
        guard places.contains(where: { $0.hasSameBytes(as: change.at) }),
            statement.documents.contains(where: change.documents.contains)
        else { return false }
        guard change.at == at, let live = change.oldValue else { return to == nil && change.to == nil }
        return live.isComparable(to: from) || !live.isWeaker(than: from)
    }

    /// The stricter one of what the base file says and what is live.
    func strictest(_ live: [Change]) -> RequirementValue {
        live.filter(covers).compactMap(\.oldValue).reduce(from) { $0.isBelow($1) ? $1 : $0 }
    }

    /// What would change, from the stricter one of what the base file says and what is live.
    func message(from strictest: RequirementValue) -> String {
        let isLive = from.isBelow(strictest)
        let source = isLive ? ", which is live," : " in \(place)"
        let rest = isLive ? "; \(place) has \(from)" : ""
        let isKnown = to?.isComparable(to: strictest) ?? strictest.isComparable(to: strictest)
        let effect =
            isKnown ? origin.phrase(from: strictest, to: to) : nil
        let step =
            switch to {
            case nil: "is \(strictest)\(source) and would no longer be published"
            case let to? where to.isBelow(strictest): "goes down from \(strictest)\(source) to \(to)"
            case let to?: "changes from \(strictest)\(source) to \(to)"
            }
        return "\(at) \(step)" + (effect.map { ": \($0)" } ?? "") + rest
    }

    /// What to do instead of acknowledging it.
    var hint: String {
        to == nil
            ? "give the policy \"\(statement.platform.rawValue)\", or take it out of \(statement.base.file) as well"
            : "correct the policy, or \(statement.base.file) if it is out of date"
    }
}

extension RequirementValue {
    /// Whether this may ask less of a device than another value: it is lower, or they cannot be compared.
    func isWeaker(than other: RequirementValue) -> Bool {
        switch (self, other) {
        case (.text(let text), .text(let otherText)): !text.hasSameBytes(as: otherText)
        default: isBelow(other) || !isComparable(to: other)
        }
    }

    /// Whether one of the two can be below the other.
    func isComparable(to other: RequirementValue) -> Bool {
        switch (self, other) {
        case (.version, .version), (.number, .number): true
        default: false
        }
    }
}

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
        // Where the base files are known, what they have is told by what changes of them.
        guard changes == nil, Self.codes.contains(code), let live = change.oldValue else { return nil }
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
