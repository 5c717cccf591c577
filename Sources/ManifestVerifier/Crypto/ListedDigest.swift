/// A SHA-256 that a list or an index states. A signature over it can be verified, and it cannot be signed: only a
/// `SHA256Digest`, which hashing makes, can.
package struct ListedDigest: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes.
    package let bytes: [UInt8]

    /// Fails unless the text is 64 lowercase hexadecimal digits.
    package init?(hexadecimal: String) {
        let values = hexadecimal.utf8.compactMap { Self.digits.firstIndex(of: $0).map(UInt8.init) }
        guard values.count == 64, hexadecimal.utf8.count == 64 else { return nil }
        bytes = stride(from: 0, to: 64, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    /// The listed form of a digest.
    package init(_ digest: SHA256Digest) { bytes = digest.bytes }

    /// The 32 bytes; nil for another number of them.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// 64 lowercase hexadecimal digits.
    package var hexadecimal: String {
        String(decoding: bytes.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    package var description: String { hexadecimal }

    /// Whether the digest of some bytes is the listed one.
    package func matches(_ digest: SHA256Digest) -> Bool { digest.bytes == bytes }

    private static let digits = Array("0123456789abcdef".utf8)
}

extension PublicKey {
    /// Whether `signature` is this key's signature over the bytes that have this digest.
    package func isValidSignature(_ signature: ECDSASignature, for digest: ListedDigest) -> Bool {
        native.isValidSignature(signature, forBytes: digest.bytes)
    }
}
