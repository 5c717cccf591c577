import ManifestVerifier

/// What a store knows of a bundle that was downloaded, checked and unpacked.
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

    /// Whether a shell of that version can run the bundle; the bounds belong to the range.
    package func fits(_ shell: NumericVersion) -> Bool {
        minimumShell <= shell && (maximumShell.map { shell <= $0 } ?? true)
    }
}

extension StoredBundle {
    /// What is to be remembered of a bundle that is offered.
    init(_ bundle: WebBundle) {
        self.init(
            version: bundle.version, sha256: bundle.sha256, minimumShell: bundle.minimumShell,
            maximumShell: bundle.maximumShell)
    }
}
