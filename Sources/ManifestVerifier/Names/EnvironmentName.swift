/// The name of an environment, which is also the name of its folder: `[A-Za-z0-9._-]{1,64}` without a leading dot.
public struct EnvironmentName: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// Fails when `name` has another form.
    public init?(_ name: String) {
        guard !name.isEmpty, name.utf8.count <= Limits.nameBytes, !name.hasPrefix("."),
            name.utf8.allSatisfy(\.isNameByte)
        else { return nil }
        rawValue = name
    }

    public var description: String { rawValue }
}
