import Diagnostics
import ManifestVerifier
import Policy

enum BlockCommand: Command {
    static let name = "block"
    static let summary = "versions of the app must not run"
    static let page: [HelpPart] = [
        """
        signet block PLATFORM VERSIONS

        Edits the policy in place, as signet set does. It first says what already
        differs from what is live, then what the edit changes for people, and writes
        the entry of "allow" that the edit needs. Nothing is published yet.

          PLATFORM            ios or android
          3.2.1, 3.2.0...3.2.4
                              these versions, by a rule "block-3.2.1" before all others,
                              which only gate documents carry; of Android, numbers
                              without dots are version codes: 100...104
          "<3.2.0"            all below: raises minimumAppVersion, which every document
                              carries; with --build N where a document decides by it
        """,
        .flags([Flag("--build N", "with \"<VERSION\": its build, on Android its version code")] + NightEdit.flags),
        """
        signet unblock is its undo.

        Example:
          signet block ios 3.2.1 --environment production
        """,
    ]

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        let versions = try BlockedVersions(arguments)
        let night = try await NightEdit(arguments, terminal)
        let path = "\(night.name).\(versions.platform.rawValue)"
        if let minimum = versions.minimum {
            var changes = try minimum.changes(of: night.environment, at: path, hasText: night.text != nil)
            if let text = night.text {
                changes.append(RequestedChange(setting: "\(path).minimumAppVersion.description", to: text.oneLine))
            }
            return try await night.editing.run(saysNext: true, changes)
        }
        try night.requireGate(for: "\"\(versions.id)\"", instead: versions.allBelow)
        let code = try await night.editing.run(saysNext: true) { edit in
            let member = "\(path).minimumAppVersion"
            let title = try edit.value(at: "\(member).title")
            guard let description = try night.text ?? edit.value(at: "\(member).description") else {
                throw arguments.usage("what do people read? \(member) has no description: --text KEY|TEXT")
            }
            _ = try edit.remove(rule: versions.id, on: versions.platform, in: night.name)
            try edit.insert(
                rule: versions.rule(title: title, description: description), on: versions.platform, in: night.name)
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
    static let summary = "the undo of block"
    static let page: [HelpPart] = [
        """
        signet unblock PLATFORM VERSIONS

        Removes the rule that signet block made for the same versions. Of "<3.2.0" it
        lowers the minimum again, to the version of --minimum. As signet block, it says
        what that changes, and writes the entry of "allow" that the edit needs.
        """,
        .flags(
            [
                Flag("--minimum VERSION", "of \"<VERSION\": the minimum that is to be"),
                Flag("--build N", "with --minimum: its build, on Android its version code"),
            ] + NightEdit.flags.filter { $0.name != "--text" }),
        """
        Example:
          signet unblock ios 3.2.1 --environment production
        """,
    ]

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
