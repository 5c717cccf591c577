import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keeps one document for the next session.
package protocol DocumentKeeper: Sendable {
    /// What was saved last; throws when it cannot be read now.
    func load() throws -> Download?
    /// Replaces what was saved.
    func save(_ manifest: VerifiedManifest) throws
}

/// Keeps the last verified body of one document together with its signature headers, in one file.
///
/// What comes out is as untrusted as what comes over the network: the gate verifies it again. A file that is damaged,
/// cut short or forged counts as none.
public struct ManifestStore: DocumentKeeper {
    private let file: StateFile

    /// A store in a file, which need not exist yet; use one for each document.
    ///
    /// - Parameters:
    ///   - file: a place that is kept when the app is updated, such as Application Support.
    ///   - bodyLimit: the limit of the verifier, in bytes.
    public init(file: URL, bodyLimit: Int = Limits.manifestBytes) {
        self.file = StateFile(url: file, byteLimit: bodyLimit + Limits.sidecarBytes)
    }

    /// What was saved last; nil when there is nothing that has the form of it.
    ///
    /// Throws when there is a file that cannot be read now: on a device that was not unlocked since it was started.
    public func load() throws -> Download? {
        guard let bytes = try file.read(), bytes.starts(with: Self.mark) else { return nil }
        let content = bytes.dropFirst(Self.mark.count)
        // Headers, an empty line, and the body.
        let start = content.prefix(Limits.sidecarBytes)
        guard let end = start.indices.first(where: { content[$0...].starts(with: Self.emptyLine) }),
            let headers = try? [HeaderField](sidecarBytes: Array(content[...end]))
        else { return nil }
        return Download(body: Array(content[(end + Self.emptyLine.count)...]), headers: headers)
    }

    /// Replaces what was saved, in one step.
    public func save(_ manifest: VerifiedManifest) throws {
        let bytes = Self.mark + manifest.signatureHeaders.sidecarBytes + [UInt8(ascii: "\n")] + manifest.body
        guard bytes.count <= file.byteLimit else { throw CocoaError(.fileWriteOutOfSpace) }
        try file.write(bytes)
    }

    private static let mark = Array("signet-manifest: 1\n".utf8)
    private static let emptyLine = Array("\n\n".utf8)
}
