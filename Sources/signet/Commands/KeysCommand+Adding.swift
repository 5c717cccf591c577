import ManifestVerifier
import SigningKeys

extension KeysCommand {
    static func add(_ arguments: Arguments, _ terminal: Terminal) async throws -> ExitCode {
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
        terminal.result(Records.key.json((key, nil)))
        terminal.summary(
            "added key \"\(key.name)\" (id \(key.id)) for environment \"\(key.environment)\", \(key.state.rawValue)")
        await allowRing(of: environment, arguments, terminal)
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
