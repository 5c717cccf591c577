import Testing

/// An archive that is odd and must be accepted nevertheless: its oddity, its bytes and the files in it.
struct Acceptable: Sendable, CustomTestStringConvertible {
    let name: String
    let archive: RawArchive
    let files: Files

    init(_ name: String, _ archive: RawArchive, _ files: Files) {
        (self.name, self.archive, self.files) = (name, archive, files)
    }

    /// An archive with one file "a".
    init(_ name: String, _ change: (RawEntry) -> RawEntry) {
        self.init(name, RawArchive(change(RawEntry("a"))), ["a": content])
    }

    var testDescription: String { name }
}

private let content = Array("content".utf8)

/// Oddities that other programs write, or that do no harm.
let acceptable: [Acceptable] = [
    Acceptable("a deflated content") { $0.deflated() },
    Acceptable("deflate in many blocks") {
        $0.deflated([0, 3, 0, 0xFC, 0xFF] + content.prefix(3) + Array(content.dropFirst(3)).inStoredBlock)
    },
    Acceptable("sizes after the content") { $0.deflated().streamed() },
    Acceptable("sizes after the content without a signature") { $0.deflated().streamed(signature: false) },
    Acceptable("sizes after a stored content") { $0.streamed() },
    Acceptable("sizes before and behind the content") { entry in
        entry.streamed().with {
            $0.header = entry.header; $0.header.flags = 8
        }
    },
    Acceptable("flags of deflate's level") { $0.deflated().both { $0.flags = 6 } },
    Acceptable("times and owners") {
        $0.with {
            $0.header.extra =
                .extra(0x5455, [3, 0, 0, 0, 0, 1, 1, 1, 1]) + .extra(0x7875, [1, 4, 0, 0, 0, 0, 4, 0, 0, 0, 0])
            $0.directory.extra = .extra(0x5455, [3, 0, 0, 0, 0])
        }
    },
    Acceptable("an empty extra field that nobody knows") { $0.both { $0.extra = .extra(0xCAFE, []) } },
    Acceptable("the name once more") { $0.both { $0.extra = .unicodePath("a", of: "a") } },
    Acceptable("the UTF-8 flag of an ASCII name") { $0.both { $0.flags = 1 << 11 } },
    Acceptable("no attributes") { $0.with { ($0.attributes, $0.system) = (0, 0) } },
    Acceptable("an executable file") { $0.with { $0.attributes = 0o100755 << 16 } },
    Acceptable("a comment of an entry") { $0.with { $0.comment = Array("hello".utf8) } },
    Acceptable("another version in the entry's own header") { $0.with { $0.header.version = 10 } },
    Acceptable("a version with the number of a system above it") { $0.both { $0.version = 3 << 8 | 20 } },
    Acceptable(
        "a name in UTF-8 that is marked", RawArchive(RawEntry("ä").with { $0.system = 0 }.both { $0.flags = 1 << 11 }),
        ["ä": content]),
    Acceptable(
        "a name in UTF-8 that is repeated",
        RawArchive(RawEntry("ä").with { $0.system = 0 }.both { $0.extra = .unicodePath("ä", of: "ä") }),
        ["ä": content]),
    Acceptable("a name in UTF-8 from UNIX", RawArchive(RawEntry("ä")), ["ä": content]),
    Acceptable("a folder that nothing lies in", RawArchive(RawEntry("a"), RawEntry("b/")), ["a": content]),
    Acceptable(
        "a folder after its files", RawArchive(RawEntry("b/c/d"), RawEntry("b/c/"), RawEntry("b/")),
        ["b/c/d": content]),
    Acceptable(
        "a folder that is deflated", RawArchive(RawEntry("a/").deflated([3, 0]), RawEntry("b")), ["b": content]),
    Acceptable(
        "a directory in another order",
        {
            var archive = RawArchive(RawEntry("a"), RawEntry("b", "other"), RawEntry("c/d"))
            archive.isReversed = true
            return archive
        }(), ["a": content, "b": Array("other".utf8), "c/d": content]),
    Acceptable(
        "a whole archive as a stored content",
        RawArchive(RawEntry(bytes: Array("inner.zip".utf8), content: RawArchive(RawEntry("a")).bytes)),
        ["inner.zip": RawArchive(RawEntry("a")).bytes]),
    Acceptable(
        "names that Windows reserves", RawArchive(RawEntry("CON"), RawEntry("aux.txt"), RawEntry("dot.")),
        ["CON": content, "aux.txt": content, "dot.": content]),
    Acceptable(
        "names of the greatest length and depth",
        RawArchive(
            RawEntry(String(repeating: "a", count: 255)),
            RawEntry(Array(repeating: "b", count: 32).joined(separator: "/"))),
        [String(repeating: "a", count: 255): content, Array(repeating: "b", count: 32).joined(separator: "/"): content]),
]
