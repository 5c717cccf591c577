import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The document that lists the bundles.
public enum BundleSource: Equatable, Sendable {
    /// `builds/manifest.json`, which names only the newest bundle, and the versions that a device must stop using.
    case manifest
    /// `builds/index.json`, which names all bundles, so that an old shell gets the newest one that it can run, and the
    /// withdrawn ones, so that a device stops using them.
    case index

    /// The path of the document in every tree.
    public var path: DocumentPath {
        switch self {
        case .manifest: .webBundleManifest
        case .index: .webBundleIndex
        }
    }
}

/// Where bundles come from, and which keys sign them.
public struct UpdateConfiguration: Sendable {
    /// Where the published tree is: the origin of the environment, such as `https://distribution.example.com`.
    public var base: URL
    /// The document that lists the bundles.
    public var source: BundleSource
    /// How the signature of that document travels. No URL, redirect or response changes it.
    public var envelope: Envelope
    /// The largest archive to fetch, in bytes.
    public var byteLimit: Int
    /// The time limit for the whole document.
    public var documentTimeLimit: Duration
    /// The time limit for the whole archive.
    public var archiveTimeLimit: Duration
    private let keyRing: TrustedKeys
    private let environment: EnvironmentName

    /// A configuration with a source and limits.
    ///
    /// - Parameters:
    ///   - base: the origin of the environment; it may have a path.
    ///   - source: the document that lists the bundles.
    ///   - envelope: how its signature travels; `jws` unless the app must read what deployed apps read.
    ///   - keyRing: the keys that the app embeds.
    ///   - environment: the environment that the document must come from.
    ///   - byteLimit: the largest archive to fetch, in bytes; never more than `Limits.webBundleBytes`.
    ///   - documentTimeLimit: for the whole document.
    ///   - archiveTimeLimit: for the whole archive.
    public init(
        base: URL, source: BundleSource, envelope: Envelope, keyRing: TrustedKeys, environment: EnvironmentName,
        byteLimit: Int = Limits.webBundleBytes, documentTimeLimit: Duration = .seconds(20),
        archiveTimeLimit: Duration = .seconds(600)
    ) {
        self.base = base
        self.source = source
        self.envelope = envelope
        self.keyRing = keyRing
        self.environment = environment
        self.byteLimit = min(byteLimit, Limits.webBundleBytes)
        self.documentTimeLimit = documentTimeLimit
        self.archiveTimeLimit = archiveTimeLimit
    }

    /// What is fetched for the document.
    public var url: URL { base.appending(path: envelope.path(of: source.path), directoryHint: .notDirectory) }

    var verifier: Verifier {
        let format: DocumentFormat =
            switch source {
            case .manifest: .webBundleManifest
            case .index: .webBundleIndex
            }
        return Verifier(keyRing: keyRing, environment: environment, format: format, profile: .dated)
    }

    /// The file in the store that keeps the last verified document, in either envelope.
    var keptName: String {
        switch source {
        case .manifest: "manifest"
        case .index: "index"
        }
    }
}
