/// What makes one entry of an archive unacceptable.
package enum EntryDefect: Error, Equatable, Sendable {
    // The name.
    case name(ArchiveName.Failure)
    /// Not marked as UTF-8, and nothing else says which characters the bytes stand for.
    case unmarkedName
    /// A second, different name in an extra field, which other programs would use.
    case secondName
    case duplicateName
    /// The same name as another one on file systems that ignore case, or how characters are composed.
    case sameNameAs(String)
    /// In a folder that is a file.
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

    /// What is wrong, as a phrase.
    package var message: String {
        switch self {
        case .name(let failure): failure.message
        case .unmarkedName: "the name is not ASCII and not marked as UTF-8"
        case .secondName: "an extra field gives the entry another name"
        case .duplicateName: "the name is there twice"
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
        case .storedSizes: "is stored, and has two sizes"
        case .ratio(let limit): "unpacks to more than \(limit) times its size"
        case .overlaps(let other): "overlaps \"\(other)\""
        case .overlapsDirectory: "reaches into the directory"
        case .gapAfter: "is followed by bytes that belong to no entry"
        case .noLocalHeader: "has no header where the directory says"
        case .localHeaderDiffers(let field): "the directory and the entry's own header differ in \(field)"
        case .brokenDescriptor: "the sizes behind the entry are missing or differ from the directory"
        case .brokenDeflate: "its content is no deflate stream"
        case .endsEarly: "its content ends too early"
        case .longerThanDeclared: "its content is longer than the directory says"
        case .bytesAfterDeflate: "has bytes behind the end of its content"
        case .wrongChecksum: "its content has another check sum"
        case .outOfOrder: "names are to be added in the order of their bytes"
        case .changedWhileRead: "was changed while it was packed"
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

    /// The kind by the type bits of a UNIX mode that are those of no file or folder.
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
