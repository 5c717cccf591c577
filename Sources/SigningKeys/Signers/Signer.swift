import Diagnostics
import ManifestVerifier

/// Signs with one private key, wherever that key is kept.
package protocol Signer: Sendable {
    /// The id that signature headers carry.
    var keyID: KeyID { get }
    var publicKey: PublicKey { get }
    /// Signs the bytes that have these digests; all at once, so that a service or token is not started for each.
    ///
    /// - Parameter progress: called after each signature, from any thread.
    /// - Returns: the signatures in the order of the digests.
    func sign(_ digests: [SHA256Digest], progress: @escaping @Sendable () -> Void) async throws -> [ECDSASignature]
}

extension Signer {
    package func sign(_ digest: SHA256Digest) async throws -> ECDSASignature {
        let signatures = try await sign([digest], progress: {})
        return signatures[0]
    }

    /// A signature that was made elsewhere, once it is known to be one of this key over that digest.
    func verified(_ der: [UInt8], for digest: SHA256Digest) throws -> ECDSASignature {
        let signature = try ECDSASignature(fromSigner: der)
        guard publicKey.isValidSignature(signature, for: digest) else {
            throw ErrorReport(
                .refused, "the signature that came back does not verify with the public key of the ring",
                hint: "nothing was written; the signer used another key or signed something else")
        }
        return signature
    }
}

extension ECDSASignature {
    /// Reads what a signer returned.
    init(fromSigner der: [UInt8]) throws {
        self = try translating(ECDSASignature(derRepresentation: der)) { (defect: VerificationError.Malformed) in
            ErrorReport(.refused, "the signer gave no usable signature: \(defect.rawValue)")
        }
    }
}

extension PublicKey {
    /// Reads the SubjectPublicKeyInfo that a token or a service has for a key.
    init(fromSigner der: [UInt8]) throws {
        self = try translating(PublicKey(derRepresentation: der)) { (error: PublicKeyError) in
            ErrorReport(
                .unparsable, "the signer's public key cannot be used: \(error.message)",
                hint: "make a key for ECDSA with the curve P-256 (prime256v1, ECC_NIST_P256)")
        }
    }

    /// The id of a key that was given no other: its fingerprint, which anyone can recompute.
    package var defaultKeyID: KeyID {
        guard let id = KeyID(fingerprint.hexadecimal) else {
            preconditionFailure("64 hexadecimal digits are a key id")
        }
        return id
    }
}
