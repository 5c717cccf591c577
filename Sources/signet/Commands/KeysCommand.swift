import Diagnostics
import ManifestVerifier
import SigningKeys

enum KeysCommand: Command {
    static let name = "keys"

    static var actions: [String: VerbAction] {
        [
            "generate": generate, "add": add, "list": list, "shipped": shipped, "rotate": rotate, "revoke": revoke,
            "move": move, "readiness": readiness, "export": export,
        ]
    }

    private static func generate(_ arguments: Arguments, _ terminal: Terminal) async throws -> ExitCode {
        let name = arguments.operands[1]
        let environment = try newKeyEnvironment(arguments)
        let key = try await KeyGeneration.generate(
            name: name, environment: environment, inFolder: arguments.keys, secrets: arguments.secrets)
        terminal.result(Records.key.json((key, nil)))
        terminal.summary(made(key))
        await allowRing(of: environment, arguments, terminal)
        return .done
    }

    /// The environment of the key that `generate` or `add` puts on the ring: the one of its name, or the named one.
    static func newKeyEnvironment(_ arguments: Arguments) throws -> EnvironmentName {
        if let environment = try arguments.environment { return environment }
        let name = arguments.operands[1]
        guard let environment = EnvironmentName(name) else { throw ErrorReport.invalidKeyName(name) }
        return environment
    }

    static func made(_ key: KeyRing.Entry) -> String {
        "made key \"\(key.name)\" (id \(key.id)) for environment \"\(key.environment)\", \(key.state.rawValue)"
    }

    private static func list(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitCode {
        let environment = try arguments.environment
        let folders = try KeyFolder.all(below: arguments.keys)
        var keys: [(entry: KeyRing.Entry, fingerprint: SHA256Digest)] = []
        for folder in folders {
            for (entry, key) in zip(folder.ring.entries, folder.keys)
            where environment == nil || entry.environment == environment {
                keys.append((entry, key.publicKey.fingerprint))
            }
        }
        if let environment, keys.isEmpty {
            throw ErrorReport.noKey(
                of: environment, in: arguments.keys, known: folders.flatMap(\.ring.environments))
        }
        terminal.result(Records.keyList.json(keys.map { ($0.entry, $0.fingerprint) }))
        for (entry, fingerprint) in keys {
            terminal.resultLines([
                "\(entry.name)  \(entry.state.rawValue)  \(entry.environment)",
                "    id \(entry.id)",
                "    fingerprint \(fingerprint)",
                "    shipped in \(entry.shippedIn ?? "-"), signer \(entry.signer?.description ?? "-")",
            ])
        }
        return .done
    }

    private static func export(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitCode {
        let forms = KeyExport.Form.allCases.filter { arguments.has("--\($0.rawValue)") }
        guard let form = forms.first, forms.count == 1 else {
            throw arguments.usage("signet keys export writes one of --swift, --json, --java, --js and --jwks")
        }
        let environment = try arguments.environment
        let export = try KeyExport(folder: arguments.keys, environment: environment)
        terminal.product(try export.text(form))
        return .done
    }
}
