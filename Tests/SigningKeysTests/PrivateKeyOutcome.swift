import SigningKeys
import TestSupport

/// Reads a private key as the tool does.
func privateKey(_ pem: [UInt8], passphrase: String? = nil) throws(PrivateKeyError) -> PrivateKey {
    var copy = pem
    return try PrivateKey(pem: SecretBytes(taking: &copy), passphrase: passphrase.map { SecretBytes($0) })
}

/// Why something is refused as a private key; nil when it is one.
func refusal(of pem: [UInt8], passphrase: String? = nil) -> PrivateKeyError? {
    do throws(PrivateKeyError) {
        _ = try privateKey(pem, passphrase: passphrase)
        return nil
    } catch {
        return error
    }
}

/// Why something is refused as a private key; nil when it is one.
func refusal(of pem: String, passphrase: String? = nil) -> PrivateKeyError? {
    refusal(of: Array(pem.utf8), passphrase: passphrase)
}
