import ManifestFormat
import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keeps the last verified body of one document together with its signature headers, in one file.
///
/// What comes out is as untrusted as what comes over the network: the gate verifies it again. A file that is damaged,
/// cut short or forged counts as none.
public struct ManifestStore: Sendable {
    private let file: StateFile

    /// A store in a file, which need not exist yet; use one for each document.
    ///
    /// - Parameter file: a place that is kept when the app is updated, such as Application Support.
    public init(file: URL) {
        self.file = StateFile(url: file, byteLimit: Limits.manifestBytes + Limits.sidecarBytes)
    }

    /// What was saved last; nil when there is nothing that has the form of it.
    public func load() -> Download? {
        guard let bytes = file.read(), bytes.starts(with: Self.mark) else { return nil }
        let content = bytes.dropFirst(Self.mark.count)
        // Headers, an empty line, and the body.
        guard let end = content.indices.first(where: { content[$0...].starts(with: Self.emptyLine) }),
            let headers = try? [HeaderField](sidecarBytes: Array(content[...end]))
        else { return nil }
        return Download(body: Array(content[(end + Self.emptyLine.count)...]), headers: headers)
    }

    /// Replaces what was saved, in one step.
    public func save(_ manifest: VerifiedManifest) throws {
        try file.write(Self.mark + manifest.signatureHeaders.sidecarBytes + [UInt8(ascii: "\n")] + manifest.body)
    }

    private static let mark = Array("signet-manifest: 1\n".utf8)
    private static let emptyLine = Array("\n\n".utf8)
}
