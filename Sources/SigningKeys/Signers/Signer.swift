import ManifestVerifier

/// Whatever can sign with one private key, wherever that key is.
package protocol Signer: Sendable {
    /// The id that signature headers carry.
    var keyID: KeyID { get }
    /// The public half, as the key ring has it.
    var publicKey: PublicKey { get }
    /// Signs the bytes that have this digest; may be called for many digests at once.
    func sign(_ digest: SHA256Digest) async throws(SigningError) -> ECDSASignature
}

extension Signer {
    /// A signature that came from elsewhere, once it is known to be one of this key over that digest.
    func verified(_ der: [UInt8], for digest: SHA256Digest) throws(SigningError) -> ECDSASignature {
        let signature: ECDSASignature
        do throws(ECDSASignature.Failure) {
            signature = try ECDSASignature(derRepresentation: der)
        } catch {
            throw .malformedSignature(error)
        }
        guard publicKey.isValidSignature(signature, for: digest) else { throw .doesNotVerify }
        return signature
    }
}
