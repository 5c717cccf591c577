/// What opens private keys; all of it comes from the environment of the process, nothing from a command line.
package struct SignerSecrets: Sendable {
    /// The environment variable that holds the PIN of a token.
    package static let pinVariable = "SIGNET_PIN"
    /// The environment variable that names a file with the PIN of a token.
    package static let pinFileVariable = "SIGNET_PIN_FILE"

    /// Opens encrypted private keys.
    package let passphrase: SecretBytes?
    /// The environment variables.
    package let variables: [String: String]

    /// - Parameter variables: hold keys and PINs, and go to programs that are run, except for what is secret in them.
    package init(passphrase: SecretBytes?, variables: [String: String]) {
        self.passphrase = passphrase
        self.variables = variables
    }

    /// All from the environment variables.
    package init(variables: [String: String]) {
        self.init(
            passphrase: variables[PrivateKeyError.passphraseVariable].map { SecretBytes($0) }, variables: variables)
    }

    /// A variable that is set to something; many CI systems set it to nothing where a secret may not be seen.
    func value(_ name: String) -> String? {
        guard let value = variables[name], !value.isEmpty else { return nil }
        return value
    }
}

/// A file that opening a signer needs, and whose content is for its owner's eyes alone.
package enum SecretFile: Equatable, Sendable {
    /// A private key, by its name beside the key ring.
    case privateKey(String)
    /// The PIN of a token, by its path.
    case pin(String)
}
