import Diagnostics
import LocalFiles
import ManifestVerifier

/// The bytes of a document: in memory, or in a file when there may be too many of them for that.
package enum DocumentBody: Sendable {
    case bytes([UInt8])
    case file(BodyFile)

    package var byteCount: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(let file): file.byteCount
        }
    }

    /// The digests of the body.
    ///
    /// - Parameter progress: receives the size of each piece of a file in bytes.
    package func digests(
        date: SignedDate?, progress: (Int) -> Void = { _ in }
    ) throws(FileError) -> BodyDigests {
        switch self {
        case .bytes(let bytes): BodyDigests(of: bytes, date: date)
        case .file(let file): try BodyDigests(of: file.open(), date: date, progress: progress)
        }
    }
}

/// A file that holds a body, opened each time it is read.
package struct BodyFile: Sendable {
    package let folder: Folder
    package let name: String
    /// The size that it must have, in bytes.
    package let byteCount: Int

    package init(folder: Folder, name: String, byteCount: Int) {
        self.folder = folder
        self.name = name
        self.byteCount = byteCount
    }

    /// Opens the file; fails when it has grown.
    package func open() throws(FileError) -> ReadableFile {
        let file = try folder.file(name)
        guard file.size <= byteCount else { throw FileError(file.path, .read, .tooLarge(limit: byteCount)) }
        return file
    }
}

extension DocumentFormat {
    /// Whether bodies of this format are read in a stream because they may be too large for memory.
    package var isStreamed: Bool { self == .webBundle }

    /// Bytes that a body of this format may have in a tree.
    package var byteLimit: Int { isStreamed ? Limits.webBundleBytes : Limits.staticFileBytes }

    /// Whether the document is about web bundles, which the bundle list brings into a tree and not the policy.
    package var concernsWebBundles: Bool {
        [.webBundle, .webBundleManifest, .webBundleIndex].contains(self)
    }
}
