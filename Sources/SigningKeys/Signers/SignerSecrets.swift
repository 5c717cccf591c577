import Diagnostics
import ManifestVerifier

/// What opens private keys; all of it comes from the environment of the process, nothing from a command line.
package struct SignerSecrets: Sendable {
    package static let passphraseVariable = "SIGNET_KEY_PASSPHRASE"
    package static let pinVariable = "SIGNET_PIN"
    package static let pinFileVariable = "SIGNET_PIN_FILE"

    /// Opens encrypted private keys.
    package let passphrase: SecretBytes?
    package let variables: [String: String]

    /// - Parameter variables: hold keys and PINs, and go to programs that are run, except for what is secret in them.
    package init(passphrase: SecretBytes?, variables: [String: String]) {
        self.passphrase = passphrase
        self.variables = variables
    }

    package init(variables: [String: String]) {
        self.init(passphrase: variables[Self.passphraseVariable].map { SecretBytes($0) }, variables: variables)
    }

    /// A variable that is set and not empty; many CI systems leave a secret empty where it may not be seen.
    fileprivate func value(_ name: String) -> String? {
        guard let value = variables[name], !value.isEmpty else { return nil }
        return value
    }
}

/// A file that opening a signer needs, whose content only its owner may read.
enum SecretFile {
    /// A private key, by its name beside the key ring.
    case privateKey(String)
    /// The PIN of a token, by its path.
    case pin(String)
}

extension SignerReference {
    /// The file to read before the signer is opened, if it needs one.
    func secretFile(_ secrets: SignerSecrets) -> SecretFile? {
        switch self {
        case .file(let name): .privateKey(name.rawValue)
        case .pkcs11 where secrets.value(SignerSecrets.pinVariable) == nil:
            secrets.value(SignerSecrets.pinFileVariable).map { .pin($0) }
        case .pkcs11, .environment, .awsKMS: nil
        }
    }

    /// Opens the signer; its public key is the one that belongs to the private key.
    ///
    /// - Parameters:
    ///   - keyID: the id that signatures will carry; nil for the id that a new key gets.
    ///   - file: the content of `secretFile`.
    func open(keyID: KeyID?, file: SecretBytes?, secrets: SignerSecrets) async throws -> any Signer {
        switch self {
        case .file:
            guard let file else { preconditionFailure("the file of the private key is read first") }
            return try LocalSigner(pem: file, passphrase: secrets.passphrase, keyID: keyID)
        case .environment(let name):
            guard let text = secrets.value(name.rawValue) else {
                throw ErrorReport(
                    .missingInput, "the environment variable \(name.rawValue) is not set, or empty",
                    hint: "put the private key as PEM into \(name.rawValue), for example as a secret of the CI job")
            }
            return try LocalSigner(pem: SecretBytes(text), passphrase: secrets.passphrase, keyID: keyID)
        case .pkcs11(let uri):
            let pin = secrets.value(SignerSecrets.pinVariable).map { SecretBytes($0) } ?? file?.withoutLineEnd
            return try await PKCS11Signer(uri: uri, keyID: keyID, pin: pin)
        case .awsKMS(let key):
            return try await AWSKMSSigner(key: key, keyID: keyID, variables: secrets.variables)
        }
    }
}

extension SecretBytes {
    /// The bytes without the line end that editors put behind the last line.
    fileprivate var withoutLineEnd: SecretBytes {
        var bytes = copy()
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return SecretBytes(taking: &bytes)
    }
}
