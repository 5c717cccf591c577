import Foundation
import LocalFiles
import Testing
import TestSupport
import WebBundles

@Suite struct ArchiveWriterTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A writer of a new archive, and what it writes.
    private func writer() throws -> ArchiveWriter { ArchiveWriter(try Folder(path: folder.root).create("new.zip")) }

    @Test func `what is written reads back`() throws {
        try folder.pack(unusualFiles)
        let archive = try folder.archive()
        #expect(
            archive.entries.map(\.name.spelling)
                == (try unusualFiles.keys.map { try ArchiveName($0) }).sorted().map(\.spelling))
        #expect(try archive.contents() == unusualFiles)
        #expect(try folder.unpack(archive) == unusualFiles)
    }

    @Test func `files are unpacked without the right to run and with the usual modes`() throws {
        try folder.pack(["a/b": [1]])
        _ = try folder.unpack(try folder.archive())
        let modes = try ["", "/a", "/a/b"].map { name in
            try FileManager.default.attributesOfItem(atPath: folder.path("unpacked\(name)"))[.posixPermissions] as? Int
        }
        // The processes of the tests mask what others may write.
        #expect(modes == [0o755, 0o755, 0o644])
    }

    @Test func `the same files give the same bytes`() throws {
        try folder.pack(unusualFiles, as: "first.zip")
        // Other times and modes of the sources, and other memory around the buffers.
        for name in unusualFiles.keys {
            let path = folder.path("source/\(name)")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755, .modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: path)
        }
        let file = try Folder(path: folder.root).create("second.zip")
        var writer = ArchiveWriter(file)
        for name in try unusualFiles.keys.map({ try ArchiveName($0) }).sorted() {
            try writer.add(name, from: try folder.source(name.spelling))
        }
        try writer.finish()
        #expect(try folder.read("first.zip") == folder.read("second.zip"))
        #expect(writer.byteCount == (try folder.read("second.zip")).count)
    }

    @Test func `what is packed ahead gives the same bytes`() throws {
        // Larger than a piece: noise, text that turns into noise, and a bomb.
        let files = unusualFiles.merging([
            "image": .incompressible(700_000),
            "late": [UInt8](repeating: 65, count: 700_000) + .incompressible(700_000),
            "zeros": [UInt8](repeating: 0, count: 8 << 20),
        ]) { $1 }
        try folder.pack(files)
        let file = try Folder(path: folder.root).create("ahead.zip")
        var writer = ArchiveWriter(file)
        for name in try files.keys.map({ try ArchiveName($0) }).sorted() {
            try writer.add(try PackedContent(name, from: try folder.source(name.spelling)))
        }
        try writer.finish()
        #expect(try folder.read("packed.zip") == folder.read("ahead.zip"))
    }

    @Test func `an archive has one form`() throws {
        try folder.pack(["a": [0x41], "b/ü": Array(repeating: 0x41, count: 100)])
        let golden =
            // "a", stored, version 1.0, 1980-01-01
            "504b03040a000000000000002100" + "8b9ed9d3" + "0100000001000000" + "01000000" + "61" + "41"
            // "b/ü", deflated, version 2.0, UTF-8
            + "504b03041400000808000000" + "2100" + "%%"
        let bytes = try folder.read("packed.zip")
        let expected = [UInt8](hexadecimal: String(golden.dropLast(2)))
        #expect(bytes.starts(with: expected))
        // The directory: made on UNIX, no extra field, no comment, mode 0644, and nothing behind the end.
        let directory =
            "504b01021403" + "0a000000000000002100" + "8b9ed9d3" + "0100000001000000" + "0100"
            + "000000000000" + "0000" + "0000a481" + "00000000" + "61"
        #expect(bytes.contains([UInt8](hexadecimal: directory)))
        #expect(bytes.suffix(2) == [0, 0])
        #expect(bytes.dropLast(18).suffix(4) == [0x50, 0x4B, 5, 6])
    }

    @Test func `a content is deflated only where that is smaller, begins to be, and is no bomb`() throws {
        let text = [UInt8](repeating: 65, count: 50_000)
        try folder.pack([
            "empty": [], "image": .incompressible(10_000) + text, "late": text + .incompressible(20_000),
            "noise": .incompressible(20_000), "one": [1], "text": text,
            "zeros": [UInt8](repeating: 0, count: 8 << 20), "zeros-free": [UInt8](repeating: 0, count: 1 << 20),
        ])
        let archive = try folder.archive()
        let deflated = archive.entries.filter { $0.method == .deflated }
        #expect(deflated.map(\.name.spelling) == ["late", "text", "zeros-free"])
        #expect(archive.entries.allSatisfy { $0.method == .deflated || $0.packedByteCount == $0.byteCount })
        _ = try archive.contents()
    }

    @Test(arguments: [
        (["b", "a"], "\"a\": names must be added in the order of their bytes"),
        (["a/b", "a-b"], "\"a-b\": names must be added in the order of their bytes"),
        (["a", "a"], "\"a\": the name appears twice"),
        (["A", "a"], "\"a\": the name differs from \"A\" only by case or Unicode form"),
        (
            ["caf\u{65}\u{301}", "caf\u{E9}"],
            "\"caf\u{E9}\": the name differs from \"cafe\u{301}\" only by case or Unicode form"
        ),
        (["a", "a/b"], "\"a/b\": lies below \"a\", which is a file"),
        (["a/"], "\"a/\": its attributes contradict its name, which ends with a slash for folders only"),
    ])
    func `refuses names that the reader would refuse`(names: [String], message: String) throws {
        try folder.write("source/x", "x")
        var writer = try writer()
        for name in names.dropLast() { try writer.add(try ArchiveName(name), from: try folder.source("x")) }
        let last = try ArchiveName(try #require(names.last))
        let error = try #require(throws: ArchiveError.self) { try writer.add(last, from: try folder.source("x")) }
        #expect(error.message == message)
    }

    @Test func `refuses an archive without a file`() throws {
        var writer = try writer()
        #expect(throws: ArchiveError.archive(.empty)) { try writer.finish() }
    }

    @Test func `refuses a file above the limit before it is read`() throws {
        try folder.write("source/x", "")
        try check("truncate", ["-s", "\(512 << 20 + 1)", folder.path("source/x")])
        var writer = try writer()
        #expect(throws: ArchiveError.entry("x", .tooLarge(limit: 512 << 20))) {
            try writer.add(try ArchiveName("x"), from: try folder.source("x"))
        }
    }

    @Test func `refuses more entries than the limit`() throws {
        try folder.write("source/x", "")
        var writer = try writer()
        // Each name brings 31 folders.
        let names = try (100..<746).map { number in
            try ArchiveName((0..<31).map { "\(number)-\($0)" }.joined(separator: "/") + "/x")
        }
        let error = try #require(throws: ArchiveError.self) {
            for name in names.sorted() { try writer.add(name, from: try folder.source("x")) }
        }
        #expect(error == .archive(.tooManyEntries(limit: 20_000)))
    }

    @Test(arguments: ["longer", ""]) func `refuses a file that changes while it is packed`(text: String) throws {
        try folder.write("source/x", "short")
        let source = try folder.source("x")
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("source/x")))
        var writer = try writer()
        #expect(throws: ArchiveError.entry("x", .changedWhileRead)) {
            try writer.add(try ArchiveName("x"), from: source)
        }
    }

    @Test func `tells how far it has come`() throws {
        try folder.write("source/x", [UInt8](repeating: 7, count: 600_000))
        var writer = try writer()
        var steps: [Int] = []
        try writer.add(try ArchiveName("x"), from: try folder.source("x")) { steps.append($0) }
        #expect(steps == [262_144, 524_288, 600_000])
    }
}

extension [UInt8] {
    /// Whether these bytes stand somewhere in this array.
    fileprivate func contains(_ other: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: other) }
    }
}
