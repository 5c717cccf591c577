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

/// A Python that judges one output after another, and ends with this process.
private final class Judge: Sendable {
    private let process = PeerProcess()
    private let questions: FileHandle
    private let answers: FileHandle
    private let turn = Locked(())

    init(schema: String) throws {
        let (input, output) = (Pipe(), Pipe())
        (questions, answers) = (input.fileHandleForWriting, output.fileHandleForReading)
        process.executableURL = URL(fileURLWithPath: try ServerProcess.python.get())
        process.arguments = ["-c", Self.program, schema]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// What is wrong with an output; nothing when it is as promised.
    func complaints(about output: String, command: String, status: Int32) throws -> String {
        let question = try JSONSerialization.data(
            withJSONObject: ["command": command, "status": Int(status), "output": output])
        return try turn.withLock { _ in
            try questions.write(contentsOf: question + [UInt8(ascii: "\n")])
            var said = Data()
            while said.last != UInt8(ascii: "\n") {
                let more = answers.availableData
                guard !more.isEmpty else { throw CannotRun(description: "the judge of --json has ended") }
                said += more
            }
            return try JSONDecoder().decode(String.self, from: said)
        }
    }

    private static let program = """
        import json, sys
        from jsonschema import Draft202012Validator
        schema = json.loads(sys.argv[1])
        def faults(schema, value):
            return [f'{error.json_path} {error.message}' for error in Draft202012Validator(schema).iter_errors(value)]
        def judge(command, status, output):
            try: output = json.loads(output)
            except ValueError as error: return [f'not one JSON text: {error}']
            said = faults(schema, output)
            if said: return said
            # 2 says that there is a difference.
            if output['ok'] != (status in (0, 2)): said.append(f'ok is {output["ok"]} and the exit code {status}')
            if status > 2 and not any(f['severity'] == 'error' for f in output['findings']): said.append('no error is named')
            if output['result'] is not None:
                said += faults({'$ref': '#/$defs/' + command, '$defs': schema['$defs']}, output['result'])
            return said
        for line in sys.stdin:
            said = judge(**json.loads(line))
            print(json.dumps(''.join(line + '\\n' for line in said)), flush=True)
        """
}
