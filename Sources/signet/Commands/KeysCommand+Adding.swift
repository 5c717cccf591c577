import ManifestVerifier
import SigningKeys

extension KeysCommand {
    static let addingFlags: [Flag] = [.value("--signer"), .value("--id"), .value("--shipped-in")]

    static let addingHelp = """
        add puts a key on the ring that was made elsewhere, with NAME.pub.pem, and makes
        no copy of the private key. --signer says where that is:
          file:NAME       a PEM file in the folder of the ring
          env:NAME        a PEM in the environment variable NAME
          pkcs11:URI      a token, like pkcs11:token=TOKEN;object=LABEL (RFC 7512); its
                          PIN is in SIGNET_PIN or in the file that SIGNET_PIN_FILE names
          awskms:KEY      AWS KMS, by key id, alias/NAME or ARN, with the credentials
                          and the region that "publish" finds
        --id is the key's id (KMS: the id of the key there; else the SHA-256 of the
        public key), --shipped-in the first app version that embeds it.
        """

    /// Fails when a flag of `add` stands beside another word.
    static func refuseAddingFlags(_ arguments: Arguments) throws {
        guard arguments.operands.first != "add" else { return }
        for flag in addingFlags where arguments.has(flag.name) {
            throw arguments.usage("\(flag.name) is for signet keys add")
        }
    }

    /// Fetches the public key and puts it on the ring.
    static func add(_ arguments: Arguments, _ terminal: Terminal) async throws -> ExitCode {
        guard arguments.operands.count == 2 else { throw arguments.usage("signet keys add takes one name") }
        let name = arguments.operands[1]
        let (signer, id) = (try arguments.signer, try arguments.keyID)
        let shippedIn = try arguments.version("--shipped-in")?.spelling
        if case .file(let file) = signer, !file.rawValue.hasSuffix(".key.pem") {
            throw arguments.usage("--signer file:\(file.rawValue): git is told to ignore *.key.pem; call the file so")
        }
        let environment = try newKeyEnvironment(arguments)
        let key = try await KeyAddition.add(
            name: name, environment: environment, signer: signer, id: id, shippedIn: shippedIn,
            toFolder: arguments.keys, secrets: arguments.secrets)
        terminal.result(json(key))
        terminal.summary(
            "added key \"\(key.name)\" (id \(key.id)) for environment \"\(key.environment)\", \(key.state.rawValue)")
        return .done
    }
}

extension Arguments {
    fileprivate var signer: SignerReference {
        get throws {
            guard let text = value("--signer") else { throw usage("signet keys add needs --signer") }
            do throws(SignerReferenceError) { return try SignerReference(text) } catch { throw usage(error.message) }
        }
    }

    fileprivate var keyID: KeyID? {
        get throws {
            guard let text = value("--id") else { return nil }
            guard let id = KeyID(text) else {
                throw usage("--id is 1 to \(Limits.keyIDBytes) of A-Z a-z 0-9 . _ : / -")
            }
            return id
        }
    }
}
