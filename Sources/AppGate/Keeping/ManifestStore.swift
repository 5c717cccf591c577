import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keeps one document for the next session, and what its rules need to be remembered.
package protocol DocumentKeeper: Sendable {
    /// What was saved last; throws when it cannot be read now.
    func load() throws -> Download?
    /// Replaces what was saved.
    func save(_ manifest: VerifiedManifest) throws
    /// The memory that was saved last; throws when it cannot be read now.
    func loadMemory() throws -> RuleMemory?
    /// Replaces the memory that was saved.
    func save(_ memory: RuleMemory) throws
}

/// Keeps the last verified body of one document together with its signature, in one file.
///
/// It is one file whatever the envelope, so that the dates of both count. What is loaded is as untrusted as what comes over
/// the network: the gate verifies it again. A file that is damaged, truncated or forged counts as missing.
///
/// Beside the file of a gate document there is one more, whose name ends in `.rules`: a random id that tells this
/// installation from others in roll-outs, and when the device was first told by rules that have a period of grace.
public struct ManifestStore: DocumentKeeper {
    private let file: StateFile
    private let memory: StateFile

    /// A store of one document, in a folder that stores of other documents and environments may share.
    ///
    /// - Parameters:
    ///   - folder: a place that is kept when the app is updated, such as Application Support; it need not exist yet.
    ///   - environment: the environment of the document.
    ///   - path: the path of the document, without `.jws`.
    ///   - bodyLimit: the limit of the verifier, in bytes.
    public init(
        folder: URL, environment: EnvironmentName, path: DocumentPath, bodyLimit: Int = Limits.manifestBytes
    ) {
        // No environment has a slash, a path may be longer than the name of a file, and two that differ only in the case
        // of letters are one file on some systems.
        let name = SHA256.hash(Array("\(environment)/\(path)".utf8)).hexadecimal
        self.init(file: folder.appending(path: name, directoryHint: .notDirectory), bodyLimit: bodyLimit)
    }

    /// A store in a file of a name of yours, which need not exist yet; use one for each document and environment.
    ///
    /// - Parameters:
    ///   - file: a place that is kept when the app is updated, such as Application Support.
    ///   - bodyLimit: the limit of the verifier, in bytes.
    public init(file: URL, bodyLimit: Int = Limits.manifestBytes) {
        self.file = StateFile(url: file, byteLimit: Envelope.jws.byteLimit(ofBody: bodyLimit) + Limits.sidecarBytes)
        memory = StateFile(url: file.appendingPathExtension("rules"), byteLimit: Limits.ruleMemoryBytes)
    }

    /// What was saved last; nil without a file of this form.
    ///
    /// Throws when there is a file that cannot be read now: on a device that has not been unlocked since it started.
    public func load() throws -> Download? {
        guard let bytes = try file.read() else { return nil }
        if bytes.starts(with: Self.webSignatureMark) {
            return Download(jws: Array(bytes.dropFirst(Self.webSignatureMark.count)))
        }
        guard bytes.starts(with: Self.mark) else { return nil }
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
        let download = manifest.download
        let bytes =
            switch download.envelope {
            case .headers: Self.mark + download.headers.sidecarBytes + [UInt8(ascii: "\n")] + download.body
            case .jws: Self.webSignatureMark + download.body
            }
        guard bytes.count <= file.byteLimit else { throw CocoaError(.fileWriteOutOfSpace) }
        try file.write(bytes)
    }

    package func loadMemory() throws -> RuleMemory? { try memory.read().flatMap { RuleMemory($0) } }

    package func save(_ memory: RuleMemory) throws { try self.memory.write(memory.bytes) }

    private static let mark = Array("signet-manifest: 1\n".utf8)
    private static let webSignatureMark = Array("signet-jws: 1\n".utf8)
    private static let emptyLine = Array("\n\n".utf8)
}

/// A small file of ours that anything may have damaged, replaced or removed since it was written.
struct StateFile: Sendable {
    let url: URL
    /// More than this is not read, in bytes.
    let byteLimit: Int

    /// The content; nil without a usable file.
    ///
    /// Throws when there is a file that cannot be read now: on a device that has not been unlocked since it started.
    func read() throws -> [UInt8]? {
        do {
            // Neither a link nor a pipe, on which reading would wait.
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
            guard attributes[.type] as? FileAttributeType == .typeRegular,
                // An NSNumber or a UInt, depending on the Foundation that the app links.
                let size = attributes[.size].flatMap({ Int("\($0)") }), (0...byteLimit).contains(size)
            else { return nil }
            let data = try Data(contentsOf: url)
            return data.count <= byteLimit ? [UInt8](data) : nil
        } catch let error as CocoaError where [.fileReadNoSuchFile, .fileNoSuchFile].contains(error.code) {
            return nil
        }
    }

    /// Replaces the content in one step, and makes the folder if it is not there.
    func write(_ bytes: [UInt8]) throws {
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url, options: .atomic)
    }
}
