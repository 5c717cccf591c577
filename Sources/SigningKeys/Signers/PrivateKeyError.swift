import Diagnostics
import ManifestVerifier

/// Why bytes are no private key that can sign.
package enum PrivateKeyError: Error, Equatable, Sendable {
    case notAPrivateKey
    case malformed
    case passphraseNeeded
    case wrongPassphrase
    /// A passphrase that could not be given again to open what it would encrypt.
    case unusablePassphrase
    case outdatedEncryption
    case otherAlgorithm
    case otherCurve
    /// The private and the public half do not belong together.
    case inconsistent
    case cannotGenerate
    case cannotWrite

    /// The environment variable that holds the passphrase of private keys.
    package static let passphraseVariable = "SIGNET_KEY_PASSPHRASE"

    /// The reason as a phrase.
    package var message: String {
        switch self {
        case .notAPrivateKey: "not a private key in PEM (PKCS#8 or SEC1)"
        case .malformed: "the private key cannot be read"
        case .passphraseNeeded: "the private key is encrypted and there is no passphrase"
        case .wrongPassphrase: "the private key does not open with this passphrase"
        case .unusablePassphrase:
            "the passphrase for the private key is empty, holds a NUL byte or is longer than "
                + "\(Limits.passphraseBytes) bytes"
        case .outdatedEncryption: "the private key has the old PEM encryption, which is too weak"
        case .otherAlgorithm: "the private key is not an elliptic curve key"
        case .otherCurve: "the private key is on another curve; only P-256 signs"
        case .inconsistent: "the private key and its public half do not belong together"
        case .cannotGenerate: "libcrypto cannot make a key"
        case .cannotWrite: "libcrypto cannot write the private key"
        }
    }

    /// The next step, if there is one.
    package var hint: String? {
        switch self {
        case .passphraseNeeded, .wrongPassphrase: "put the passphrase into \(Self.passphraseVariable)"
        case .unusablePassphrase: "for a key without a passphrase unset \(Self.passphraseVariable)"
        case .outdatedEncryption: "convert it: openssl pkcs8 -topk8 -v2 aes-256-cbc -in OLD -out NEW"
        case .otherAlgorithm, .otherCurve: "make a key with: signet keys generate NAME"
        case .notAPrivateKey, .malformed, .inconsistent, .cannotGenerate, .cannotWrite: nil
        }
    }
}
