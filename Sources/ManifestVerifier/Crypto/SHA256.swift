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
