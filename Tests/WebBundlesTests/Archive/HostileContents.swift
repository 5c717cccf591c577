private let text = Array("content".utf8)
private let entry = RawEntry("a")

private func stream(_ name: String, _ stream: [UInt8], _ message: String) -> HostileArchive {
    HostileArchive(name, entry.deflated(stream), "\"a\": \(message)")
}

private let bomb = entry.deflated(Array("content and more".utf8).inStoredBlock)

/// Defects of contents, which show while they are read.
let hostileContents: [HostileArchive] = [
    HostileArchive(
        "another checksum", entry.both { $0.crc ^= 1 }, "\"a\": its content has a different checksum"),
    HostileArchive(
        "another content", entry.with { $0.payload[0] ^= 1 }, "\"a\": its content has a different checksum"),
    HostileArchive(
        "another checksum when deflated", entry.deflated().both { $0.crc ^= 1 },
        "\"a\": its content has a different checksum"),
    HostileArchive("more than declared", bomb, "\"a\": its content is longer than the directory says"),
    HostileArchive(
        "more than declared, with a fitting checksum", bomb.both { $0.crc = RawEntry("a", "content").directory.crc },
        "\"a\": its content is longer than the directory says"),
    HostileArchive(
        "content where there is none", entry.deflated().both { ($0.byteCount, $0.crc) = (0, 0) },
        "\"a\": its content is longer than the directory says"),
    HostileArchive(
        "a folder with deflated content",
        RawEntry("a/").deflated(text.inStoredBlock), "\"a/\": its content is longer than the directory says"),
    HostileArchive(
        "less than declared", entry.deflated(Array("cont".utf8).inStoredBlock), "\"a\": its content ends too early"),
    stream("no deflate stream", [0xFF] + text, "its content is not a deflate stream"),
    stream("a block of a reserved kind", [0x07], "its content is not a deflate stream"),
    stream("a block with two lengths", [1, 7, 0, 0, 0] + text, "its content is not a deflate stream"),
    stream("a distance before the beginning", [0x03, 0x02, 0x00], "its content is not a deflate stream"),
    stream("no byte", [], "its content ends too early"),
    stream("half a stream", Array(text.inStoredBlock.dropLast()), "its content ends too early"),
    stream("no last block", [0] + text.inStoredBlock.dropFirst(), "its content ends too early"),
    stream("a byte behind the stream", text.inStoredBlock + [0], "has bytes after the end of its content"),
    stream("a second stream", text.inStoredBlock + [UInt8]().inStoredBlock, "has bytes after the end of its content"),
    stream(
        "much behind the stream", text.inStoredBlock + [UInt8](repeating: 0, count: 200_000),
        "has bytes after the end of its content"),
    stream("a zlib stream", [0x78, 0x9C] + text.inStoredBlock, "its content is not a deflate stream"),
]
