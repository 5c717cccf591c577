import ManifestFormat

/// A SHA-256 that a list or an index states. A signature over it can be verified, and it cannot be signed: only a
/// `SHA256Digest`, which hashing makes, can.
package struct ListedDigest: Hashable, Sendable, CustomStringConvertible {
    /// 64 lowercase hexadecimal digits.
    package let hexadecimal: String
    let bytes: [UInt8]

    /// Fails unless the text is 64 lowercase hexadecimal digits.
    package init?(hexadecimal: String) {
        let digits = Array(hexadecimal.utf8)
        guard digits.count == 64, digits.allSatisfy({ hexDigitValue($0) != nil && $0.asciiLowercased == $0 }) else {
            return nil
        }
        self.hexadecimal = hexadecimal
        bytes = stride(from: 0, to: 64, by: 2).map { start in
            digits[start...start + 1].reduce(0) { $0 << 4 | (hexDigitValue($1) ?? 0) }
        }
    }

    /// Whether the digest of some bytes is the listed one.
    package func matches(_ digest: SHA256Digest) -> Bool { digest.bytes == bytes }

    package var description: String { hexadecimal }
}
