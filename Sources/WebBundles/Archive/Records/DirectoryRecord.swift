/// An entry's record in the directory at the end of an archive (APPNOTE 4.3.12).
struct DirectoryRecord {
    static let signature = 0x0201_4B50
    static let byteCount = 4 + 2 + EntryHeader.byteCount + 14

    /// The system of the attributes (APPNOTE 4.4.2).
    let system: Int
    let header: EntryHeader
    let disk: Int
    let attributes: Int
    /// Where the entry's own header is.
    let offset: Int
    let name: [UInt8]
    let extra: [UInt8]

    /// Reads the record at `position` and moves that to its end; fails without a whole record.
    init?(_ directory: [UInt8], at position: inout Int) {
        guard directory.count - position >= Self.byteCount else { return nil }
        var reader = RecordReader(Array(directory[position..<position + Self.byteCount]))
        guard reader.uint32() == Self.signature else { return nil }
        system = reader.uint16() >> 8
        header = EntryHeader(&reader)
        let commentBytes = reader.uint16()
        disk = reader.uint16()
        // Whether the content is text, which is not used.
        _ = reader.uint16()
        attributes = reader.uint32()
        offset = reader.uint32()
        let nameStart = position + Self.byteCount
        let extraStart = nameStart + header.nameBytes
        let commentStart = extraStart + header.extraBytes
        guard commentStart + commentBytes <= directory.count else { return nil }
        name = Array(directory[nameStart..<extraStart])
        extra = Array(directory[extraStart..<commentStart])
        position = commentStart + commentBytes
    }

    /// The UNIX mode; 0 without one.
    var mode: Int { attributes >> 16 }

    /// The record of a regular file of mode 0644, with its name.
    static func bytes(_ header: EntryHeader, name: ArchiveName, offset: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(uint32: signature)
        bytes.append(uint16: System.unix << 8 | 20)
        bytes += header.bytes
        // No comment, the only disk, not text.
        for number in [0, 0, 0] { bytes.append(uint16: number) }
        bytes.append(uint32: 0o100644 << 16)
        bytes.append(uint32: offset)
        return bytes + name.bytes
    }

    /// The systems whose names are UTF-8 by convention, marked or not.
    enum System {
        static let unix = 3
        static let macOS = 19
    }
}
