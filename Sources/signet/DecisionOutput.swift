import AppGate
import ManifestFormat
import ManifestVerifier

/// How a decision is shown.
enum DecisionOutput {
    /// A decision for people.
    static func lines(_ decision: Decision, of document: SourcedDocument) -> [String] {
        var lines = ["\(headline(decision))"]
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
        lines.append("    \(trust(document))")
        return lines
    }

    private static func headline(_ decision: Decision) -> String {
        switch decision.outcome {
        case .available: "available"
        case .recommended(let update): "recommended: \(step(update.subject))"
        case .required(let update): "required: \(step(update.subject))"
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

    private static func trust(_ document: SourcedDocument) -> String {
        guard let key = document.key else { return "NOT VERIFIED" }
        return "signed by key \"\(key.name)\"" + (document.date.map { ", \($0)" } ?? "")
    }

    /// A decision for programs.
    static func json(_ decision: Decision, of document: SourcedDocument) -> JSONValue {
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
        case .recommended(let update): members += [outcome("recommended"), JSONMember("update", json(update))]
        case .required(let update): members += [outcome("required"), JSONMember("update", json(update))]
        case .maintenance(let message):
            members += [
                outcome("maintenance"), JSONMember("message", message.map { .string($0) } ?? JSONValue(.null)),
            ]
        }
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
