import LocalFiles

/// Why an archive is refused, or cannot be written or unpacked.
package enum ArchiveError: Error, Equatable, Sendable {
    /// Reading or writing failed.
    case file(FileError)
    /// The archive as a whole is not acceptable.
    case archive(ArchiveDefect)
    /// One entry is not acceptable; its name is as in the archive, with everything unprintable replaced.
    case entry(String, EntryDefect)

    /// What is wrong, as a phrase that carries the entry's name.
    package var message: String {
        switch self {
        case .file(let error): error.message
        case .archive(let defect): defect.message
        case .entry(let name, let defect): "\"\(name)\": \(defect.message)"
        }
    }
}

/// What makes an archive as a whole unacceptable.
package enum ArchiveDefect: Error, Equatable, Sendable {
    /// The file does not end with an archive's end record.
    case noEnd
    /// A comment or other bytes follow the end record.
    case bytesAfterEnd
    case split
    case zip64
    case tooLarge(limit: Int)
    case empty
    case tooManyEntries(limit: Int)
    case directoryTooLarge(limit: Int)
    /// The directory is not where, or not as large as, the end record says.
    case misplacedDirectory
    /// The directory does not consist of the number of records in the end record.
    case brokenDirectory
    case bytesBeforeFirst
    case unpackedTooLarge(limit: Int)
    case folderNotEmpty(String)

    package var message: String {
        switch self {
        case .noEnd: "is not a ZIP archive, or its end is missing"
        case .bytesAfterEnd: "has a comment or other bytes after its end"
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

/// What makes one entry of an archive unacceptable.
package enum EntryDefect: Error, Equatable, Sendable {
    // The name.
    case name(ArchiveName.Failure)
    /// Not marked as UTF-8, and nothing else gives its encoding.
    case unmarkedName
    /// A second, different name in an extra field, which other programs would use.
    case secondName
    case duplicateName
    /// The same name as another one on file systems that ignore case or Unicode composition.
    case sameNameAs(String)
    case belowFile(String)
    /// A file that other entries need as a folder.
    case fileAndFolder

    // What it is.
    case specialFile(SpecialFile)
    case specialPermissions
    /// A folder by its name and a file by its attributes, or the reverse.
    case contradictsName
    case folderWithContent
    case encrypted
    case unknownMethod(Int)
    case unknownFlags(Int)
    case tooNew(Int)
    case zip64
    case split
    case brokenExtraFields

    // Its sizes and its place.
    case tooLarge(limit: Int)
    case storedSizes
    case ratio(limit: Int)
    case overlaps(String)
    case overlapsDirectory
    /// Followed by bytes that belong to no entry.
    case gapAfter
    case noLocalHeader
    case localHeaderDiffers(String)
    case brokenDescriptor

    // Its content.
    case brokenDeflate
    case endsEarly
    case longerThanDeclared
    case bytesAfterDeflate
    case wrongChecksum

    // Writing.
    case outOfOrder
    case changedWhileRead

    package var message: String {
        switch self {
        case .name(let failure): failure.message
        case .unmarkedName: "the name is not ASCII and not marked as UTF-8"
        case .secondName: "an extra field gives the entry another name"
        case .duplicateName: "the name appears twice"
        case .sameNameAs(let other): "the name differs from \"\(other)\" only by case or Unicode form"
        case .belowFile(let file): "lies below \"\(file)\", which is a file"
        case .fileAndFolder: "is a file, and other entries need it as a folder"
        case .specialFile(let kind): "is \(kind.rawValue)"
        case .specialPermissions: "has the setuid, setgid or sticky bit"
        case .contradictsName: "its attributes contradict its name, which ends with a slash for folders only"
        case .folderWithContent: "is a folder with content"
        case .encrypted: "is encrypted"
        case .unknownMethod(let method): "is packed by method \(method), neither stored (0) nor deflated (8)"
        case .unknownFlags(let flags): "has unknown flags 0x\(String(flags, radix: 16))"
        case .tooNew(let version): "needs version \(version / 10).\(version % 10) of the ZIP format"
        case .zip64: "is in the ZIP64 format"
        case .split: "is on another part of a split archive"
        case .brokenExtraFields: "its extra fields are broken"
        case .tooLarge(let limit): "unpacks to more than \(limit) bytes"
        case .storedSizes: "is stored, but has two different sizes"
        case .ratio(let limit): "unpacks to more than \(limit) times its size"
        case .overlaps(let other): "overlaps \"\(other)\""
        case .overlapsDirectory: "reaches into the directory"
        case .gapAfter: "is followed by bytes that belong to no entry"
        case .noLocalHeader: "has no header where the directory says"
        case .localHeaderDiffers(let field): "the directory and the entry's own header differ in \(field)"
        case .brokenDescriptor: "the sizes after the entry are missing or differ from the directory"
        case .brokenDeflate: "its content is not a deflate stream"
        case .endsEarly: "its content ends too early"
        case .longerThanDeclared: "its content is longer than the directory says"
        case .bytesAfterDeflate: "has bytes after the end of its content"
        case .wrongChecksum: "its content has a different checksum"
        case .outOfOrder: "names must be added in the order of their bytes"
        case .changedWhileRead: "changed while it was packed"
        }
    }
}

/// A kind of file that a web bundle never holds.
package enum SpecialFile: String, Sendable {
    case symbolicLink = "a symbolic link"
    case device = "a device"
    case pipe = "a named pipe"
    case socket = "a socket"
    case unknown = "neither a file nor a folder"

    /// The kind by the type bits of a UNIX mode that is neither a file's nor a folder's.
    init(mode: Int) {
        self =
            switch mode & 0o170000 {
            case 0o120000: .symbolicLink
            case 0o060000, 0o020000: .device
            case 0o010000: .pipe
            case 0o140000: .socket
            default: .unknown
            }
    }
}
