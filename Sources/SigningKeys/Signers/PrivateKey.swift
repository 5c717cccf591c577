import Diagnostics
import LocalFiles
import ManifestVerifier

package struct PrivateKey: Sendable {
    package let publicKey: PublicKey
    private let native: NativePrivateKey

    private init(_ native: NativePrivateKey) throws {
        self.native = native
        publicKey = try translating(PublicKey(uncompressedPoint: native.publicPoint)) { (_: PublicKeyError) in
            ErrorReport.inconsistentKey
        }
    }

    package static func generate() throws -> PrivateKey {
        try PrivateKey(NativePrivateKey.generate())
    }

    /// Reads PEM: PKCS#8, encrypted PKCS#8 with its passphrase, or SEC1 (RFC 5915).
    package init(pem: SecretBytes, passphrase: SecretBytes?) throws {
        let isEncrypted = pem.contains(Self.boundary("ENCRYPTED PRIVATE KEY"))
        if isEncrypted {
            guard let passphrase, passphrase.count > 0 else {
                throw ErrorReport(
                    .unparsable, "the private key is encrypted and there is no passphrase", hint: Self.givePassphrase)
            }
        } else {
            guard ["PRIVATE KEY", "EC PRIVATE KEY"].contains(where: { pem.contains(Self.boundary($0)) }) else {
                throw ErrorReport(.unparsable, "not a private key in PEM (PKCS#8 or SEC1)")
            }
            // The old PEM encryption derives its key with one round of MD5.
            guard !pem.contains("Proc-Type:") else {
                throw ErrorReport(
                    .unparsable, "the private key has the old PEM encryption, which is too weak",
                    hint: "convert it: openssl pkcs8 -topk8 -v2 aes-256-cbc -in OLD -out NEW")
            }
        }
        guard let native = try NativePrivateKey.read(pem: pem, passphrase: isEncrypted ? passphrase : nil) else {
            throw isEncrypted
                ? ErrorReport(
                    .unparsable, "the private key does not open with this passphrase", hint: Self.givePassphrase)
                : ErrorReport(.unparsable, "the private key cannot be read")
        }
        try self.init(native)
    }

    private static let givePassphrase = "put the passphrase into \(SignerSecrets.passphraseVariable)"

    private static func boundary(_ label: String) -> String { "-----BEGIN \(label)-----" }

    /// The PKCS#8 PEM, encrypted with AES-256 when there is a passphrase.
    package func pem(passphrase: SecretBytes?) throws -> SecretBytes {
        if let passphrase {
            // libcrypto writes with every byte there is, but asks for text in a buffer of this size when it reads.
            guard (1...Limits.passphraseBytes).contains(passphrase.count), !passphrase.contains("\0") else {
                throw ErrorReport(
                    .unparsable,
                    "the passphrase for the private key is empty, holds a NUL byte or is longer than "
                        + "\(Limits.passphraseBytes) bytes",
                    hint: "for a key without a passphrase unset \(SignerSecrets.passphraseVariable)")
            }
        }
        return try native.pem(passphrase: passphrase)
    }

    package func sign(_ digest: SHA256Digest) throws -> ECDSASignature {
        guard let der = native.sign(digest.bytes) else { throw ErrorReport(.refused, "the signer gave no signature") }
        return try ECDSASignature(fromSigner: der)
    }
}

package struct LocalSigner: Signer {
    package let keyID: KeyID
    private let key: PrivateKey

    package init(keyID: KeyID, key: PrivateKey) {
        self.keyID = keyID
        self.key = key
    }

    /// Reads the key from PEM.
    init(pem: SecretBytes, passphrase: SecretBytes?, keyID: KeyID?) throws {
        key = try PrivateKey(pem: pem, passphrase: passphrase)
        self.keyID = keyID ?? key.publicKey.defaultKeyID
    }

    package var publicKey: PublicKey { key.publicKey }

    package func sign(
        _ digests: [SHA256Digest], progress: @escaping @Sendable () -> Void
    ) async throws -> [ECDSASignature] {
        try await digests.concurrentMap { (digest) throws in
            defer { progress() }
            return try key.sign(digest)
        }
    }
}
