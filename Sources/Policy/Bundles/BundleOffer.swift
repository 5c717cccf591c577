import ManifestVerifier

package struct BundleOffer: Sendable {
    package let version: SemanticVersion
    /// The oldest shell that can run it.
    package let minimumShell: NumericVersion
    /// The newest shell that can run it; nil for any.
    package let maximumShell: NumericVersion?

    package enum Failure: Error, Equatable, Sendable {
        /// The version is not a semantic version without build metadata.
        case version(String)
        /// The version is a prerelease, which was not allowed.
        case prerelease(SemanticVersion)
        /// A bound is not a version of a shell.
        case shell(String)
        /// The newest shell is older than the oldest one.
        case shellRange
    }

    /// Fails for what no client would accept, and for a prerelease unless it is allowed.
    package init(
        version: String, minimumShell: String, maximumShell: String?, allowsPrerelease: Bool
    ) throws(Failure) {
        guard let parsed = SemanticVersion(version), !parsed.hasBuildMetadata else { throw .version(version) }
        guard allowsPrerelease || !parsed.isPrerelease else { throw .prerelease(parsed) }
        self.version = parsed
        self.minimumShell = try Self.shell(minimumShell)
        self.maximumShell = try maximumShell.map { (text) throws(Failure) in try Self.shell(text) }
        if let maximum = self.maximumShell, maximum < self.minimumShell { throw .shellRange }
    }

    private static func shell(_ text: String) throws(Failure) -> NumericVersion {
        guard let version = NumericVersion(text) else { throw .shell(text) }
        return version
    }

    /// The entry of the list, on one line.
    package func entry(_ sha256: String, byteCount: Int) -> String {
        let members =
            [
                ("version", "\"\(version)\""), ("sha256", "\"\(sha256)\""), ("size", "\(byteCount)"),
                ("minShellVersion", "\"\(minimumShell)\""),
            ] + (maximumShell.map { [("maxShellVersion", "\"\($0)\"")] } ?? [])
        return "{ " + members.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + " }"
    }
}
