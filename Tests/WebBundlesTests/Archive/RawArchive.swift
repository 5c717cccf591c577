import WebBundles

/// An archive built byte by byte, in which everything can be wrong.
struct RawArchive: Sendable {
    var entries: [RawEntry] = []
    var prefix: [UInt8] = []
    var beforeEnd: [UInt8] = []
    var end = RawEnd()
    var comment: [UInt8] = []
    var trailing: [UInt8] = []
    /// Whether the records of the directory come in the reverse order.
    var isReversed = false

    init(_ entries: RawEntry...) { self.entries = entries }

    init(_ entries: [RawEntry]) { self.entries = entries }

    var bytes: [UInt8] {
        var body = prefix
        var records: [[UInt8]] = []
        for entry in entries {
            records.append(entry.record(offset: entry.offset ?? body.count))
            body += entry.local
        }
        let directory = (isReversed ? records.reversed() : records).flatMap(\.self)
        var bytes = body + directory + beforeEnd
        bytes.append(number: 0x0605_4B50, bytes: 4)
        bytes.append(number: end.disk, bytes: 2)
        bytes.append(number: end.directoryDisk, bytes: 2)
        bytes.append(number: end.entriesOnDisk ?? end.entries ?? entries.count, bytes: 2)
        bytes.append(number: end.entries ?? entries.count, bytes: 2)
        bytes.append(number: end.directoryBytes ?? directory.count, bytes: 4)
        bytes.append(number: end.directoryOffset ?? body.count, bytes: 4)
        bytes.append(number: end.commentBytes ?? comment.count, bytes: 2)
        return bytes + comment + trailing
    }
}

/// The numbers of an end record; nil for the right one.
struct RawEnd: Sendable {
    var disk = 0
    var directoryDisk = 0
    var entriesOnDisk: Int?
    var entries: Int?
    var directoryBytes: Int?
    var directoryOffset: Int?
    var commentBytes: Int?
}

/// What both headers of an entry say.
struct RawHeader: Sendable {
    var version = 20
    var flags = 0
    var method = 0
    var crc: Int
    var packedByteCount: Int
    var byteCount: Int
    var name: [UInt8]
    var extra: [UInt8] = []
    /// How long the extra fields are said to be; nil for how long they are.
    var extraBytes: Int?

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for number in [version, flags, method, 0x6000, 0x5A21] { bytes.append(number: number, bytes: 2) }
        for number in [crc, packedByteCount, byteCount] { bytes.append(number: number, bytes: 4) }
        bytes.append(number: name.count, bytes: 2)
        bytes.append(number: extraBytes ?? extra.count, bytes: 2)
        return bytes
    }
}

/// An entry of such an archive.
struct RawEntry: Sendable {
    /// What the directory says.
    var directory: RawHeader
    /// What the entry's own header says.
    var header: RawHeader
    var payload: [UInt8]
    var descriptor: [UInt8] = []
    var signature = 0x0403_4B50
    var directorySignature = 0x0201_4B50
    var system = 3
    var disk = 0
    var attributes = 0o100644 << 16
    var comment: [UInt8] = []
    /// Where the directory says that the entry is; nil for where it is.
    var offset: Int?

    /// A file that is stored; a folder when the name ends with a slash.
    init(_ name: String, _ content: String = "content") {
        self.init(bytes: Array(name.utf8), content: name.hasSuffix("/") ? [] : Array(content.utf8))
        if name.hasSuffix("/") { attributes = 0o040755 << 16 | 0x10 }
    }

    init(bytes name: [UInt8], content: [UInt8]) {
        directory = RawHeader(
            crc: Int(CRC32.sum(of: content)), packedByteCount: content.count, byteCount: content.count, name: name)
        header = directory
        payload = content
    }

    /// The entry after a change.
    func with(_ change: (inout RawEntry) -> Void) -> RawEntry {
        var entry = self
        change(&entry)
        return entry
    }

    /// Changes what both headers say.
    func both(_ change: (inout RawHeader) -> Void) -> RawEntry {
        with {
            change(&$0.directory)
            change(&$0.header)
        }
    }

    /// The entry with its content deflated, by any stream.
    func deflated(_ stream: [UInt8]? = nil) -> RawEntry {
        let payload = stream ?? payload.inStoredBlock
        return both {
            $0.method = 8
            $0.packedByteCount = payload.count
        }.with { $0.payload = payload }
    }

    /// The entry with its sizes after the content.
    func streamed(signature: Bool = true) -> RawEntry {
        let numbers = [directory.crc, directory.packedByteCount, directory.byteCount]
        var entry = both { $0.flags |= 8 }
        (entry.header.crc, entry.header.packedByteCount, entry.header.byteCount) = (0, 0, 0)
        if signature { entry.descriptor.append(number: 0x0807_4B50, bytes: 4) }
        for number in numbers { entry.descriptor.append(number: number, bytes: 4) }
        return entry
    }

    var local: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(number: signature, bytes: 4)
        return bytes + header.bytes + header.name + header.extra + payload + descriptor
    }

    func record(offset: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(number: directorySignature, bytes: 4)
        bytes.append(number: system << 8 | 20, bytes: 2)
        bytes += directory.bytes
        for number in [comment.count, disk, 0] { bytes.append(number: number, bytes: 2) }
        bytes.append(number: attributes, bytes: 4)
        bytes.append(number: offset, bytes: 4)
        return bytes + directory.name + directory.extra + comment
    }
}

extension [UInt8] {
    /// Adds a number, the lowest byte first; what does not fit is cut off.
    mutating func append(number: Int, bytes: Int) {
        for place in 0..<bytes { append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }

    /// An extra field.
    static func extra(_ identifier: Int, _ content: [UInt8]) -> [UInt8] {
        var field: [UInt8] = []
        field.append(number: identifier, bytes: 2)
        field.append(number: content.count, bytes: 2)
        return field + content
    }

    /// The extra field that repeats a name as UTF-8.
    static func unicodePath(_ name: String, of header: String, version: UInt8 = 1) -> [UInt8] {
        var content = [version]
        content.append(number: Int(CRC32.sum(of: Array(header.utf8))), bytes: 4)
        return .extra(0x7075, content + Array(name.utf8))
    }
}
