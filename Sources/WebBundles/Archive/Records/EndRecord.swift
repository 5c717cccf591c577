/// The record that ends an archive (APPNOTE 4.3.16).
struct EndRecord {
    static let signature = 0x0605_4B50
    static let byteCount = 22

    let disk: Int
    let directoryDisk: Int
    let entriesOnDisk: Int
    let entries: Int
    let directoryBytes: Int
    let directoryOffset: Int
    let commentBytes: Int

    /// The record of an archive that is one file and has no comment.
    init(entries: Int, directoryBytes: Int, directoryOffset: Int) {
        (disk, directoryDisk, commentBytes) = (0, 0, 0)
        entriesOnDisk = entries
        self.entries = entries
        self.directoryBytes = directoryBytes
        self.directoryOffset = directoryOffset
    }

    /// Reads 22 bytes; fails when they begin with another signature.
    init?(_ bytes: [UInt8]) {
        precondition(bytes.count == Self.byteCount, "an end record has 22 bytes")
        var reader = RecordReader(bytes)
        guard reader.uint32() == Self.signature else { return nil }
        disk = reader.uint16()
        directoryDisk = reader.uint16()
        entriesOnDisk = reader.uint16()
        entries = reader.uint16()
        directoryBytes = reader.uint32()
        directoryOffset = reader.uint32()
        commentBytes = reader.uint16()
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(uint32: Self.signature)
        for number in [disk, directoryDisk, entriesOnDisk, entries] { bytes.append(uint16: number) }
        bytes.append(uint32: directoryBytes)
        bytes.append(uint32: directoryOffset)
        bytes.append(uint16: commentBytes)
        return bytes
    }
}
