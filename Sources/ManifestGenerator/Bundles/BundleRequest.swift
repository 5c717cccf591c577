import ManifestCrypto
import ManifestFormat
import ManifestSigning
import PublicationTree

/// Where web bundles are released, by which key and when.
package struct BundleRequest: Sendable {
    package let environment: EnvironmentName
    /// The folder of the keys.
    package let keys: String
    /// The folder of the trees.
    package let output: String
    /// The former tree, a folder of former trees, or the URL of one; nil for the tree in `output`.
    package let previous: String?
    /// Whether a warning stops the release.
    package let isStrict: Bool
    /// The date to sign.
    package let date: SignedDate
    /// What the clock says.
    package let now: SignedDate
    /// What opens the private key.
    package let secrets: SignerSecrets
    /// The environment variables, for programs that are run.
    package let variables: [String: String]

    package init(
        environment: EnvironmentName, keys: String, output: String, previous: String?, isStrict: Bool,
        date: SignedDate, now: SignedDate, secrets: SignerSecrets, variables: [String: String]
    ) {
        self.environment = environment
        self.keys = keys
        self.output = output
        self.previous = previous
        self.isStrict = isStrict
        self.date = date
        self.now = now
        self.secrets = secrets
        self.variables = variables
    }
}

/// Which web bundles an environment offers.
package struct BundleReport: Sendable {
    /// One bundle that is offered.
    package struct Bundle: Sendable {
        package let version: SemanticVersion
        package let minimumShell: NumericVersion
        /// The newest shell that can run it; nil for any.
        package let maximumShell: NumericVersion?
        /// Where apps find the archive.
        package let url: String
        /// Bytes of the archive.
        package let byteCount: Int
        /// SHA-256 of the archive.
        package let digest: SHA256Digest
    }

    package let environment: EnvironmentName
    /// The folder of the tree.
    package let path: String
    /// What is offered, the newest version first.
    package let offered: [Bundle]
    /// What is withdrawn, the newest version first.
    package let withdrawn: [SemanticVersion]
}

extension BundleShelf {
    /// What is on the shelf, for people.
    func report(of environment: EnvironmentName, at path: String) -> BundleReport {
        BundleReport(
            environment: environment, path: path,
            offered: offered.map {
                BundleReport.Bundle(
                    version: $0.version, minimumShell: $0.minimumShell, maximumShell: $0.maximumShell, url: $0.url,
                    byteCount: $0.file.byteCount, digest: $0.digest)
            }, withdrawn: withdrawn)
    }
}
