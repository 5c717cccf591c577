/// What an entry's own header and its record in the directory have in common (APPNOTE 4.3.7, 4.3.12).
struct EntryHeader {
    /// Bits of `flags` (APPNOTE 4.4.4).
    enum Flag {
        static let encrypted = 1 << 0
        /// The level of deflate, which does not matter to a reader.
        static let level = 1 << 1 | 1 << 2
        /// The checksum and the sizes follow the content.
        static let descriptor = 1 << 3
        static let strongEncryption = 1 << 6
        static let utf8 = 1 << 11
        static let maskedHeader = 1 << 13
    }

    static let byteCount = 26

    var versionNeeded: Int
    var flags: Int
    var method: Int
    var crc: Int
    var packedByteCount: Int
    var byteCount: Int
    var nameBytes: Int
    var extraBytes: Int

    /// The header of the writer: no extra fields, and the UTF-8 flag only for a name that is not ASCII. For an ASCII name
    /// the flag means nothing, and the oldest readers do not know it.
    init(name: ArchiveName, method: ArchiveEntry.Method, crc: UInt32, packedByteCount: Int, byteCount: Int) {
        versionNeeded = method == .stored ? 10 : 20
        flags = name.spelling.utf8.allSatisfy { $0 < 0x80 } ? 0 : Flag.utf8
        self.method = method.rawValue
        self.crc = Int(crc)
        self.packedByteCount = packedByteCount
        self.byteCount = byteCount
        nameBytes = name.spelling.utf8.count
        extraBytes = 0
    }

    init(_ reader: inout RecordReader) {
        versionNeeded = reader.uint16()
        flags = reader.uint16()
        method = reader.uint16()
        // When the file was changed, which is not used.
        _ = reader.uint32()
        crc = reader.uint32()
        packedByteCount = reader.uint32()
        byteCount = reader.uint32()
        nameBytes = reader.uint16()
        extraBytes = reader.uint16()
    }

    /// The 26 bytes as in both places.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for number in [versionNeeded, flags, method, Self.midnight, Self.firstDay] { bytes.append(uint16: number) }
        for number in [crc, packedByteCount, byteCount] { bytes.append(uint32: number) }
        for number in [nameBytes, extraBytes] { bytes.append(uint16: number) }
        return bytes
    }

    // The earliest time of the format, 1980-01-01 00:00:00: a file's modification time must not change the archive.
    private static let midnight = 0
    private static let firstDay = 1 << 5 | 1
}

/// The header before an entry's content (APPNOTE 4.3.7).
struct LocalRecord {
    static let signature = 0x0403_4B50
    static let byteCount = 4 + EntryHeader.byteCount

    let header: EntryHeader

    /// Reads 30 bytes; fails when they begin with another signature.
    init?(_ bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "a local header has 30 bytes before its name")
        var reader = RecordReader(bytes)
        guard reader.uint32() == Self.signature else { return nil }
        header = EntryHeader(&reader)
    }

    static func bytes(_ header: EntryHeader, name: ArchiveName) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(uint32: signature)
        return bytes + header.bytes + name.bytes
    }
}

/// Reads the numbers of a record from its beginning on; the caller has checked its length.
struct RecordReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next two bytes as a number, the lowest first.
    mutating func uint16() -> Int { number(2) }

    /// The next four bytes as a number, the lowest first.
    mutating func uint32() -> Int { number(4) }

    private mutating func number(_ count: Int) -> Int {
        defer { position += count }
        return bytes[position..<position + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

extension [UInt8] {
    /// Adds a number of two bytes, the lowest first.
    mutating func append(uint16 number: Int) {
        precondition((0...0xFFFF).contains(number), "the number needs more than two bytes")
        append(contentsOf: [UInt8(number & 0xFF), UInt8(number >> 8)])
    }

    /// Adds a number of four bytes, the lowest first.
    mutating func append(uint32 number: Int) {
        precondition((0...0xFFFF_FFFF).contains(number), "the number needs more than four bytes")
        append(uint16: number & 0xFFFF)
        append(uint16: number >> 16)
    }
}
