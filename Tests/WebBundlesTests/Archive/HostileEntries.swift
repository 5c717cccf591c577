private let entry = RawEntry("a")

private func kind(_ name: String, _ mode: Int, _ what: String) -> HostileArchive {
    HostileArchive(name, entry.with { $0.attributes = mode << 16 }, "\"a\": is \(what)")
}

private func flag(_ name: String, _ flags: Int, _ message: String) -> HostileArchive {
    HostileArchive(name, entry.both { $0.flags = flags }, "\"a\": \(message)")
}

private func extra(_ name: String, _ extra: [UInt8], _ message: String) -> HostileArchive {
    HostileArchive(name, entry.both { $0.extra = extra }, "\"a\": \(message)")
}

private func differs(_ name: String, _ field: String, _ change: (inout RawHeader) -> Void) -> HostileArchive {
    HostileArchive(
        name, entry.with { change(&$0.header) }, "\"a\": the directory and the entry's own header differ in \(field)")
}

private func descriptor(_ name: String, _ change: (inout [UInt8]) -> Void) -> HostileArchive {
    HostileArchive(
        name, entry.streamed().with { change(&$0.descriptor) },
        "\"a\": the sizes after the entry are missing or differ from the directory")
}

private let zip64 = "\"a\": is in the ZIP64 format"
private let contradiction = "its attributes contradict its name, which ends with a slash for folders only"
private let gap = "\"a\": is followed by bytes that belong to no entry"

/// Defects of single entries that show before their content is read.
let hostileEntries: [HostileArchive] = [
    kind("a symbolic link", 0o120777, "a symbolic link"),
    kind("a block device", 0o060644, "a device"),
    kind("a character device", 0o020644, "a device"),
    kind("a named pipe", 0o010644, "a named pipe"),
    kind("a socket", 0o140644, "a socket"),
    kind("an unknown kind", 0o150644, "neither a file nor a folder"),
    HostileArchive(
        "a symbolic link by a name of a folder", RawEntry("a/").with { $0.attributes = 0o120777 << 16 },
        "\"a/\": is a symbolic link"),
    HostileArchive(
        "a symbolic link from MS-DOS", entry.with { ($0.attributes, $0.system) = (0o120777 << 16, 0) },
        "\"a\": is a symbolic link"),
    HostileArchive(
        "a symbolic link from macOS", entry.with { ($0.attributes, $0.system) = (0o120777 << 16, 19) },
        "\"a\": is a symbolic link"),
    HostileArchive(
        "a link and a file behind it",
        RawArchive(
            RawEntry("link", "/tmp").with { $0.attributes = 0o120777 << 16 }, RawEntry("link/evil")),
        "\"link\": is a symbolic link"),
    HostileArchive(
        "setuid", entry.with { $0.attributes = 0o104755 << 16 }, "\"a\": has the setuid, setgid or sticky bit"),
    HostileArchive(
        "setgid without a kind", entry.with { $0.attributes = 0o002755 << 16 },
        "\"a\": has the setuid, setgid or sticky bit"),
    HostileArchive(
        "a folder without a slash", entry.with { $0.attributes = 0o040755 << 16 }, "\"a\": \(contradiction)"),
    HostileArchive(
        "a folder of MS-DOS without a slash", entry.with { $0.attributes = 0x10 }, "\"a\": \(contradiction)"),
    HostileArchive(
        "a file with a slash", RawEntry("a/").with { $0.attributes = 0o100644 << 16 }, "\"a/\": \(contradiction)"),
    HostileArchive("a label of a volume", entry.with { $0.attributes = 0x08 }, "\"a\": \(contradiction)"),
    HostileArchive(
        "a folder with content", RawEntry(bytes: Array("a/".utf8), content: [1]).with { $0.attributes = 0x10 },
        "\"a/\": is a folder with content"),

    flag("encryption", 1, "is encrypted"),
    flag("strong encryption", 1 << 6 | 1, "is encrypted"),
    flag("a masked header", 1 << 13, "is encrypted"),
    flag("enhanced deflate", 1 << 4, "has unknown flags 0x10"),
    flag("patched data", 1 << 5, "has unknown flags 0x20"),
    flag("a reserved flag", 1 << 15, "has unknown flags 0x8000"),
    HostileArchive(
        "AES", entry.both { ($0.method, $0.extra) = (99, .extra(0x9901, [2, 0, 0x41, 0x45, 3, 8, 0])) },
        "\"a\": is encrypted"),
    HostileArchive(
        "Deflate64", entry.both { $0.method = 9 }, "\"a\": is packed by method 9, neither stored (0) nor deflated (8)"),
    HostileArchive(
        "Zstandard", entry.both { $0.method = 93 },
        "\"a\": is packed by method 93, neither stored (0) nor deflated (8)"),
    HostileArchive("version 2.1", entry.both { $0.version = 21 }, "\"a\": needs version 2.1 of the ZIP format"),
    HostileArchive(
        "version 2.1 for another system", entry.both { $0.version = 3 << 8 | 21 },
        "\"a\": needs version 2.1 of the ZIP format"),
    HostileArchive("version 4.6", entry.both { $0.version = 46 }, "\"a\": needs version 4.6 of the ZIP format"),

    extra("a ZIP64 field", .extra(1, []), "is in the ZIP64 format"),
    extra("a ZIP64 field after others", .extra(0x5455, [0]) + .extra(1, [0]), "is in the ZIP64 format"),
    HostileArchive(
        "a ZIP64 field in the entry's own header", entry.with { $0.header.extra = .extra(1, []) }, zip64),
    HostileArchive("a ZIP64 size", entry.both { $0.byteCount = 0xFFFF_FFFF }, zip64),
    HostileArchive("a ZIP64 packed size", entry.both { $0.packedByteCount = 0xFFFF_FFFF }, zip64),
    HostileArchive("a ZIP64 offset", entry.with { $0.offset = 0xFFFF_FFFF }, zip64),
    HostileArchive("a ZIP64 disk", entry.with { $0.disk = 0xFFFF }, zip64),
    HostileArchive("another disk", entry.with { $0.disk = 1 }, "\"a\": is on another part of a split archive"),
    extra("half an extra field", [0x55], "its extra fields are broken"),
    extra("an extra field too long", [0x55, 0x54, 5, 0, 1], "its extra fields are broken"),

    HostileArchive(
        "a file too large", entry.deflated().both { $0.byteCount = 512 << 20 | 1 },
        "\"a\": unpacks to more than 536870912 bytes"),
    HostileArchive(
        "a bomb by its ratio", entry.deflated().both { $0.byteCount = 1 << 20 + 200 * 12 + 1 },
        "\"a\": unpacks to more than 200 times its size"),
    HostileArchive("two sizes", entry.both { $0.byteCount = 6 }, "\"a\": is stored, but has two different sizes"),

    differs("another name", "the name") { $0.name = Array("b".utf8) },
    differs("a longer name", "the name") { $0.name = Array("ab".utf8) },
    differs("another flag", "the flags") { $0.flags = 2 },
    differs("the sizes after the content for one only", "the flags") { $0.flags = 8 },
    differs("another method", "the method") { $0.method = 8 },
    differs("another checksum", "the checksum") { $0.crc ^= 1 },
    differs("no checksum", "the checksum") { $0.crc = 0 },
    differs("another size", "the sizes") { $0.byteCount = 6 },
    differs("another packed size", "the sizes") { $0.packedByteCount = 6 },
    HostileArchive(
        "another checksum before the descriptor", entry.streamed().with { $0.header.crc = 1 },
        "\"a\": the directory and the entry's own header differ in the checksum"),
    descriptor("no descriptor") { $0 = [] },
    descriptor("half a descriptor") { $0.removeLast() },
    descriptor("a longer descriptor") { $0 += [0] },
    descriptor("a descriptor and much more") { $0 += [UInt8](repeating: 0, count: 100) },
    descriptor("another checksum in the descriptor") { $0[4] ^= 1 },
    descriptor("another size in the descriptor") { $0[15] ^= 1 },

    HostileArchive(
        "no header", entry.with { $0.signature = 0x0201_4B50 }, "\"a\": has no header where the directory says"),
    HostileArchive("a header elsewhere", entry.with { $0.offset = 1 }, "\"index.html\": overlaps \"a\""),
    HostileArchive(
        "a header beyond the directory", entry.with { $0.offset = 10_000 },
        "\"index.html\": is followed by bytes that belong to no entry"),
    HostileArchive(
        "two entries with one content", RawArchive(RawEntry("a"), RawEntry("b").with { $0.offset = 0 }),
        "\"a\": overlaps \"b\""),
    HostileArchive(
        "an entry in another one",
        RawArchive(
            RawEntry(bytes: Array("outer".utf8), content: RawEntry("inner").local),
            RawEntry("inner").with { ($0.offset, $0.signature) = (35, 0) }), "\"outer\": overlaps \"inner\""),
    HostileArchive(
        "a content that reaches into the next entry",
        RawArchive(RawEntry("a").both { ($0.byteCount, $0.packedByteCount) = (8, 8) }, RawEntry("b")),
        "\"a\": overlaps \"b\""),
    HostileArchive(
        "a content that reaches into the directory",
        RawArchive(RawEntry("a").both { ($0.byteCount, $0.packedByteCount) = (8, 8) }),
        "\"a\": reaches into the directory"),
    HostileArchive(
        "extra fields that reach into the directory", RawArchive(RawEntry("a", "").with { $0.header.extraBytes = 1 }),
        "\"a\": reaches into the directory"),
    HostileArchive(
        "extra fields that reach into the next entry",
        RawArchive(RawEntry("a", "").with { $0.header.extraBytes = 0xFFFF }, RawEntry("b")), "\"a\": overlaps \"b\""),
    HostileArchive(
        "bytes between two entries", RawArchive(RawEntry("a").with { $0.payload += [0] }, RawEntry("b")), gap),
    HostileArchive("bytes before the directory", RawArchive(RawEntry("a").with { $0.payload += [0] }), gap),
    HostileArchive(
        "an entry that the directory does not name",
        RawArchive(RawEntry("a").with { $0.payload += RawEntry("hidden").local }, RawEntry("b")), gap),
]
