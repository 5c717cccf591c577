import ManifestVerifier
import SigningKeys

extension KeysCommand {
    static func add(_ arguments: Arguments, _ terminal: Terminal) async throws -> ExitCode {
        let name = arguments.operands[1]
        guard let text = arguments.value("--signer") else { throw arguments.usage("signet keys add needs --signer") }
        let signer: SignerReference
        do throws(SignerReferenceError) { signer = try SignerReference(text) } catch {
            throw arguments.usage(error.message)
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
}
