import Diagnostics
import ManifestVerifier
import SigningKeys

enum KeysCommand: Command {
    static let name = "keys"
    static let summary = "make, list, rotate, revoke and export keys"
    static let page: [HelpPart] = [
        """
        signet keys VERB

        The keys of the environments are on a ring, keys/keyring.json, oldest first: a
        key is "next" (apps know it), "active" (it signs), "retired" (it still verifies)
        or "revoked" (it never verifies). KEY is an id or a name.
        """,
        .verbs,
        .flags([
            .environment.saying("the environment of the key, or of those that are shown"),
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
            Flag("--to FILE|-", "where the private key goes", verbs: ["move"], excludes: ["--confirm"]),
            Flag("--confirm", "CI has signed with the secret: delete the file", verbs: ["move"]),
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
          signet keys move production env:SIGNET_KEY --to - | gh secret set SIGNET_KEY
          signet keys export --swift --environment production > KeyRing.swift
        """,
    ]

    static let verbs: [Verb] = [
        Verb(
            "generate NAME", "make a key: the first of an environment signs, a further one is next",
            """
            Makes a P-256 key: NAME.key.pem that only you can read, NAME.pub.pem, and an
            entry at the end of keys/keyring.json. Ship a next key in the app before it
            becomes active. NAME is the environment, too, unless --environment names
            another. The private key is encrypted when SIGNET_KEY_PASSPHRASE is set; one
            that git would take is not written.
            """, takes: "one name"
        ) { try await generate($0, $1) },
        Verb(
            "add NAME", "put a key on the ring that was made elsewhere",
            """
            Writes NAME.pub.pem and makes no copy of the private key. --signer says where
            that is:
              file:NAME       a PEM file in the folder of the ring
              env:NAME        a PEM in the environment variable NAME
              pkcs11:URI      a token, like pkcs11:token=TOKEN;object=LABEL (RFC 7512); its
                              PIN is in SIGNET_PIN or in the file that SIGNET_PIN_FILE names
              awskms:KEY      AWS KMS, by key id, alias/NAME or ARN, with the credentials
                              and the region that "publish" finds
            """, takes: "one name"
        ) { try await add($0, $1) },
        Verb("list", "show the ring, oldest key first") { try list($0, $1) },
        Verb(
            "shipped KEY VERSION", "note the first app version that embeds a key",
            takes: "an id or name and a version like 3.1.0"
        ) { try shipped($0, $1) },
        Verb(
            "rotate ENVIRONMENT", "let the next key sign, and make a new next key",
            """
            The next key becomes "active", the former one "retired". A next key of which no
            app version is noted is refused: apps that do not know a key refuse what it
            signs. Only on a ring of which no key is shipped, retired or revoked yet, it
            needs no note. In the policy it acknowledges that what is live has the former
            key's signatures once more.
            """, takes: "one environment"
        ) { try await rotate($0, $1) },
        Verb(
            "revoke KEY", "take a key out of use for good",
            """
            What it signed verifies no more with this ring. Apps learn of it with an update
            that embeds the ring. KEY alone must not leave open which is meant; --key and
            --active say it.
            """, takes: "one id or name, --key KEY or --active ENVIRONMENT", isExact: false
        ) { try await revoke($0, $1) },
        Verb(
            "move KEY env:NAME", "hand a private key to a secret of CI",
            """
            KEY may be an environment, whose active key is meant. The key goes into a new
            file that only you can read, or into a pipe, never to a terminal or into a log.
            The file beside the ring stays until --confirm deletes it.
            """, takes: "an environment or key and env:NAME"
        ) { try await move($0, $1) },
        Verb(
            "readiness", "say whether rotate would be refused",
            """
            With --population it says which devices know which key, by the version of the
            app and the one noted as the first that embeds the key, and how many would
            refuse all that the next key signs.
            """
        ) { try readiness($0, $1) },
        Verb(
            "export", "write the public keys as an app embeds them",
            """
            Export again, and ship the app, whenever the ring changes.
            """
        ) { try export($0, $1) },
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
