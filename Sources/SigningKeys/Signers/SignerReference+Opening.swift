import ManifestVerifier

extension SignerReference {
    /// The file to read before the signer is opened, if it needs one.
    package func secretFile(_ secrets: SignerSecrets) -> SecretFile? {
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
    package func open(
        keyID: KeyID?, file: SecretBytes?, secrets: SignerSecrets
    ) async throws(SignerError) -> any Signer {
        switch self {
        case .file:
            guard let file else { preconditionFailure("the file of the private key is read first") }
            return try LocalSigner(pem: file, passphrase: secrets.passphrase, keyID: keyID)
        case .environment(let name):
            guard let text = secrets.value(name.rawValue) else { throw .variableNotSet(name.rawValue) }
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
