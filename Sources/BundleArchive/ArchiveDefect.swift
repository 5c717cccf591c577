/// What makes an archive as a whole unacceptable.
package enum ArchiveDefect: Error, Equatable, Sendable {
    /// There is no record that ends an archive where the file ends.
    case noEnd
    /// There is such a record, and behind it a comment or other bytes.
    case bytesAfterEnd
    case split
    case zip64
    case tooLarge(limit: Int)
    case empty
    case tooManyEntries(limit: Int)
    case directoryTooLarge(limit: Int)
    /// The directory is not where, or not as large as, the end record says.
    case misplacedDirectory
    /// The directory does not consist of as many whole records as the end record says.
    case brokenDirectory
    case bytesBeforeFirst
    case unpackedTooLarge(limit: Int)
    /// Something is already in the folder that the archive is to be unpacked into.
    case folderNotEmpty(String)

    /// What is wrong, as a phrase.
    package var message: String {
        switch self {
        case .noEnd: "is no ZIP archive, or its end is missing"
        case .bytesAfterEnd: "has a comment or other bytes behind its end"
        case .split: "is one part of a split archive"
        case .zip64: "is in the ZIP64 format"
        case .tooLarge(let limit): "is larger than \(limit) bytes"
        case .empty: "holds no file"
        case .tooManyEntries(let limit): "holds more than \(limit) files and folders"
        case .directoryTooLarge(let limit): "has a directory of more than \(limit) bytes"
        case .misplacedDirectory: "its directory does not end where its end record begins"
        case .brokenDirectory: "its directory does not hold what its end record says"
        case .bytesBeforeFirst: "has other bytes before its first entry"
        case .unpackedTooLarge(let limit): "unpacks to more than \(limit) bytes"
        case .folderNotEmpty(let path): "\(path): is not empty"
        }
    }
}
