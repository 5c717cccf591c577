import Diagnostics
import ManifestVerifier
import Plan
import PublicationTree
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
            names: [name], environment: environment, inFolder: arguments.keys, secrets: arguments.secrets)[0]
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

    static func add(_ arguments: Arguments, _ terminal: Terminal) async throws -> ExitCode {
        let name = arguments.operands[1]
        guard let text = arguments.value("--signer") else { throw arguments.usage("signet keys add needs --signer") }
        let signer = try translating(SignerReference(text)) { (error: SignerReferenceError) in
            arguments.usage(error.message)
        }
        let id = arguments.value("--id").map(KeyID.init)
        guard id != .some(nil) else {
            throw arguments.usage("--id is 1 to \(Limits.keyIDBytes) of A-Z a-z 0-9 . _ : / -")
        }
        let shippedIn = try arguments.version("--shipped-in")?.spelling
        if case .file(let file) = signer, !file.rawValue.hasSuffix(".key.pem") {
            throw arguments.usage("--signer file:\(file.rawValue): git is told to ignore *.key.pem; call the file so")
        }
        let environment = try newKeyEnvironment(arguments)
        let key = try await KeyAddition.add(
            name: name, environment: environment, signer: signer, id: id ?? nil, shippedIn: shippedIn,
            toFolder: arguments.keys, secrets: arguments.secrets)
        terminal.result(Records.key.json((key, nil)))
        terminal.summary(
            "added key \"\(key.name)\" (id \(key.id)) for environment \"\(key.environment)\", \(key.state.rawValue)")
        await allowRing(of: environment, arguments, terminal)
        return .done
    }

    static func readiness(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitCode {
        let environment = try arguments.environment
        let ring = try KeyFolder.open(arguments.keys).ring
        var environments = ring.environments.compactMap { EnvironmentName($0) }
        if let environment {
            guard environments.contains(environment) else {
                throw ErrorReport.noKey(of: environment, in: arguments.keys, known: ring.environments)
            }
            environments = [environment]
        }
        var all = environments.map { KeyReadiness($0, in: ring) }
        let path = arguments.value("--population")
        if let path {
            try PopulationFile(path: path).forEachKind { kind, devices in
                for index in all.indices { all[index].add(kind, devices) }
            }
        }
        let outputs = all.map { KeyReadinessOutput(readiness: $0, isCounted: path != nil) }
        terminal.result(Records.readiness.json(outputs))
        terminal.summaryLines(outputs.flatMap(\.lines))
        return .done
    }
}
