import Diagnostics
import ManifestVerifier
import Policy

enum CloseCommand: Command {
    static let name = "close"

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        let closing = try Closing(arguments)
        let end = try arguments.value("--until", "a time like 2026-12-01T06:00:00Z") { Instant($0) }
        let now = try arguments.now.instant
        if let end, end <= now { throw arguments.usage("--until \(end) is over: it is \(now) now") }
        let night = try await NightEdit(arguments, terminal)
        try closing.refuseOther(in: night.environment, arguments.policy)
        let isRuleAlone = closing.scope != nil || end != nil
        if isRuleAlone { try night.requireGate(for: "\"\(closing.id)\"") }
        let documents = night.environment.documents
        guard documents.gate != nil || documents.appConfig != nil else {
            throw ErrorReport(
                .refused, "no document of \"\(night.name)\" says that the service is closed",
                hint: "installed apps cannot be closed; those of the next version, with: signet set "
                    + "'\(night.name).documents.gate=gate/{platform}.json'")
        }
        // With maintenance on, nothing would open at that time.
        let isOn = end != nil && closing.scope == nil && night.environment.maintenance?.isActive ?? false
        guard !isOn || documents.appConfig == nil else {
            throw ErrorReport(
                .refused, "\"\(night.name)\" is closed already, and app-config cannot say until when",
                hint: "signet open opens it when the time has come")
        }
        var (kept, replaced): (JSONValue?, JSONValue?)
        let code = try await night.editing.run(saysNext: true) { edit in
            let maintenance = "\(night.name).maintenance"
            let message = try night.text ?? edit.value(at: "\(maintenance).message")
            guard message != nil || night.environment.maintenance != nil && !isRuleAlone else {
                throw arguments.usage("what do people read? \(maintenance) has no message: --text KEY|TEXT")
            }
            if night.text == nil { kept = message }
            if !isRuleAlone {
                try edit.make(RequestedChange(setting: "\(maintenance).active", to: "true"))
                if let text = night.text {
                    replaced = try edit.value(at: "\(maintenance).message")
                    try edit.make(RequestedChange(setting: "\(maintenance).message", to: text))
                }
            }
            if isOn { try edit.make(RequestedChange(setting: "\(maintenance).active", to: "false")) }
            for platform in night.environment.platforms {
                // With its own end and text, it would decide before the maintenance.
                _ = try edit.remove(rule: closing.id, on: platform.platform, in: night.name)
                let rules = platform.rules.filter { $0.id != closing.id }
                guard isRuleAlone || documents.gate != nil && !rules.isEmpty else { continue }
                try edit.insert(
                    rule: closing.rule(message, until: end?.description), on: platform.platform, in: night.name)
            }
        }
        if let kept { terminal.note("people read \"\(night.words(kept))\"; close --text gives another text") }
        night.note(replaced, at: "\(night.name).maintenance.message", leftBy: "open")
        if isRuleAlone, documents.appConfig != nil {
            terminal.note("apps that read app-config instead of the gate document are not closed by a rule")
        }
        return code
    }
}

enum OpenCommand: Command {
    static let name = "open"

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        let closing = try Closing(arguments)
        let night = try await NightEdit(arguments, terminal)
        try closing.refuseOther(in: night.environment, arguments.policy)
        return try await night.editing.run(saysNext: true) { edit in
            var isOpened = false
            if closing.scope == nil, night.environment.maintenance?.isActive ?? false {
                try edit.make(RequestedChange(setting: "\(night.name).maintenance.active", to: "false"))
                isOpened = true
            }
            for platform in night.environment.platforms {
                let wasClosed = try edit.remove(rule: closing.id, on: platform.platform, in: night.name)
                isOpened = wasClosed || isOpened
            }
            guard isOpened else {
                let closed = Closing.closed(in: night.environment)
                throw ErrorReport(
                    .missingInput, "\(closing.scope ?? "the service") is not closed in \"\(night.name)\"",
                    hint: closed.isEmpty ? "nothing is closed" : "closed is: \(closed.joined(separator: ", "))")
            }
        }
    }
}

private struct Closing {
    /// The part of the app; nil for all of it.
    let scope: String?

    init(_ arguments: Arguments) throws {
        guard arguments.operands.count <= 1 else { throw arguments.usage("one part of the app at a time") }
        scope = arguments.operands.first
        if let scope, !GateRule.isName(scope) {
            throw arguments.usage("\"\(scope)\" is not a name of A-Z a-z 0-9 . _ -")
        }
    }

    var id: String { scope.map { "\(Self.prefix)\($0)" } ?? "closed" }

    private static let prefix = "closed-"

    /// What is closed: the service, and parts of the app.
    static func closed(in environment: EnvironmentPolicy) -> [String] {
        let ids = Set(environment.platforms.flatMap(\.rules).map(\.id))
        let isWhole = environment.maintenance?.isActive ?? false || ids.contains("closed")
        let parts = ids.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }.sorted()
        return (isWhole ? ["the service"] : []) + parts
    }

    /// Fails if the rule with this id differs from what `rule` makes: somebody wrote or edited it by hand.
    func refuseOther(in environment: EnvironmentPolicy, _ file: String) throws {
        for platform in environment.platforms {
            guard let rule = platform.rules.first(where: { $0.id == id }) else { continue }
            let isOwn = rule.conditions.allSatisfy { if case .until = $0.value { true } else { false } }
            guard !isOwn || rule.outcome != .maintenance || rule.scope != scope else { continue }
            let place = "\(file)\(rule.position.map { ":\($0)" } ?? "")"
            throw ErrorReport(
                .refused,
                "\(place): rule \"\(id)\" of \(platform.platform.rawValue) does not close for everybody: it was edited by "
                    + "hand",
                hint: "edit it where it is, or give it another id")
        }
    }

    func rule(_ message: JSONValue?, until end: String?) -> JSONValue {
        .rule([
            "id": .string(id), "when": end.map { .object([JSONMember("until", .string($0))]) },
            "then": .string(GateRule.Outcome.maintenance.rawValue), "scope": scope.map { .string($0) },
            "message": message,
        ])
    }
}

extension RequestedChange {
    fileprivate init(setting path: String, to value: JSONValue) { self.init(setting: path, to: value.oneLine) }
}
