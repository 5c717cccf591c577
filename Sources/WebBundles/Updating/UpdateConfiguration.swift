import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Which document says what there is.
public enum BundleSource: Equatable, Sendable {
    /// `builds/manifest.json`, which names the newest bundle only, and the versions that a device must leave.
    case manifest(URL)
    /// `builds/index.json`, which names all bundles, so that a shell that is too old for the newest one still gets the
    /// newest that it can run, and those that are withdrawn, so that a device leaves them.
    case index(URL)

    /// Where the document is.
    public var url: URL {
        switch self {
        case .manifest(let url), .index(let url): url
        }
    }
}

/// Where bundles come from, and who must have signed them.
public struct UpdateConfiguration: Sendable {
    /// Which document says what there is.
    public var source: BundleSource
    /// The largest archive that is fetched, in bytes.
    public var byteLimit: Int
    /// For the whole document.
    public var documentTimeLimit: Duration
    /// For the whole archive.
    public var archiveTimeLimit: Duration
    private let keyRing: TrustedKeys
    private let environment: EnvironmentName

    /// - Parameters:
    ///   - source: which document says what there is.
    ///   - keyRing: the keys that the app embeds.
    ///   - environment: the environment that the document must come from.
    ///   - byteLimit: the largest archive that is fetched, in bytes; never more than `Limits.webBundleBytes`.
    ///   - documentTimeLimit: for the whole document.
    ///   - archiveTimeLimit: for the whole archive.
    public init(
        source: BundleSource, keyRing: TrustedKeys, environment: EnvironmentName,
        byteLimit: Int = Limits.webBundleBytes, documentTimeLimit: Duration = .seconds(20),
        archiveTimeLimit: Duration = .seconds(600)
    ) {
        self.source = source
        self.keyRing = keyRing
        self.environment = environment
        self.byteLimit = min(byteLimit, Limits.webBundleBytes)
        self.documentTimeLimit = documentTimeLimit
        self.archiveTimeLimit = archiveTimeLimit
    }

    var verifier: Verifier {
        let format: DocumentFormat =
            switch source {
            case .manifest: .webBundleManifest
            case .index: .webBundleIndex
            }
        return Verifier(keyRing: keyRing, environment: environment, format: format, profile: .dated)
    }

    /// The file in the store that keeps the last verified document.
    var keptName: String {
        switch source {
        case .manifest: "manifest"
        case .index: "index"
        }
    }
}
