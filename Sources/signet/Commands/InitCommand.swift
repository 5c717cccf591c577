import ManifestVerifier
import Policy
import SigningKeys

enum InitCommand: Command {
    static let name = "init"
    static let summary = "a starter policy, catalog and key ring"
    static let page: [HelpPart] = [
        """
        signet init [DIR]

        Writes a starter policy into DIR (this folder by default): policy.json and its
        schema for editors, the string catalog Descriptions.xcstrings, a folder static/,
        a .gitignore for output/, and a key ring keys/ for the environment "production".
        Nothing that is there is touched.

        The ring has one active key, which signs, and two next keys, which take over
        when the active one is lost or stolen. Embed all three in the app. Move the
        private files of the next keys (keys/production-2.key.pem,
        keys/production-3.key.pem) to a safe place that is not the machine that builds:
        a thief of one key must not find the others. Git ignores private keys; they are
        encrypted when SIGNET_KEY_PASSPHRASE is set.
        """,
        .flags([.json, .quiet]),
        """
        Example:
          signet init shop && cd shop && signet build
        """,
    ]

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        guard arguments.operands.count <= 1 else { throw arguments.usage("signet init takes one folder") }
        let path = arguments.operands.first ?? "."
        let (files, keys, unignored) = try await Initialization.run(path: path, secrets: arguments.secrets)
        terminal.result(Records.initialization.json((files, keys.map { ($0, nil) })))
        for file in files { terminal.summary("wrote \(file)") }
        for key in keys { terminal.summary(KeysCommand.made(key)) }
        let next = keys.filter { $0.state == .next }.map { "\(path == "." ? "" : path + "/")keys/\($0.name).key.pem" }
        terminal.note(
            "move \(next.joined(separator: " and ")) to a safe place that is not the build machine: they take over when "
                + "the active key is lost or stolen")
        if let unignored {
            terminal.note(
                "\(unignored.file) is there already: add the line \(unignored.line) to it, so that what is built is not committed"
            )
        }
        terminal.note("next: \(path == "." ? "" : "cd \(path) && ")signet build")
        return .done
    }
}
