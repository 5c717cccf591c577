import ManifestCrypto
import ManifestFormat

/// Whatever can sign with one private key, wherever that key is.
package protocol Signer: Sendable {
    /// The id that signature headers carry.
    var keyID: KeyID { get }
    /// The public half, as the key ring has it.
    var publicKey: PublicKey { get }
    /// Signs the bytes that have this digest; may be called for many digests at once.
    func sign(_ digest: SHA256Digest) async throws(SigningError) -> ECDSASignature
}

/// Signs with a private key in memory.
package struct LocalSigner: Signer {
    package let keyID: KeyID
    private let key: PrivateKey

    package init(keyID: KeyID, key: PrivateKey) {
        self.keyID = keyID
        self.key = key
    }

    package var publicKey: PublicKey { key.publicKey }

    package func sign(_ digest: SHA256Digest) async throws(SigningError) -> ECDSASignature {
        try key.sign(digest)
    }
}

/// Why something was not signed.
package enum SigningError: Error, Equatable, Sendable {
    /// The body begins like the signed bytes of profile `dated`; a signature over it could be served as one.
    case bodyBeginsWithDate
    /// The signer gave no signature.
    case signerFailed
    /// The signer gave something else than a signature.
    case malformedSignature(ECDSASignature.Failure)

    /// The reason as a phrase.
    package var message: String {
        switch self {
        case .bodyBeginsWithDate:
            "the content begins with a date and a colon; its signature could be replayed as a dated document"
        case .signerFailed: "the signer gave no signature"
        case .malformedSignature(let failure): "the signer gave no usable signature: \(failure.message)"
        }
    }

    /// The next step, if there is one.
    package var hint: String? {
        self == .bodyBeginsWithDate ? "put something else before the date, for example a line feed" : nil
    }
}
