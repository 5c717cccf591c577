import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where bundles come from; the store has the keys that sign them.
public struct UpdateConfiguration: Sendable {
    /// Where the published tree is: the origin of the environment, such as `https://distribution.example.com`.
    public var base: URL
    /// The largest archive to fetch, in bytes.
    public var byteLimit: Int
    /// The time limit for the whole document, in seconds.
    public var documentTimeLimit: TimeInterval
    /// How archives are downloaded.
    public var download: DownloadRules

    /// A configuration with limits.
    ///
    /// - Parameters:
    ///   - base: the origin of the environment; it may have a path.
    ///   - byteLimit: the largest archive to fetch, in bytes; never more than `Limits.webBundleBytes`.
    ///   - documentTimeLimit: for the whole document.
    ///   - download: how archives are downloaded.
    public init(
        base: URL, byteLimit: Int = Limits.webBundleBytes, documentTimeLimit: TimeInterval = 20,
        download: DownloadRules = DownloadRules()
    ) {
        self.base = base
        self.byteLimit = min(byteLimit, Limits.webBundleBytes)
        self.documentTimeLimit = documentTimeLimit
        self.download = download
    }

    /// What is fetched for the document: `builds/index.json.jws`, which names all bundles and whom they are for.
    public var url: URL { base.appendingPathComponent(Envelope.jws.path(of: .webBundleIndex), isDirectory: false) }

    /// The file in the store that keeps the last verified document.
    static let keptName = "index"
}
