/// What every transcript with `--json` is held against: the tool's own schema, by Python's `jsonschema`.
enum Envelope {
    /// Fails when standard output is not the one envelope that the words and the exit code promise.
    static func check(_ words: [String], _ result: CommandResult) throws {
        let flags = words.prefix { $0 != "--" }
        // Of an exported ring JSON is the form of the file.
        let isRing = words.starts(with: ["keys", "export"]) && result.status == 0
        guard flags.contains("--json"), !isRing, result.status >= 0, Peer.jsonschema.isInstalled else { return }
        let scratch = try TemporaryFolder()
        try scratch.write("schema.json", try schema.get())
        let said = try TestSupport.run(
            "python3", ["-c", program, words.first ?? "", String(result.status)], in: scratch.root,
            input: Array(result.output.utf8))
        guard said.status == 0, said.output.isEmpty else {
            throw CannotRun(description: "signet \(words): \(said.output)\(said.errors)\n\(result.output)")
        }
    }

    private static let schema = Result {
        try TestSupport.check(signetPath, ["schema", "output"])
    }

    private static let program = """
        import json, sys
        from jsonschema import Draft202012Validator
        schema = json.load(open('schema.json', encoding='utf-8'))
        output = json.load(sys.stdin)
        command, status = sys.argv[1], int(sys.argv[2])
        def judge(schema, value):
            for error in Draft202012Validator(schema).iter_errors(value): print(error.json_path, error.message)
        judge(schema, output)
        # 2 says that there is a difference.
        if output['ok'] != (status in (0, 2)): print('ok is', output['ok'], 'and the exit code', status)
        if status > 2 and not any(f['severity'] == 'error' for f in output['findings']): print('no error is named')
        if output['result'] is not None:
            judge({'$ref': '#/$defs/' + command, '$defs': schema['$defs']}, output['result'])
        """
}
