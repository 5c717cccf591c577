import Foundation

/// What every transcript with `--json` is held against: the tool's own schema, by Python's `jsonschema`.
enum Envelope {
    /// Fails when standard output is not the one envelope that the words and the exit code promise.
    static func check(_ words: [String], _ result: CommandResult) throws {
        let flags = words.prefix { $0 != "--" }
        // Of an exported ring JSON is the form of the file.
        let isRing = words.starts(with: ["keys", "export"]) && result.status == 0
        guard flags.contains("--json"), !isRing, result.status >= 0, Peer.jsonschema.isInstalled else { return }
        let complaints = try judge.get().complaints(
            about: result.output, command: words.first ?? "", status: result.status)
        guard complaints.isEmpty else {
            throw CannotRun(description: "signet \(words): \(complaints)\(result.errors)\n\(result.output)")
        }
    }

    /// One for all, since it starts in the time of ten judgements.
    private static let judge = Result { try Judge(schema: TestSupport.check(signetPath, ["schema", "output"])) }
}

/// A Python that judges one output after another.
private final class Judge: Sendable {
    private let python: Conversation

    init(schema: String) throws { python = try Conversation(running: "output-judge.py", [schema]) }

    /// What is wrong with an output; nothing when it is as promised.
    func complaints(about output: String, command: String, status: Int32) throws -> String {
        let question = try JSONSerialization.data(
            withJSONObject: ["command": command, "status": Int(status), "output": output])
        return try JSONDecoder().decode(String.self, from: python.answer(to: question))
    }
}

/// Holds what `signet` printed against the schema of its output, where the words ask for JSON.
package func checkOutput(of words: [String], _ result: CommandResult) throws { try Envelope.check(words, result) }
