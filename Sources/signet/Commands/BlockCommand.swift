import Diagnostics
import ManifestVerifier
import Policy

enum BlockCommand: Command {
    static let name = "block"

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        let versions = try BlockedVersions(arguments)
        let night = try await NightEdit(arguments, terminal)
        let path = "\(night.name).\(versions.platform.rawValue)"
        if let minimum = versions.minimum {
            let changes = try minimum.changes(of: night.environment, at: path, hasText: night.text != nil)
            let member = "\(path).minimumAppVersion.description"
            var replaced: JSONValue?
            let code = try await night.editing.run(saysNext: true) { edit in
                for change in changes { try edit.make(change) }
                guard let text = night.text else { return }
                replaced = try edit.value(at: member)
                try edit.make(RequestedChange(setting: member, to: text.oneLine))
            }
            night.note(replaced, at: member, leftBy: "unblock")
            return code
        }
        try night.requireGate(for: "\"\(versions.id)\"", instead: versions.allBelow)
        try versions.refuseOther(in: night.environment, arguments.policy)
        let code = try await night.editing.run(saysNext: true) { edit in
            let member = "\(path).minimumAppVersion"
            let title = try edit.value(at: "\(member).title")
            guard let description = try night.text ?? edit.value(at: "\(member).description") else {
                throw arguments.usage("what do people read? \(member) has no description: --text KEY|TEXT")
            }
            // Who cannot install the update reads why.
            let system = versions.platform == .ios ? "minimumOSVersion" : "minimumSDKVersion"
            let orElse = try edit.value(at: "\(path).\(system).description")
            _ = try edit.remove(rule: versions.id, on: versions.platform, in: night.name)
            try edit.insert(
                rule: versions.rule(title: title, description: description, orElse: orElse), on: versions.platform,
                in: night.name)
        }
        let others = night.environment.documents.othersThatDecide
        if !others.isEmpty {
            terminal.note(
                "apps that read \(others.joined(separator: ", ")) instead of the gate document are not blocked by a rule"
            )
        }
        return code
    }
}

enum UnblockCommand: Command {
    static let name = "unblock"

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        let versions = try BlockedVersions(arguments)
        if versions.minimum == nil, arguments.has("--minimum") {
            throw arguments.usage("--minimum is for a minimum, like: signet unblock ios \"<3.2.0\"")
        }
        let night = try await NightEdit(arguments, terminal)
        let path = "\(night.name).\(versions.platform.rawValue)"
        if let minimum = versions.minimum {
            let changes = try minimum.lowered(arguments, of: night.environment, at: path)
            return try await night.editing.run(saysNext: true, changes)
        }
        try versions.refuseOther(in: night.environment, arguments.policy)
        return try await night.editing.run(saysNext: true) { edit in
            guard try edit.remove(rule: versions.id, on: versions.platform, in: night.name) else {
                let rules = night.environment.platform(versions.platform)?.rules.map(\.id) ?? []
                throw ErrorReport(
                    .missingInput, "\(path).rules has no rule \"\(versions.id)\"",
                    hint: rules.isEmpty ? nil : "it has: \(rules.joined(separator: ", "))")
            }
        }
    }
}
