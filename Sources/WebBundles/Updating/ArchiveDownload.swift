import LocalFiles
import ManifestVerifier

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A download of an archive into a file.
///
/// A transport passes on pieces by one thread at a time, and none once it has returned; only then the rest is used.
final class ArchiveDownload: @unchecked Sendable {
    private static let name = "archive"

    private let folder: Folder
    private let file: WritableFile
    private(set) var byteCount = 0
    /// Why a piece could not be written.
    private(set) var failure: FileError?

    init(in folder: Folder) throws(FileError) {
        self.folder = folder
        file = try folder.create(Self.name)
    }

    func receive(_ piece: [UInt8]) throws {
        do throws(FileError) {
            try file.write(piece)
            byteCount += piece.count
        } catch {
            failure = error
            throw error
        }
    }

    /// Closes the file and opens it for reading.
    func finished() throws(FileError) -> ReadableFile {
        try file.close()
        return try folder.file(Self.name)
    }
}

package enum BundleAddress {
    /// The address that a document at `document` means; nil unless it is an https URL without credentials, or a name
    /// beside the document. Like a transport, it takes http for this very machine only.
    package static func url(_ text: String, beside document: URL) -> URL? {
        if !text.isEmpty, !text.hasPrefix("."), text.utf8.allSatisfy(\.isNameByte) {
            return URL(string: text, relativeTo: document)?.absoluteURL
        }
        guard (try? WebAddress(text, allowsLocalHTTP: true)) != nil else { return nil }
        return URL(string: text)
    }
}
