import Diagnostics
import LocalFiles
import Testing
import TestSupport
import WebBundles

@Suite struct HostileArchiveTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func refuses(_ vector: HostileArchive) throws {
        let error = try #require(throws: ArchiveError.self) { try folder.archive(of: vector.archive.bytes) }
        #expect(error.message == vector.message)
    }

    @Test(arguments: hostileArchives) func `refuses a broken archive as a whole`(vector: HostileArchive) throws {
        try refuses(vector)
    }

    @Test(arguments: hostileNames) func `refuses a dangerous name`(vector: HostileArchive) throws {
        try refuses(vector)
    }

    @Test(arguments: hostileEntries) func `refuses a broken entry`(vector: HostileArchive) throws {
        try refuses(vector)
    }

    @Test(arguments: hostileContents)
    func `refuses a broken content while it comes out`(vector: HostileArchive) throws {
        let archive = try folder.archive(of: vector.archive.bytes)
        for work in [{ _ = try folder.unpack(archive) }, { _ = try archive.contents() }] as [() throws -> Void] {
            let error = try #require(throws: ArchiveError.self, performing: work)
            #expect(error.message == vector.message)
        }
    }

    @Test(arguments: acceptable) func `accepts what only looks odd`(vector: Acceptable) throws {
        let archive = try folder.archive(of: vector.archive.bytes)
        #expect(try archive.contents() == vector.files)
        #expect(try folder.unpack(archive) == vector.files)
    }

    @Test func `refuses a file that is too small or too large for an archive`() throws {
        try folder.write("small.zip", [0x50, 0x4B, 5, 6])
        #expect(throws: ArchiveError.archive(.noEnd)) { try folder.archive("small.zip") }
        try check("truncate", ["-s", "\(1 << 30 + 1)", folder.path("large.zip")])
        #expect(throws: ArchiveError.archive(.tooLarge(limit: 1 << 30))) { try folder.archive("large.zip") }
    }

    @Test func `unpacks into an empty folder only`() throws {
        let archive = try folder.archive(of: RawArchive(RawEntry("a")).bytes)
        try folder.write("there/b", "mine")
        let there = try Folder(path: folder.path("there"))
        #expect(throws: ArchiveError.archive(.folderNotEmpty(folder.path("there")))) { try archive.unpack(into: there) }
        #expect(try folder.snapshot("there") == ["b": Array("mine".utf8)])
    }

    @Test(.peers(.python3)) func `stops at a length that is exceeded, however much would follow`() throws {
        // 4 MB of zeros in about 4 KB, twice: one declared as 70,000 bytes, one not at all.
        let zeros = """
            import sys, zlib
            packer = zlib.compressobj(9, zlib.DEFLATED, -15)
            sys.stdout.write((packer.compress(bytes(4 << 20)) + packer.flush()).hex())
            """
        let stream = [UInt8](hexadecimal: try check("python3", ["-c", zeros]))
        for declared in [0, 70_000] {
            let entry = RawEntry("bomb").deflated(stream).both { $0.byteCount = declared }
            let archive = try folder.archive(of: RawArchive(entry).bytes)
            var received = 0
            #expect(throws: ArchiveError.entry("bomb", .longerThanDeclared)) {
                try archive.read(archive.entries[0]) { (piece) throws(ArchiveError) in received += piece.count }
            }
            #expect(received <= declared)
        }
    }

    @Test func `a refusal gives the next step where there is one`() throws {
        let hints: [(RawArchive, String?)] = [
            (
                RawArchive(RawEntry("a").both { $0.flags = 1 }),
                "pack the folder again without a password; the signature protects it"
            ),
            (
                RawArchive(RawEntry("link").with { $0.attributes = 0o120777 << 16 }),
                "put the file itself in place of the link"
            ),
            (RawArchive(RawEntry("a:b")), "rename the file"),
            (RawArchive(RawEntry("a").with { $0.payload += [0] }), nil),
        ]
        for (archive, hint) in hints {
            let error = try #require(throws: ArchiveError.self) { try folder.archive(of: archive.bytes) }
            #expect(error.hint == hint)
        }
        #expect(ArchiveDefect.noEnd.hint == "download or copy the archive again; it may have been cut short")
        let file = ArchiveError.file(FileError("a.zip", .read, .notFound))
        #expect(file.message == "a.zip: no such file or folder")
        #expect(file.hint == nil)
    }
}
