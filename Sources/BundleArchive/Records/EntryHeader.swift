/// What an entry's own header and its record in the directory both say (APPNOTE 4.3.7, 4.3.12).
struct EntryHeader {
    /// Bits of `flags` (APPNOTE 4.4.4).
    enum Flag {
        static let encrypted = 1 << 0
        /// Which level deflate had, which says nothing to a reader.
        static let level = 1 << 1 | 1 << 2
        /// The check sum and the sizes follow behind the content.
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

    /// What the writer says: no extra fields, and the UTF-8 flag only for a name that is not ASCII. Of an ASCII name it
    /// says nothing, and the oldest readers do not know it.
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
        // When the file was changed, which nobody here asks.
        _ = reader.uint32()
        crc = reader.uint32()
        packedByteCount = reader.uint32()
        byteCount = reader.uint32()
        nameBytes = reader.uint16()
        extraBytes = reader.uint16()
    }

    /// The 26 bytes as they stand in both places.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for number in [versionNeeded, flags, method, Self.midnight, Self.firstDay] { bytes.append(uint16: number) }
        for number in [crc, packedByteCount, byteCount] { bytes.append(uint32: number) }
        for number in [nameBytes, extraBytes] { bytes.append(uint16: number) }
        return bytes
    }

    // The earliest time of the format, 1980-01-01 00:00:00: when a file was changed must not change the archive.
    private static let midnight = 0
    private static let firstDay = 1 << 5 | 1
}
