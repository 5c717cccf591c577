import Foundation
import LocalFiles
import PublicationTree
import Testing
import TestSupport
import WebBundles

@Suite struct HostileArchiveTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The archives that a program writes for both stores: what is said of each, and the files of those that are whole.
    @Test(.peers(.python3)) func `refuses each hostile archive, and accepts what only looks odd`() throws {
        let program = BundleVectors.folder.appending(path: "archives.py").path
        try check("python3", [program, folder.path("vectors")], environment: ["PYTHONUTF8": "1"])
        var counts: [String: Int] = [:]
        for line in try folder.text("vectors/vectors.tsv").split(separator: "\n") {
            let vector = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            counts[vector[1], default: 0] += 1
            try judge(vector[2], vector[1], message: vector[3], file: "vectors/\(vector[0])")
        }
        #expect(counts["refused", default: 0] > 100 && counts["broken", default: 0] > 10)
        #expect(counts["accepted", default: 0] > 20)
    }

    private func judge(_ name: String, _ verdict: String, message: String, file: String) throws {
        guard verdict != "refused" else {
            let bytes = try folder.read(file)
            let error = try #require(throws: ArchiveError.self, "\(name)") { try folder.archive(of: bytes) }
            #expect(error.message == message, "\(name)")
            return
        }
        let archive = try folder.archive(of: try folder.read(file))
        if verdict == "accepted" {
            var files: Files = [:]
            for line in try folder.text(file.replacing(".zip", with: ".txt")).split(separator: "\n") {
                let parts = line.split(separator: " ", omittingEmptySubsequences: false)
                files[String(decoding: [UInt8](hexadecimal: String(parts[0])), as: UTF8.self)] =
                    [UInt8](hexadecimal: String(parts[1]))
            }
            #expect(try archive.contents() == files, "\(name)")
            #expect(try folder.unpack(archive) == files, "\(name)")
            return
        }
        #expect(verdict == "broken")
        for work in [{ _ = try folder.unpack(archive) }, { _ = try archive.contents() }] as [() throws -> Void] {
            let error = try #require(throws: ArchiveError.self, "\(name)", performing: work)
            #expect(error.message == message, "\(name)")
        }
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
