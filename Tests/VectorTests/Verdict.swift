import AppGate
import ManifestVerifier

/// A decision in the words of the vectors: a member only where it says something, in one order.
enum Verdict {
    /// The document says nothing to this app.
    static let refused = JSONValue.object([JSONMember("refused", JSONValue(.bool(true)))])

    /// - Parameter seen: the rule whose first-seen time the caller records.
    static func of(_ decision: Decision, seen: String? = nil, unreadable: UnreadableApp? = nil) -> JSONValue {
        var members: [JSONMember] = []
        func add(_ name: String, _ text: String?) {
            if let text { members.append(JSONMember(name, .string(text))) }
        }
        switch decision.outcome {
        case .available: add("outcome", "available")
        case .recommended: add("outcome", "recommended")
        case .required: add("outcome", "required")
        case .maintenance: add("outcome", "maintenance")
        }
        add("rule", decision.rule)
        if case .maintenance(let notice) = decision.outcome { members += self.members(of: notice) }
        if let update = decision.update { members += self.members(of: update) }
        add("seen", seen)
        switch unreadable {
        case .version: add("unreadable", "version")
        case .build: add("unreadable", "build")
        case nil: break
        }
        return .object(members)
    }

    private static func members(of notice: MaintenanceNotice) -> [JSONMember] {
        let language = notice.language.map { JSONMember("language", .string($0.rawValue)) }
        let message = notice.message.map { text in
            JSONMember("message", .object([language, JSONMember("text", .string(text))].compactMap(\.self)))
        }
        return [notice.title.map { JSONMember("title", text($0)) }, message].compactMap(\.self)
    }

    private static func members(of update: Update) -> [JSONMember] {
        let obtainable = update.isObtainable ? nil : JSONMember("obtainable", JSONValue(.bool(false)))
        let title = update.title.map { JSONMember("title", text($0)) }
        let description = update.description.map { JSONMember("description", text($0)) }
        let url = update.url.map { JSONMember("url", .string($0)) }
        let store: JSONMember? =
            switch update.store {
            case .unknown: nil
            case .available: JSONMember("store", .string("available"))
            case .missing: JSONMember("store", .string("missing"))
            }
        let due = update.due.map { JSONMember("due", .string($0.description)) }
        return members(of: update.subject) + [obtainable, title, description, url, store, due].compactMap(\.self)
    }

    private static func members(of subject: Update.Subject) -> [JSONMember] {
        switch subject {
        case .system(.ios(let version)):
            [JSONMember("subject", .string("system")), JSONMember("version", .string(version.spelling))]
        case .system(.android(let sdk)):
            [JSONMember("subject", .string("system")), JSONMember("sdk", .integer(sdk))]
        case .app(.version(let version)):
            [JSONMember("subject", .string("app")), JSONMember("version", .string(version.spelling))]
        case .app(.build(let build, let version)):
            [JSONMember("subject", .string("app"))]
                + (version.map { [JSONMember("version", .string($0.spelling))] } ?? [])
                + [JSONMember("build", .integer(build))]
        case .rule(_, let target):
            [JSONMember("subject", .string("rule"))]
                + (target.map { [JSONMember("version", .string($0.spelling))] } ?? [])
        }
    }

    private static func text(_ chosen: ChosenText) -> JSONValue {
        .object([JSONMember("language", .string(chosen.language.rawValue)), JSONMember("text", .string(chosen.text))])
    }
}

extension JSONValue {
    /// The value on one line, for comparisons and messages.
    var line: String {
        switch content {
        case .object(let members):
            "{" + members.map { "\(JSONValue.string($0.name).line): \($0.value.line)" }.joined(separator: ", ") + "}"
        case .array(let elements): "[" + elements.map(\.line).joined(separator: ", ") + "]"
        default: String(decoding: JSONWriter.bytes(of: self).dropLast(), as: UTF8.self)
        }
    }
}
