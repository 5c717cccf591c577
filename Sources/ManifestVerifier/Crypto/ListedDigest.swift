/// A SHA-256 that a list or an index states. A signature over it can be verified, but it cannot be signed: only a
/// `SHA256Digest`, which hashing makes, can.
package struct ListedDigest: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes.
    package let bytes: [UInt8]

    /// Fails unless the text is 64 lowercase hexadecimal digits.
    package init?(hexadecimal: String) {
        let digits = Array(hexadecimal.utf8)
        guard digits.count == 64, digits.allSatisfy(\.isLowercaseHexDigit) else { return nil }
        let values = digits.compactMap(\.hexDigitValue)
        bytes = stride(from: 0, to: 64, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }

    package init(_ digest: SHA256Digest) { bytes = digest.bytes }

    /// The 32 bytes; nil for any other number of bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// 64 lowercase hexadecimal digits.
    package var hexadecimal: String { bytes.hexadecimal }

    package var description: String { hexadecimal }

    package func matches(_ digest: SHA256Digest) -> Bool { digest.bytes == bytes }
}
