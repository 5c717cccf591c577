import ManifestFormat
import ManifestGenerator

/// `signet init`
enum InitCommand: Command {
    static let name = "init"
    static let summary = "a starter policy, catalog and key ring, to be changed into yours"
    static let flags: [Flag] = [.option("--json"), .option("--quiet")]
    static let help = """
        signet init [DIR]

        Writes a starter policy into DIR (this folder by default): policy.json, the string catalog
        Descriptions.xcstrings, a folder static/ and a key ring keys/ with a first key for the
        environment "production". Nothing that is there is touched.

        The private key is encrypted when SIGNET_KEY_PASSPHRASE is set. It is ignored by git; keep
        a copy in a safe place: apps that trust it cannot be told of another key without an update.

          --json              what was written, as JSON
          --quiet             only errors

        Example:
          signet init shop && cd shop && signet build
        """

    static func run(_ arguments: Arguments, terminal: Terminal) async throws(ErrorReport) -> ExitCode {
        guard arguments.operands.count <= 1 else { throw arguments.usage("signet init takes one folder") }
        let path = arguments.operands.first ?? "."
        let (files, key) = try await reporting { () throws(BuildError) in
            try await Initialization.run(path: path, secrets: arguments.secrets)
        }
        if arguments.has("--json") {
            terminal.result(
                .object([
                    JSONMember("files", .array(files.map { .string($0) })),
                    JSONMember("key", KeysCommand.json(key)),
                ]))
            return .done
        }
        for file in files { terminal.summary("wrote \(file)") }
        terminal.summary("made key \"\(key.name)\" (id \(key.id)) for environment \"\(key.environment)\"")
        terminal.note("next: \(path == "." ? "" : "cd \(path) && ")signet build")
        return .done
    }
}
