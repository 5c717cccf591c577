import ManifestVerifier
import SigningKeys
import Testing
import TestSupport

/// A `.jws` in its parts, and the key that signed it: what a tampering begins with.
struct SignedWebFile: Sendable {
    let header: JWS.Header
    let body: [UInt8]
    let signature: ECDSASignature
    let key: PrivateKey

    /// Reads a file; the key is the one that signed it.
    init(_ file: [UInt8], key: PrivateKey) throws {
        let read = try JWS(file)
        (header, body, signature) = (read.header, read.body, read.signature)
        self.key = key
    }

    /// The header as text.
    var headerText: String { String(decoding: header.bytes, as: UTF8.self) }

    /// The three parts of the file.
    var parts: [String] { [base64URL(header.bytes), base64URL(body), base64URL(signature.rawRepresentation)] }

    /// The file.
    var text: String { parts.joined(separator: ".") }

    /// The file with another text in the place of one of its parts.
    func replacing(_ index: Int, by text: String) -> String {
        var parts = parts
        parts[index] = text
        return parts.joined(separator: ".")
    }

    /// The file with another header under the same signature.
    func changingHeader(_ old: String, to new: String) -> String {
        replacing(0, by: base64URL(Array(headerText.replacing(old, with: new).utf8)))
    }

    /// The file with another signature.
    func signed(_ signature: [UInt8]) -> String { replacing(2, by: base64URL(signature)) }

    /// A header and a body with a signature that is made of what it covers.
    static func signing(
        _ header: String, _ body: [UInt8], by sign: ([UInt8]) throws -> [UInt8]
    ) rethrows -> String {
        let input = "\(base64URL(Array(header.utf8))).\(base64URL(body))"
        return "\(input).\(base64URL(try sign(Array(input.utf8))))"
    }
}

extension PrivateKey {
    /// r‖s over bytes.
    func signRaw(_ bytes: [UInt8]) throws -> [UInt8] { try sign(SHA256.hash(bytes)).rawRepresentation }
}

/// Base64url without padding.
func base64URL(_ bytes: [UInt8]) -> String { String(decoding: Base64URL.encode(bytes), as: UTF8.self) }

/// HMAC-SHA256 (RFC 2104).
func hmac(_ message: [UInt8], secret: [UInt8]) -> [UInt8] {
    let key = secret.count > 64 ? SHA256.hash(secret).bytes : secret
    let block = key + [UInt8](repeating: 0, count: 64 - key.count)
    return SHA256.hash(block.map { $0 ^ 0x5C } + SHA256.hash(block.map { $0 ^ 0x36 } + message).bytes).bytes
}
