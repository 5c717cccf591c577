import ManifestVerifier

/// On which terms a web bundle is offered.
package struct BundleOffer: Sendable {
    /// The version of the bundle.
    package let version: SemanticVersion
    /// The oldest shell that can run it.
    package let minimumShell: NumericVersion
    /// The newest shell that can run it; nil for any.
    package let maximumShell: NumericVersion?

    /// Why an offer is refused.
    package enum Failure: Error, Equatable, Sendable {
        case version(String)
        case prerelease(SemanticVersion)
        case shell(String)
        case shellRange

        /// The reason as a phrase.
        package var message: String {
            switch self {
            case .version(let text):
                "--version \(text) is not a semantic version without build metadata, like 1.5.1 or 2.0.0-rc.1"
            case .prerelease(let version):
                "--version \(version) is a prerelease, and every app that it fits would get it; say --prerelease to offer it"
            case .shell(let text): "\(text) is not the version of a shell, 1 to 3 numbers like 2.0.0"
            case .shellRange: "--max-shell is below --min-shell"
            }
        }
    }

    /// Fails for what no client would take, and for a prerelease that is not meant to be one.
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
        Self.entry(version, sha256, byteCount: byteCount, minimumShell, maximumShell)
    }

    /// An entry of a list, on one line.
    static func entry(
        _ version: SemanticVersion, _ sha256: String, byteCount: Int, _ minimum: NumericVersion,
        _ maximum: NumericVersion?
    ) -> String {
        let members =
            [
                ("version", "\"\(version)\""), ("sha256", "\"\(sha256)\""), ("size", "\(byteCount)"),
                ("minShellVersion", "\"\(minimum)\""),
            ] + (maximum.map { [("maxShellVersion", "\"\($0)\"")] } ?? [])
        return "{ " + members.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + " }"
    }
}
