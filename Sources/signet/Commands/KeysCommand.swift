import Diagnostics
import ManifestVerifier
import SigningKeys

enum KeysCommand: Command {
    static let name = "keys"
    static let summary = "make, list, rotate, revoke and export keys"
    static let page: [HelpPart] = [
        """
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

        add puts a key on the ring that was made elsewhere, with NAME.pub.pem, and makes
        no copy of the private key. --signer says where that is:
          file:NAME       a PEM file in the folder of the ring
          env:NAME        a PEM in the environment variable NAME
          pkcs11:URI      a token, like pkcs11:token=TOKEN;object=LABEL (RFC 7512); its
                          PIN is in SIGNET_PIN or in the file that SIGNET_PIN_FILE names
          awskms:KEY      AWS KMS, by key id, alias/NAME or ARN, with the credentials
                          and the region that "publish" finds

        list shows the ring, oldest key first.

        shipped notes the first app version that embeds a key; KEY is an id or a name.

        rotate lets the next key sign: it becomes "active", the former one "retired",
        and a new next key is made. It refuses a next key of which no app version is
        noted: apps that do not know a key refuse what it signs. Only on a ring of which
        no key is shipped, retired or revoked yet, the next key needs no note. In the
        policy it acknowledges that what is live has the former key's signatures once
        more.

        revoke takes a key out of use for good: what it signed verifies no more with
        this ring. Apps learn of it with an update that embeds the ring. KEY alone must
        not leave open which is meant.

        Each shows what it changed: "-" as it was, "+" as it is.

        readiness says whether rotate would be refused and, with --population, which
        devices know which key, by the version of the app and the one noted as the first
        that embeds the key, and how many would refuse all that the next key signs.

        export writes the public keys of one environment as an app embeds them. Export
        again, and ship the app, whenever the ring changes.
        """,
        .flags([
            .environment.saying(
                "generate, add: the key's environment (the one called NAME); list, readiness: only the keys of "
                    + "this environment; export: the environment, when the ring has several"),
            Flag("--signer REFERENCE", "where the private key is, as above", verbs: ["add"]),
            Flag(
                "--id ID",
                "the key's id (KMS: the id of the key there; else the SHA-256 of the public key)",
                verbs: ["add"]),
            Flag("--shipped-in VERSION", "the first app version that embeds the key", verbs: ["add"]),
            Flag("--name NAME", "the name of the new next key (ENVIRONMENT-N)", verbs: ["rotate"]),
            Flag("--unshipped", "also to a key of which no app version is noted", verbs: ["rotate"]),
            Flag(
                "--policy FILE", "the policy, if there is one (policy.json)",
                verbs: ["generate", "add", "rotate", "revoke"]),
            Flag("--key KEY", "a key by its id or name", verbs: ["revoke"]),
            Flag("--active ENVIRONMENT", "the key that signs for an environment", verbs: ["revoke"]),
            Flag("--population FILE", "CSV with the columns platform, os, app, devices", verbs: ["readiness"]),
            Flag(
                "--max-stranded N",
                "fail if rotate would be refused, or if more devices may not know the next key: 1200, 2%, 0.05%",
                verbs: ["readiness"]),
            Flag("--swift", "a Swift constant", verbs: ["export"]),
            Flag("--java", "a Java class", verbs: ["export"]),
            Flag("--js", "a JavaScript module", verbs: ["export"]),
            Flag(
                "--jwks",
                "the active and next keys as a JSON Web Key Set (RFC 7517), with which other people's libraries "
                    + "verify a .jws",
                verbs: ["export"]),
            .keys, .json.saying("the result as JSON; export: a JSON file"), .quiet,
        ]),
        """
        Examples:
          signet keys generate production-2027 --environment production
          signet keys shipped production-2027 3.1.0
          signet keys rotate production
          signet keys export --swift --environment production > KeyRing.swift
        """,
    ]

    static let verbs: [Verb] = [
        Verb("generate", takes: "one name", count: 1) { try await generate($0, $1) },
        Verb("add", takes: "one name", count: 1) { try await add($0, $1) },
        Verb("list") { try list($0, $1) },
        Verb("shipped", takes: "an id or name and a version like 3.1.0", count: 2) { try shipped($0, $1) },
        Verb("rotate", takes: "one environment", count: 1) { try await rotate($0, $1) },
        Verb("revoke", takes: "one id or name, --key KEY or --active ENVIRONMENT", count: nil) {
            try await revoke($0, $1)
        },
        Verb("readiness") { try readiness($0, $1) },
        Verb("export") { try export($0, $1) },
    ]

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
