import Diagnostics
import ManifestVerifier
import SigningKeys

enum KeysCommand: Command {
    static let name = "keys"
    static let summary = "make, list, rotate, revoke and export keys"
    static let flags: [Flag] =
        [
            .value("--keys"), .value("--environment"), .value("--name"), .option("--unshipped"), .option("--swift"),
            .option("--java"), .option("--js"), .option("--jwks"), .option("--json"), .option("--quiet"),
            .value("--policy"),
        ] + addingFlags + revokingFlags + readinessFlags
    static let help = """
        signet keys generate NAME
        signet keys add NAME --signer REFERENCE [--id ID] [--shipped-in VERSION]
        signet keys list
        signet keys shipped KEY VERSION
        signet keys rotate ENVIRONMENT
        signet keys revoke KEY | --key KEY | --active ENVIRONMENT
        signet keys readiness [--population FILE [--max-stranded N]]
        signet keys export --swift|--json|--java|--js|--jwks

        generate makes a P-256 key: NAME.key.pem that only you can read, NAME.pub.pem,
        and an entry at the end of keys/keyring.json. The first key of an environment is
        "active" and signs; a further one is "next": ship it in the app before it
        becomes active. NAME is the environment, too, unless --environment names
        another. The private key is encrypted when SIGNET_KEY_PASSPHRASE is set; one
        that git would take is not written.

        \(addingHelp)

        list shows the ring, oldest key first.

        shipped notes the first app version that embeds a key; KEY is an id or a name.

        rotate lets the next key sign: it becomes "active", the former one "retired",
        and a new next key is made. It refuses a next key of which no app version is
        noted: apps that do not know a key refuse what it signs. Only on a ring of which
        no key is shipped, retired or revoked yet, the next key needs no note. In the
        policy it acknowledges that what is live has the former key's signatures once
        more.

        revoke takes a key out of use for good: what it signed verifies no more with
        this ring. Apps learn of it with an update that embeds the ring. --active names
        the key that signs for an environment, --key a key by its id or name; KEY alone
        must not leave open which is meant.

        Each shows what it changed: "-" as it was, "+" as it is.

        \(readinessHelp)

        export writes the public keys of one environment as an app embeds them: a Swift
        constant, a JSON file, a Java class or a JavaScript module. Export again, and
        ship the app, whenever the ring changes. --jwks writes the active and next keys
        as a JSON Web Key Set (RFC 7517), with which other people's libraries verify a
        .jws.

          --environment NAME  generate, add: the key's environment (the one called NAME)
                              list, readiness: only the keys of this environment
                              export: the environment, when the ring has several
          --name NAME         rotate: the name of the new next key (ENVIRONMENT-N)
          --unshipped         rotate: also to a key of which no app version is noted
          --population FILE   readiness: CSV with the columns platform, os, app, devices
          --max-stranded N    readiness: fail if rotate would be refused, or if more
                              devices may not know the next key: 1200, 2%, 0.05%
          --policy FILE       rotate: the policy, if there is one (policy.json)
          --keys DIR          the folder of the key ring (keys)
          --json              the result as JSON
          --quiet             only errors

        Examples:
          signet keys generate production-2027 --environment production
          signet keys shipped production-2027 3.1.0
          signet keys rotate production
          signet keys export --swift --environment production > KeyRing.swift
        """

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        if arguments.operands.first != "export" {
            for flag in ["--swift", "--java", "--js", "--jwks"] where arguments.has(flag) {
                throw arguments.usage("\(flag) is for signet keys export")
            }
        }
        if arguments.operands.first != "rotate" {
            for flag in ["--name", "--unshipped", "--policy"] where arguments.has(flag) {
                throw arguments.usage("\(flag) is for signet keys rotate")
            }
        }
        try refuseAddingFlags(arguments)
        try refuseRevokingFlags(arguments)
        try refuseReadinessFlags(arguments)
        switch arguments.operands.first {
        case "add": return try await add(arguments, terminal)
        case "generate": return try await generate(arguments, terminal)
        case "list": return try await list(arguments, terminal)
        case "shipped": return try await shipped(arguments, terminal)
        case "rotate": return try await rotate(arguments, terminal)
        case "revoke": return try await revoke(arguments, terminal)
        case "readiness": return try readiness(arguments, terminal)
        case "export": return try await export(arguments, terminal)
        case let other?: throw unknownFirstWord(other)
        case nil: throw arguments.usage("signet keys needs one of \(firstWordsText)")
        }
    }

    static let firstWords = ["generate", "add", "list", "shipped", "rotate", "revoke", "readiness", "export"]

    private static func generate(_ arguments: Arguments, _ terminal: Terminal) async throws -> ExitCode {
        guard arguments.operands.count == 2 else { throw arguments.usage("signet keys generate takes one name") }
        let name = arguments.operands[1]
        let environment = try newKeyEnvironment(arguments)
        let key = try await KeyGeneration.generate(
            name: name, environment: environment, inFolder: arguments.keys, secrets: arguments.secrets)
        terminal.result(json(key))
        terminal.summary(made(key))
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

    private static func list(_ arguments: Arguments, _ terminal: Terminal) async throws -> ExitCode {
        guard arguments.operands.count == 1 else { throw arguments.usage("signet keys list takes no more words") }
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
        terminal.result(["keys": .array(keys.map { json($0.entry, fingerprint: $0.fingerprint) })])
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

    private static func export(_ arguments: Arguments, _ terminal: Terminal) async throws -> ExitCode {
        guard arguments.operands.count == 1 else { throw arguments.usage("signet keys export takes no more words") }
        let forms = KeyExport.Form.allCases.filter { arguments.has("--\($0.rawValue)") }
        guard let form = forms.first, forms.count == 1 else {
            throw arguments.usage("signet keys export writes one of --swift, --json, --java, --js and --jwks")
        }
        let environment = try arguments.environment
        let export = try KeyExport(folder: arguments.keys, environment: environment)
        terminal.product(try export.text(form))
        return .done
    }

    static func json(_ entry: KeyRing.Entry, fingerprint: SHA256Digest? = nil) -> JSONValue {
        [
            "id": .string(entry.id.rawValue),
            "name": .string(entry.name),
            "environment": .string(entry.environment.rawValue),
            "state": .string(entry.state.rawValue),
            "shippedIn": entry.shippedIn.map { .string($0) },
            "signer": entry.signer.map { .string($0.description) },
            "fingerprint": fingerprint.map { .string($0.hexadecimal) },
        ]
    }
}
