import ManifestVerifier

/// The record of a bundle that was downloaded, checked and unpacked.
package struct StoredBundle: Equatable, Sendable {
    package let version: SemanticVersion
    /// SHA-256 of the archive that it was unpacked from, 64 lowercase hexadecimal digits.
    package let sha256: String
    /// SHA-256 of the list of its files, as the index says it.
    package let files: String
    /// The shells of this platform that can run the bundle.
    package let shells: ShellRange
    /// Whether a session of it has proved that it works.
    package var isConfirmed: Bool

    package init(
        version: SemanticVersion, sha256: String, files: String, shells: ShellRange, isConfirmed: Bool = false
    ) {
        self.version = version
        self.sha256 = sha256
        self.files = files
        self.shells = shells
        self.isConfirmed = isConfirmed
    }

    func hasBytes(of offer: WebBundleIndex.Entry) -> Bool { sha256 == offer.bundle.sha256 && files == offer.files }
}

/// The bundle that an app shows: the one that it ships, or one that was downloaded.
public enum BundleVersion: Hashable, Sendable, CustomStringConvertible {
    /// The bundle that the app ships.
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
