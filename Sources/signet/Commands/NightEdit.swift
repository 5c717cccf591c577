import Diagnostics
import ManifestVerifier
import Policy

/// What the commands of a bad night have in common: one environment, its policy, and the texts for people.
final class NightEdit {
    let editing: PolicyEditing
    let environment: EnvironmentPolicy
    private let arguments: Arguments
    private let catalog: StringCatalog?
    private let terminal: Terminal

    /// Reads the policy and what is live.
    init(_ arguments: Arguments, _ terminal: Terminal) async throws {
        (self.arguments, self.terminal) = (arguments, terminal)
        let (policy, _) = try PolicySource.file(arguments.policy).read(keys: arguments.keys)
        let named = arguments.value("--environment")
        let names = policy.environments.map(\.name.rawValue)
        guard let found = policy.environments.first(where: { named == nil || $0.name.rawValue == named }) else {
            throw ErrorReport.noEnvironment(named ?? "", file: arguments.policy, known: names)
        }
        guard named != nil || names.count == 1 else {
            throw arguments.usage("which environment? name it with --environment: \(names.joined(separator: ", "))")
        }
        environment = found
        editing = try await PolicyEditing(arguments, isUrgent: true, terminal)
        guard let rendered = editing.policy else {
            throw ErrorReport(
                .refused, "\(arguments.policy): has errors, so nobody knows what an edit does",
                hint: "signet plan none says what is wrong")
        }
        catalog = rendered.catalog
    }

    var name: EnvironmentName { environment.name }

    /// What `--text` gives as JSON: a key of the catalog, or the text itself in the source language; nil without it.
    var text: JSONValue? {
        guard let text = arguments.value("--text") else { return nil }
        if catalog?.has(text) ?? false { return .string(text) }
        return .object([JSONMember(catalog?.sourceLanguage.rawValue ?? "en", .string(text))])
    }

    /// Says that the undo of a command leaves its text, and what was there before; nothing for a text that is new.
    func note(_ replaced: JSONValue?, at member: String, leftBy command: String) {
        guard let replaced else { return }
        let lines = String(decoding: JSONWriter.bytes(of: replaced), as: UTF8.self).split(separator: "\n")
        terminal.note(
            "signet \(command) leaves this text in \"\(member)\"; before it was "
                + lines.map { $0.drop { $0 == " " } }.joined(separator: " "))
    }

    /// What people read of a message, in the source language where the catalog has it.
    func words(_ message: JSONValue) -> String {
        if case .object(let members) = message.content { return (try? members.first?.value.asString()) ?? "" }
        let key = (try? message.asString()) ?? ""
        let text = catalog?.text(for: key, Findings())
        return text?.localizations.first { $0.language == catalog?.sourceLanguage }?.text ?? key
    }

    /// - Parameter instead: what installed apps obey; nil for nothing.
    func requireGate(for what: String, instead: String? = nil) throws {
        guard environment.documents.gate == nil else { return }
        throw ErrorReport(
            .refused, "\(what) is a rule, and only a gate document carries rules; \"\(name)\" publishes none",
            hint: (instead.map { "installed apps obey: \($0); or " } ?? "")
                + "publish one with: signet set '\(name).documents.gate=gate/{platform}.json'; apps that ship the gate obey it"
        )
    }
}

extension JSONValue {
    /// A rule of a policy, with the members that there are.
    static func rule(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(members.compactMap { name, value in value.map { JSONMember(name, $0) } })
    }
}
