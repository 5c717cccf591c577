import ManifestFormat

/// On which terms a web bundle is offered.
package struct BundleOffer: Sendable {
    /// The version of the bundle.
    let version: SemanticVersion
    /// The oldest shell that can run it.
    let minimumShell: NumericVersion
    /// The newest shell that can run it; nil for any.
    let maximumShell: NumericVersion?
    /// What comes before the archive's name in its URL: an https URL with a `/` at its end, or nothing.
    let urlPrefix: String

    /// Why an offer is none.
    package enum Failure: Error, Equatable, Sendable {
        case version(String)
        case shell(String)
        case shellRange
        case urlPrefix(String)

        /// The reason as a phrase.
        package var message: String {
            switch self {
            case .version(let text):
                "--version \(text) is not a semantic version without build metadata, like 1.5.1 or 2.0.0-rc.1"
            case .shell(let text): "\(text) is not the version of a shell, 1 to 3 numbers like 2.0.0"
            case .shellRange: "--max-shell is below --min-shell"
            case .urlPrefix(let text):
                "--url-prefix \(text) is not an https URL of A-Z a-z 0-9 . _ - ~ / without credentials and query"
            }
        }
    }

    /// Fails for what no client would take.
    package init(
        version: String, minimumShell: String, maximumShell: String?, urlPrefix: String?
    ) throws(Failure) {
        guard let parsed = SemanticVersion(version), !parsed.hasBuildMetadata else { throw .version(version) }
        self.version = parsed
        self.minimumShell = try Self.shell(minimumShell)
        self.maximumShell = try maximumShell.map { (text) throws(Failure) in try Self.shell(text) }
        if let maximum = self.maximumShell, maximum < self.minimumShell { throw .shellRange }
        var prefix = urlPrefix ?? ""
        if !prefix.isEmpty {
            let rest = prefix.dropFirst(8)
            let host = rest.prefix { $0 != "/" }
            guard prefix.hasPrefix("https://"), !host.isEmpty, prefix.utf8.count <= Limits.pathBytes / 2,
                rest.utf8.allSatisfy({ $0.isASCIIAlphanumeric || "._-~/:".utf8.contains($0) })
            else { throw .urlPrefix(prefix) }
            if !prefix.hasSuffix("/") { prefix += "/" }
        }
        self.urlPrefix = prefix
    }

    private static func shell(_ text: String) throws(Failure) -> NumericVersion {
        guard let version = NumericVersion(text) else { throw .shell(text) }
        return version
    }

    /// Where apps find the archive.
    var url: String { urlPrefix + DocumentPath.webBundleName(version) }
}
