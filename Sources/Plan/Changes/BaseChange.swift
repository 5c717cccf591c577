import AppGate
import Diagnostics
import ManifestVerifier
import Policy

/// A value of a base file that the document made from it would lower, remove or point elsewhere.
package struct BaseChange: Sendable {
    /// Where a policy says it, or would: `mainnet.ios.build`.
    let at: String
    let from: RequirementValue
    private let statement: BaseStatement
    private let origin: Origin
    /// Where in the base file the value is: `env.json:5:18`.
    private let place: String

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
        let kind: Change.Kind =
            switch statement.subject {
            case .minimumApp: .minimumApp
            case .shownVersion: .shownVersion
            case .recommendedApp: .recommendedApp
            case .updateURL: .updateURL
            }
        origin = Origin(
            kind, from, in: Reading.Place(statement.platform, configEnvironment: statement.configEnvironment),
            isConfig ? .environmentConfig : .firebaseTemplate)
        (self.statement, self.from, at) = (statement, from, origin.member)
        place = statement.base.place(of: value)
    }

    private var message: String {
        let to = statement.replacement
        let isKnown = (to ?? from).isComparable(to: from)
        let step =
            switch to {
            case nil: "is \(from) in \(place) and would no longer be published"
            case let to? where to.isBelow(from): "goes down from \(from) in \(place) to \(to)"
            case let to?: "changes from \(from) in \(place) to \(to)"
            }
        return "\(at) \(step)" + ((isKnown ? origin.phrase(from: from, to: to) : nil).map { ": \($0)" } ?? "")
    }

    /// What to do instead of acknowledging it.
    private var hint: String {
        statement.replacement == nil
            ? "give the policy \"\(statement.platform.rawValue)\", or take it out of \(statement.base.file) as well"
            : "correct the policy, or \(statement.base.file) if it is out of date"
    }

    /// Adds a finding; it is a note where the policy acknowledges it.
    ///
    /// - Returns: which entry of `allow` does.
    func check(_ environment: EnvironmentPolicy, _ findings: FileFindings) -> Int? {
        let digest = statement.digest.map { " \($0)" } ?? ""
        let change = ChangeIdentity(at: at, from: "\(from)\(digest)", to: statement.replacement?.description)
        let index = environment.allow.firstIndex { $0.subject.code == .baseChanged && $0.subject.change == change }
        findings.all.add(
            Finding(
                .baseChanged, findings.file, statement.origin,
                "\(environment.name): \(message)" + (index == nil ? "" : ", as the policy allows"),
                hint: index == nil ? hint : nil, change: change, in: index == nil ? [environment.name] : [],
                isAcknowledged: index != nil))
        return index
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
