import LocalFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An archive on its way into a file.
///
/// A transport hands pieces on by one thread at a time, and none any more once it has returned; that is when the rest of
/// this is used.
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

    /// Adds a piece.
    func receive(_ piece: [UInt8]) throws {
        do throws(FileError) {
            try file.write(piece)
            byteCount += piece.count
        } catch {
            failure = error
            throw error
        }
    }

    /// Ends the file and opens it to be read.
    func finished() throws(FileError) -> ReadableFile {
        try file.close()
        return try folder.file(Self.name)
    }
}
