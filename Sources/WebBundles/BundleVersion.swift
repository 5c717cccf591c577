import ManifestVerifier

/// Which bundle an app shows: the one that it ships, or one that was downloaded.
public enum BundleVersion: Hashable, Sendable, CustomStringConvertible {
    /// The seed that the app ships.
    case embedded
    /// A bundle of the store, by its version.
    case stored(SemanticVersion)

    /// `embedded`, or the name of the bundle's folder: `v1.5.1`.
    public var description: String {
        switch self {
        case .embedded: "embedded"
        case .stored(let version): "v\(version)"
        }
    }

    /// Reads the description; nil for any other text.
    package init?(_ description: String) {
        if description.hasSameBytes(as: BundleVersion.embedded.description) {
            self = .embedded
        } else if description.utf8.first == UInt8(ascii: "v"),
            let version = SemanticVersion(String(description.dropFirst())), !version.hasBuildMetadata
        {
            self = .stored(version)
        } else {
            return nil
        }
    }
}
