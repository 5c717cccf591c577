import ManifestVerifier

/// Signs with a private key on a PKCS#11 token: an HSM or a smart card.
package struct PKCS11Signer: Signer {
    package let keyID: KeyID
    package let publicKey: PublicKey
    private let key: NativeTokenKey

    /// Finds the key and its public half on the token.
    ///
    /// - Parameter keyID: nil for the id that a new key gets.
    init(uri: PKCS11URI, keyID: KeyID?, pin: SecretBytes?) async throws(SignerError) {
        do throws(TokenError) {
            key = try await TokenLibrary.shared.privateKey(uri, pin: pin)
        } catch {
            throw .token(error)
        }
        guard let info = await key.publicKeyInfo else { throw .token(.noPublicKey) }
        do throws(PublicKeyError) {
            publicKey = try PublicKey(derRepresentation: info)
        } catch {
            throw .publicKey(error)
        }
        self.keyID = keyID ?? publicKey.defaultKeyID
    }

    package func sign(_ digest: SHA256Digest) async throws(SigningError) -> ECDSASignature {
        guard let der = await key.sign(digest.bytes) else { throw .token(.cannotSign) }
        return try verified(der, for: digest)
    }
}
