import ManifestVerifier

/// The newest version of the app in the store.
public struct StoreVersion: Equatable, Sendable {
    /// The version.
    public let version: NumericVersion
    /// The oldest iOS that it runs on; nil when that is not known.
    public let minimumSystem: NumericVersion?

    /// A version in the store.
    public init(version: NumericVersion, minimumSystem: NumericVersion? = nil) {
        self.version = version
        self.minimumSystem = minimumSystem
    }
}
