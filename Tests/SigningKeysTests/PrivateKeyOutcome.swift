import Diagnostics
import SigningKeys
import Testing
import TestSupport

/// Why something is refused as a private key, by the message of the refusal.
enum PrivateKeyRefusal: String {
    case notAPrivateKey = "not a private key in PEM (PKCS#8 or SEC1)"
    case malformed = "the private key cannot be read"
    case passphraseNeeded = "the private key is encrypted and there is no passphrase"
    case wrongPassphrase = "the private key does not open with this passphrase"
    case outdatedEncryption = "the private key has the old PEM encryption, which is too weak"
    case otherAlgorithm = "the private key is not an elliptic curve key"
    case otherCurve = "the private key is on another curve; only P-256 signs"
    case inconsistent = "the private key and its public half do not belong together"
}

/// Reads a private key as the tool does.
func privateKey(_ pem: [UInt8], passphrase: String? = nil) throws -> PrivateKey {
    var copy = pem
    return try PrivateKey(pem: SecretBytes(taking: &copy), passphrase: passphrase.map { SecretBytes($0) })
}

/// The report of a refusal as a private key; nil when it is one.
func report(of pem: [UInt8], passphrase: String? = nil) -> ErrorReport? {
    do {
        _ = try privateKey(pem, passphrase: passphrase)
        return nil
    } catch {
        return ErrorReport(error)
    }
}

/// Why something is refused as a private key; nil when it is one.
func refusal(of pem: [UInt8], passphrase: String? = nil) -> PrivateKeyRefusal? {
    guard let report = report(of: pem, passphrase: passphrase) else { return nil }
    let refusal = PrivateKeyRefusal(rawValue: report.message)
    #expect(refusal != nil, "\(report.message)")
    #expect(report.kind == .unparsable)
    return refusal
}

/// Why something is refused as a private key; nil when it is one.
func refusal(of pem: String, passphrase: String? = nil) -> PrivateKeyRefusal? {
    refusal(of: Array(pem.utf8), passphrase: passphrase)
}
