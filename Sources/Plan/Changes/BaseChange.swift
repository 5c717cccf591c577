import AppGate
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
        let from: RequirementValue =
            switch statement.subject {
            case .updateURL: .text(text)
            // A build is spelled in any way that other readers accept.
            case .minimumApp where isConfig:
                (Int(text) ?? Double(text).flatMap(Int.init(exactly:))).map { .number($0) } ?? .text(text)
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
