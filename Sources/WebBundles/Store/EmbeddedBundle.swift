import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The web bundle that an app ships: what is shown when there is nothing better. It needs no confirmation.
public struct EmbeddedBundle: Equatable, Sendable {
    /// How the app ships it.
    enum Source: Equatable, Sendable {
        case folder(URL)
        case archive(URL)
    }

    /// The version, by which it competes with those that were downloaded.
    public let version: SemanticVersion
    let source: Source

    /// A bundle in a folder of the app, which is served where it is.
    public init(version: SemanticVersion, folder: URL) {
        self.version = version
        source = .folder(folder)
    }

    /// A bundle in an archive of the app, which the store unpacks once and again when the archive is another one.
    public static func archive(version: SemanticVersion, file: URL) -> EmbeddedBundle {
        EmbeddedBundle(version: version, source: .archive(file))
    }

    private init(version: SemanticVersion, source: Source) {
        self.version = version
        self.source = source
    }
}
