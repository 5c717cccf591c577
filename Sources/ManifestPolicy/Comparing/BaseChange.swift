import AppGate
import ManifestVerifier

/// Something that a base file says, and that the document made from it would lower, lift or lead elsewhere.
///
/// A base file is what a team publishes so far, so it is evidence of what is live.
struct BaseChange: Sendable {
    /// Where a policy says it, or would: `mainnet.ios.build`.
    let at: String
    /// This, and what goes with it: a platform of an environment goes as a whole.
    let places: [String]
    private let reading: DocumentReading
    private let attribute: RequirementAttribute
    /// The base file, as messages name it.
    let file: String
    /// Where in it the value is: `env.json:5:18`.
    let place: String
    /// What the base file says.
    let from: RequirementAttribute.Value
    /// What the document would say; nil for nothing.
    let to: RequirementAttribute.Value?
    /// The paths of the document.
    private let documents: [String]
    /// What of the policy decides.
    let origin: TextPosition?

    /// Nil when the document says the same, or something stricter.
    ///
    /// - Parameters:
    ///   - value: what the base file has.
    ///   - new: what the document says; nil for nothing.
    init?(
        _ place: DocumentReading.Place, _ format: DocumentFormat, _ attribute: RequirementAttribute,
        from value: JSONValue, of base: BaseFile.Content, to new: RequirementAttribute.Value?, documents: [String],
        origin: TextPosition?
    ) {
        let text = value.unquoted
        let from: RequirementAttribute.Value =
            switch attribute {
            case .updateURL: .text(text)
            case .minimumApp where format == .environmentConfig: RequirementAttribute.Value(build: text)
            default: NumericVersion(text).map { .version($0) } ?? .text(text)
            }
        guard new?.isWeaker(than: from) ?? true else { return nil }
        reading = DocumentReading(place: place, format: format, requirements: Requirements())
        self.attribute = attribute
        at = reading.member(attribute)
        let isBlock = new == nil && format == .environmentConfig
        places = [at] + (isBlock ? [.shownVersion, .updateURL].map(reading.member) : [])
        file = base.file
        self.place = base.place(of: value)
        (self.from, self.to) = (from, new)
        self.documents = documents
        self.origin = origin
    }

    /// Whether a change against what is live is this one, if perhaps from another value.
    func covers(_ change: Change) -> Bool {
        guard places.contains(where: { $0.hasSameBytes(as: change.at) }),
            documents.contains(where: change.documents.contains)
        else {
            return false
        }
        guard change.at == at, let live = change.oldValue else { return to == nil && change.to == nil }
        return live.isComparable(to: from) || !live.isWeaker(than: from)
    }

    /// The stricter one of what the base file says and what is live.
    ///
    /// - Parameter live: the changes against what is live, of the same place.
    func strictest(_ live: [Change]) -> RequirementAttribute.Value {
        live.filter(covers).compactMap(\.oldValue).reduce(from) { $0.isBelow($1) ? $1 : $0 }
    }

    /// What would change, from the stricter one of what the base file says and what is live.
    func message(from strictest: RequirementAttribute.Value) -> String {
        let isLive = from.isBelow(strictest)
        let source = isLive ? ", which is live," : " in \(place)"
        let rest = isLive ? "; \(place) has \(from)" : ""
        let isKnown = to?.isComparable(to: strictest) ?? strictest.isComparable(to: strictest)
        let effect =
            isKnown ? Consequence(reading: reading, attribute: attribute).phrase(from: strictest, to: to) : nil
        let step =
            switch to {
            case nil: "is \(strictest)\(source) and would no longer be published"
            case let to? where to.isBelow(strictest): "goes down from \(strictest)\(source) to \(to)"
            case let to?: "changes from \(strictest)\(source) to \(to)"
            }
        return "\(at) \(step)" + (effect.map { ": \($0)" } ?? "") + rest
    }

    /// What else to do than to acknowledge it.
    var hint: String {
        to == nil
            ? "give the policy \"\(reading.place.platform.rawValue)\", or take it out of \(file) as well"
            : "correct the policy, or \(file) if it is out of date"
    }
}

extension JSONValue {
    /// The value for a person: a string without its quotes.
    fileprivate var unquoted: String { (try? asString()) ?? oneLine }
}

extension RequirementAttribute.Value {
    /// A build of a base file, spelled in any way that other readers accept.
    fileprivate init(build spelling: String) {
        self = (Int(spelling) ?? Double(spelling).flatMap(Int.init(exactly:))).map { .number($0) } ?? .text(spelling)
    }

    /// Whether this may ask less of a device than another value: it is lower, or they cannot be compared.
    func isWeaker(than other: RequirementAttribute.Value) -> Bool {
        switch (self, other) {
        case (.text(let text), .text(let otherText)): !text.hasSameBytes(as: otherText)
        default: isBelow(other) || !isComparable(to: other)
        }
    }

    /// Whether one of the two can be below the other.
    func isComparable(to other: RequirementAttribute.Value) -> Bool {
        switch (self, other) {
        case (.version, .version), (.number, .number): true
        default: false
        }
    }
}
