import Testing

/// An archive that must be refused: its defect, its bytes and what is said of it.
struct HostileArchive: Sendable, CustomTestStringConvertible {
    let name: String
    let archive: RawArchive
    let message: String

    init(_ name: String, _ archive: RawArchive, _ message: String) {
        (self.name, self.archive, self.message) = (name, archive, message)
    }

    /// An archive with one good file and one bad entry.
    init(_ name: String, _ entry: RawEntry, _ message: String) {
        self.init(name, RawArchive(RawEntry("index.html"), entry), message)
    }

    /// An archive with an entry of a bad name.
    init(_ name: String, named entry: String, _ message: String) {
        self.init(name, RawEntry(entry), "\"\(entry)\": \(message)")
    }

    var testDescription: String { name }
}

private func archive(_ change: (inout RawArchive) -> Void) -> RawArchive {
    var archive = RawArchive(RawEntry("index.html"), RawEntry("app.js", "1"))
    change(&archive)
    return archive
}

private let afterEnd = "has a comment or other bytes after its end"
private let misplaced = "its directory does not end where its end record begins"
private let broken = "its directory does not hold what its end record says"
private let split = "is one part of a split archive"
private let zip64 = "is in the ZIP64 format"

/// Defects of an archive as a whole.
let hostileArchives: [HostileArchive] = [
    HostileArchive("no entry", RawArchive(), "holds no file"),
    HostileArchive("a comment", archive { $0.comment = Array("hello".utf8) }, afterEnd),
    HostileArchive("bytes after the end", archive { $0.trailing = [0] }, afterEnd),
    HostileArchive(
        "a second archive after the end", archive { $0.trailing = RawArchive(RawEntry("other")).bytes }, misplaced),
    HostileArchive("an end record in a comment", archive { $0.comment = RawArchive().bytes }, misplaced),
    HostileArchive(
        "a comment that is not there", archive { $0.end.commentBytes = 1 },
        "is not a ZIP archive, or its end is missing"),
    HostileArchive(
        "a program before the archive", archive { $0.prefix = Array("#!/bin/sh\n".utf8) },
        "has other bytes before its first entry"),
    HostileArchive(
        "a program before an archive that does not know of it",
        archive {
            let offset = $0.bytes.count - 22 - 2 * 46 - 16
            $0.entries[0].offset = 0
            $0.entries[1].offset = 47
            $0.prefix = Array("#!/bin/sh\n".utf8)
            $0.end.directoryOffset = offset
        }, misplaced),
    HostileArchive("another disk", archive { $0.end.disk = 1 }, split),
    HostileArchive("a directory on another disk", archive { $0.end.directoryDisk = 1 }, split),
    HostileArchive("fewer entries on this disk", archive { $0.end.entriesOnDisk = 1 }, split),
    HostileArchive("a ZIP64 entry count", archive { $0.end.entries = 0xFFFF }, zip64),
    HostileArchive("a ZIP64 entry count of the disk", archive { $0.end.entriesOnDisk = 0xFFFF }, zip64),
    HostileArchive("a ZIP64 directory size", archive { $0.end.directoryBytes = 0xFFFF_FFFF }, zip64),
    HostileArchive("a ZIP64 directory offset", archive { $0.end.directoryOffset = 0xFFFF_FFFF }, zip64),
    HostileArchive(
        "a ZIP64 locator", archive { $0.beforeEnd = [0x50, 0x4B, 6, 7] + [UInt8](repeating: 0, count: 16) }, zip64),
    HostileArchive("a count too high", archive { $0.end.entries = 3 }, broken),
    HostileArchive("a count too low", archive { $0.end.entries = 1 }, broken),
    HostileArchive("a count of none", archive { $0.end.entries = 0 }, "holds no file"),
    HostileArchive(
        "a count above the limit", archive { $0.end.entries = 20_001 }, "holds more than 20000 files and folders"),
    HostileArchive(
        "more folders than the limit, which stand in names only",
        RawArchive(
            (0..<700).map { file in
                RawEntry((0..<31).map { "\(file)-\($0)" }.joined(separator: "/") + "/file", "")
            }), "holds more than 20000 files and folders"),
    HostileArchive("a directory elsewhere", archive { $0.end.directoryOffset = 0 }, misplaced),
    HostileArchive("a directory beyond the end", archive { $0.end.directoryOffset = 0x7FFF_FFFF }, misplaced),
    HostileArchive("bytes between directory and end", archive { $0.beforeEnd = [0] }, misplaced),
    HostileArchive(
        "bytes of the directory that are no record",
        archive {
            $0.beforeEnd = [0]
            $0.end.directoryBytes = 2 * 46 + 16 + 1
        }, broken),
    HostileArchive(
        "a record that runs over the end of the directory",
        archive {
            $0.entries[1].directory.extraBytes = 1
        }, broken),
    HostileArchive("a record without its signature", archive { $0.entries[1].directorySignature = 0 }, broken),
    HostileArchive(
        "a directory above the limit",
        RawArchive(
            (0..<300).map { number in
                RawEntry("\(number)").with { $0.directory.extra = .extra(7, [UInt8](repeating: 0, count: 60_000)) }
            }), "has a directory of more than 16777216 bytes"),
    HostileArchive(
        "bytes before the first entry",
        archive {
            $0.prefix = [0]
            $0.entries[0].offset = 1
        }, "has other bytes before its first entry"),
    HostileArchive(
        "more than 2 GB in all",
        RawArchive(
            (0..<5).map { number in
                RawEntry("\(number)").deflated([UInt8](repeating: 0, count: 2_700_000)).both {
                    $0.byteCount = 512 << 20
                }
            }), "unpacks to more than 2147483648 bytes"),
]
