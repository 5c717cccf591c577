import ManifestVerifier

/// The record of a bundle that was downloaded, checked and unpacked.
package struct StoredBundle: Equatable, Sendable {
    package let version: SemanticVersion
    /// SHA-256 of the archive that it was unpacked from, 64 lowercase hexadecimal digits.
    package let sha256: String
    /// The oldest shell that can run the bundle.
    package let minimumShell: NumericVersion
    /// The newest shell that can run it; nil for any.
    package let maximumShell: NumericVersion?
    /// Whether a session of it has proved that it works.
    package var isConfirmed: Bool

    package init(
        version: SemanticVersion, sha256: String, minimumShell: NumericVersion, maximumShell: NumericVersion?,
        isConfirmed: Bool = false
    ) {
        self.version = version
        self.sha256 = sha256
        self.minimumShell = minimumShell
        self.maximumShell = maximumShell
        self.isConfirmed = isConfirmed
    }

    /// Whether a shell of that version can run the bundle; the range includes its bounds.
    package func fits(_ shell: NumericVersion) -> Bool {
        minimumShell <= shell && (maximumShell.map { shell <= $0 } ?? true)
    }
}

extension StoredBundle {
    init(_ bundle: WebBundle) {
        self.init(
            version: bundle.version, sha256: bundle.sha256, minimumShell: bundle.minimumShell,
            maximumShell: bundle.maximumShell)
    }
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
