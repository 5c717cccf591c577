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

    /// The record with its name as it stands in an archive.
    static func bytes(_ header: EntryHeader, name: ArchiveName) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(uint32: signature)
        return bytes + header.bytes + name.bytes
    }
}
