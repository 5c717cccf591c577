import ManifestVerifier

/// Signs with a private key in memory.
package struct LocalSigner: Signer {
    package let keyID: KeyID
    private let key: PrivateKey

    package init(keyID: KeyID, key: PrivateKey) {
        self.keyID = keyID
        self.key = key
    }

    /// Reads the key from PEM.
    ///
    /// - Parameter keyID: nil for the id that a new key gets.
    init(pem: SecretBytes, passphrase: SecretBytes?, keyID: KeyID?) throws(SignerError) {
        do throws(PrivateKeyError) {
            key = try PrivateKey(pem: pem, passphrase: passphrase)
        } catch {
            throw .privateKey(error)
        }
        self.keyID = keyID ?? key.publicKey.defaultKeyID
    }

    package var publicKey: PublicKey { key.publicKey }

    package func sign(_ digest: SHA256Digest) async throws(SigningError) -> ECDSASignature {
        try key.sign(digest)
    }
}
