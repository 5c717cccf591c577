import Diagnostics
import ManifestVerifier

/// A P-256 private key.
package struct PrivateKey: Sendable {
    /// The public half.
    package let publicKey: PublicKey
    private let native: NativePrivateKey

    private init(_ native: NativePrivateKey) throws(PrivateKeyError) {
        self.native = native
        do throws(PublicKeyError) {
            publicKey = try PublicKey(uncompressedPoint: native.publicPoint)
        } catch {
            throw .inconsistent
        }
    }

    /// Makes a new key.
    package static func generate() throws(PrivateKeyError) -> PrivateKey {
        try PrivateKey(NativePrivateKey.generate())
    }

    /// Reads PEM: PKCS#8, encrypted PKCS#8 with its passphrase, or SEC1 (RFC 5915).
    package init(pem: SecretBytes, passphrase: SecretBytes?) throws(PrivateKeyError) {
        let isEncrypted = pem.contains(Self.boundary("ENCRYPTED PRIVATE KEY"))
        if isEncrypted {
            guard let passphrase, passphrase.count > 0 else { throw .passphraseNeeded }
        } else {
            guard ["PRIVATE KEY", "EC PRIVATE KEY"].contains(where: { pem.contains(Self.boundary($0)) }) else {
                throw .notAPrivateKey
            }
            // The old PEM encryption derives its key with one round of MD5.
            guard !pem.contains("Proc-Type:") else { throw .outdatedEncryption }
        }
        guard let native = try NativePrivateKey.read(pem: pem, passphrase: isEncrypted ? passphrase : nil) else {
            throw isEncrypted ? .wrongPassphrase : .malformed
        }
        try self.init(native)
    }

    private static func boundary(_ label: String) -> String { "-----BEGIN \(label)-----" }

    /// The PKCS#8 PEM, encrypted with AES-256 when there is a passphrase.
    package func pem(passphrase: SecretBytes?) throws(PrivateKeyError) -> SecretBytes {
        if let passphrase {
            // libcrypto writes with every byte there is, but asks for text in a buffer of this size when it reads.
            guard (1...Limits.passphraseBytes).contains(passphrase.count), !passphrase.contains("\0") else {
                throw .unusablePassphrase
            }
        }
        return try native.pem(passphrase: passphrase)
    }

    /// Signs the bytes that have this digest.
    package func sign(_ digest: SHA256Digest) throws(SigningError) -> ECDSASignature {
        guard let der = native.sign(digest.bytes) else { throw .signerFailed }
        do throws(ECDSASignature.Failure) {
            return try ECDSASignature(derRepresentation: der)
        } catch {
            throw .malformedSignature(error)
        }
    }
}
