/// The id that names a key in a signature: `[A-Za-z0-9._:/-]{1,256}`.
public struct KeyID: Hashable, Sendable, CustomStringConvertible {
    /// The id.
    public let rawValue: String

    /// Fails for any other form.
    public init?(_ id: String) {
        guard (1...Limits.keyIDBytes).contains(id.utf8.count),
            id.utf8.allSatisfy({ $0.isNameByte || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") })
        else { return nil }
        rawValue = id
    }

    public var description: String { rawValue }
}
