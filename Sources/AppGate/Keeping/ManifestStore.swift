import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

package enum KeptState: Sendable {
    /// The document with its signature.
    case document
    /// What its rules need to be remembered.
    case memory
}

/// Keeps one document for the next session, and what its rules need to be remembered.
package protocol DocumentKeeper: Sendable {
    /// What was kept last; throws when it cannot be read now.
    func read(_ state: KeptState) throws -> [UInt8]?
    /// Replaces what was read, or returns false when something else is kept by now.
    ///
    /// - Parameter patience: how many seconds to wait for others who are writing.
    func replace(_ state: KeptState, _ old: [UInt8]?, with new: [UInt8], patience: TimeInterval) throws -> Bool
}

/// Keeps the last verified body of one document together with its signature, in one file.
///
/// It is one file whatever the envelope, so that the dates of both count. What is loaded is as untrusted as what comes over
/// the network: the gate verifies it again. A file that is damaged, truncated or forged counts as missing. Several gates
/// and processes may share it: each replaces only what it has read, so that none takes back what another has kept.
///
/// Beside the file of a gate document there is one more, whose name ends in `.rules`: a random id that tells this
/// installation from others in roll-outs, and when the device was first told by rules that have a period of grace.
public struct ManifestStore: DocumentKeeper {
    private let document: StateFile
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
        self.init(file: folder.appendingPathComponent(name, isDirectory: false), bodyLimit: bodyLimit)
    }

    /// A store in a file of a name of yours, which need not exist yet; use one for each document and environment.
    ///
    /// - Parameters:
    ///   - file: a place that is kept when the app is updated, such as Application Support.
    ///   - bodyLimit: the limit of the verifier, in bytes.
    public init(file: URL, bodyLimit: Int = Limits.manifestBytes) {
        document = StateFile(url: file, byteLimit: Envelope.jws.byteLimit(ofBody: bodyLimit) + Limits.sidecarBytes)
        memory = StateFile(url: file.appendingPathExtension("rules"), byteLimit: Limits.ruleMemoryBytes)
    }

    package func read(_ state: KeptState) throws -> [UInt8]? { try file(of: state).read() }

    package func replace(_ state: KeptState, _ old: [UInt8]?, with new: [UInt8], patience: TimeInterval) throws -> Bool
    {
        try file(of: state).replace(old, with: new, patience: patience)
    }

    /// Replaces whatever document is kept, for a caller who has a lock of its own.
    package func save(_ manifest: VerifiedManifest) throws { try document.write(manifest.download.kept) }

    private func file(of state: KeptState) -> StateFile {
        switch state {
        case .document: document
        case .memory: memory
        }
    }
}

extension DocumentKeeper {
    /// The document that was kept last in one of these envelopes; nil without one. Throws when it cannot be read now.
    package func load(in envelopes: [Envelope]) throws -> Download? {
        try read(.document).flatMap { Download(kept: $0, in: envelopes) }
    }
}
