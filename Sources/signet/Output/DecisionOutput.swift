import AppGate
import ManifestVerifier

/// What one document tells a device, and how that is shown.
struct DecisionOutput {
    let decision: Decision
    /// What the document decides by and the device does not report in a way that can be compared.
    let unreadable: UnreadableApp?
    let document: SourcedDocument

    /// The decision for people.
    var lines: [String] {
        var lines = ["\(headline)"]
        if let unreadable { lines.append("    \(unreadable.message)") }
        if let update = decision.update {
            for text in [update.title, update.description].compactMap(\.self) {
                lines.append("    \(text.language): \(text.text)")
            }
            if let url = update.url { lines.append("    \(url)") }
            switch update.store {
            case .unknown: break
            case .available: lines.append("    the store has it")
            case .missing: lines.append("    the store does not have it yet")
            }
        } else if case .maintenance(let message?) = decision.outcome {
            lines.append("    \(message)")
        }
        lines.append("    \(document.format.rawValue) \(document.path)")
        lines.append("    \(trust)")
        return lines
    }

    private var headline: String {
        switch decision.outcome {
        case .available: "available"
        case .recommended(let update): "recommended: \(Self.step(update.subject))"
        case .required(let update): "required: \(Self.step(update.subject))"
        case .maintenance: "maintenance"
        }
    }

    private static func step(_ subject: Update.Subject) -> String {
        switch subject {
        case .system(.ios(let version)): "update iOS to \(version) or later"
        case .system(.android(let sdk)): "update Android to SDK level \(sdk) or later"
        case .app(.version(let version)): "update the app to \(version) or later"
        case .app(.build(let build, let version?)): "update the app to \(version) (build \(build)) or later"
        case .app(.build(let build, nil)): "update the app to build \(build) or later"
        }
    }

    private var trust: String {
        guard let key = document.key else { return "NOT VERIFIED" }
        return "signed by key \"\(key.name)\"" + (document.date.map { ", \($0)" } ?? "")
    }

    /// The decision for programs.
    var json: JSONValue {
        var members = [
            JSONMember("path", .string(document.path)),
            JSONMember("format", .string(document.format.rawValue)),
            JSONMember("verified", JSONValue(.bool(document.key != nil))),
        ]
        if let key = document.key { members.append(JSONMember("keyId", .string(key.id.rawValue))) }
        if let date = decision.asOf { members.append(JSONMember("asOf", .string(date.headerValue))) }
        members.append(JSONMember("blocked", JSONValue(.bool(decision.isBlocked))))
        switch decision.outcome {
        case .available: members.append(JSONMember("outcome", .string("available")))
        case .recommended(let update):
            members += [Self.outcome("recommended"), JSONMember("update", Self.json(update))]
        case .required(let update): members += [Self.outcome("required"), JSONMember("update", Self.json(update))]
        case .maintenance(let message):
            members += [
                Self.outcome("maintenance"), JSONMember("message", message.map { .string($0) } ?? JSONValue(.null)),
            ]
        }
        if let unreadable { members.append(JSONMember("failure", .string(unreadable.message))) }
        return .object(members)
    }

    private static func outcome(_ name: String) -> JSONMember { JSONMember("outcome", .string(name)) }

    private static func json(_ update: Update) -> JSONValue {
        var members: [JSONMember] = []
        switch update.subject {
        case .system(.ios(let version)):
            members += [JSONMember("subject", .string("system")), JSONMember("version", .string(version.spelling))]
        case .system(.android(let sdk)):
            members += [JSONMember("subject", .string("system")), JSONMember("sdk", .integer(sdk))]
        case .app(.version(let version)):
            members += [JSONMember("subject", .string("app")), JSONMember("version", .string(version.spelling))]
        case .app(.build(let build, let version)):
            members += [JSONMember("subject", .string("app")), JSONMember("build", .integer(build))]
            if let version { members.append(JSONMember("version", .string(version.spelling))) }
        }
        if let title = update.title { members.append(JSONMember("title", json(title))) }
        if let description = update.description { members.append(JSONMember("description", json(description))) }
        if let url = update.url { members.append(JSONMember("url", .string(url))) }
        let store =
            switch update.store {
            case .unknown: "unknown"
            case .available: "available"
            case .missing: "missing"
            }
        members.append(JSONMember("store", .string(store)))
        return .object(members)
    }

    private static func json(_ text: ChosenText) -> JSONValue {
        .object([
            JSONMember("language", .string(text.language.rawValue)), JSONMember("text", .string(text.text)),
        ])
    }
}
