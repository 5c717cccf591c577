/// SHA-256 over bytes that come in parts (FIPS 180-4).
public struct SHA256: ~Copyable {
    private let hasher = NativeHasher()

    /// Starts with no bytes.
    public init() {}

    /// Adds `bytes`.
    public func update(_ bytes: [UInt8]) {
        hasher.update(bytes)
    }

    /// The digest of all bytes that were added.
    public consuming func finalize() -> SHA256Digest {
        SHA256Digest(bytes: hasher.finalize())
    }

    /// The digest of the parts, one after the other.
    public static func hash(_ parts: [UInt8]...) -> SHA256Digest {
        let hash = SHA256()
        for part in parts where !part.isEmpty { hash.update(part) }
        return hash.finalize()
    }
}

/// The 32 bytes of a SHA-256 digest; only hashing makes one.
public struct SHA256Digest: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes.
    public let bytes: [UInt8]

    fileprivate init(bytes: [UInt8]) { self.bytes = bytes }

    /// 64 lowercase hexadecimal digits.
    public var hexadecimal: String { bytes.hexadecimal }

    public var description: String { hexadecimal }
}

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
