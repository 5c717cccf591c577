/// A SHA-256 that was read and not computed: a signature can be verified for it, and nothing is signed by it, for which
/// there is `SHA256Digest`.
package struct ListedDigest: Hashable, Sendable {
    /// The 32 bytes.
    package let bytes: [UInt8]

    /// Reads 64 lowercase hexadecimal digits; nil for anything else.
    package init?(hexadecimal text: String) {
        let digits = text.utf8.map(Self.value(of:))
        guard digits.count == 64, digits.allSatisfy({ $0 < 16 }) else { return nil }
        bytes = stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// The 32 bytes; nil for another number of them.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// What a digit stands for; 16 for another character.
    private static func value(of digit: UInt8) -> UInt8 {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: 16
        }
    }
}

extension PublicKey {
    /// Whether `signature` is this key's signature over the bytes that have this digest.
    package func isValidSignature(_ signature: ECDSASignature, for digest: ListedDigest) -> Bool {
        native.isValidSignature(signature, forBytes: digest.bytes)
    }
}
