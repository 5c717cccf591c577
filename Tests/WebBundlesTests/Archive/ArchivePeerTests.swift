import Foundation
import LocalFiles
import Testing
import TestSupport
import WebBundles

/// A program that reads and writes archives, by the command that runs it.
private enum Reader: String, CaseIterable, Sendable {
    case unzip
    case python = "python3"
    case javaFile = "java.util.zip.ZipFile"
    case javaStream = "java.util.zip.ZipInputStream"

    /// Unpacks `archive` into the folder `out`, checking what can be checked.
    func unpack(_ archive: String, in folder: TemporaryFolder) throws {
        switch self {
        case .unzip:
            try check("unzip", ["-t", archive], in: folder.root, environment: utf8)
            try check("unzip", ["-q", archive, "-d", "out"], in: folder.root, environment: utf8)
        case .python: try check("python3", [peerProgram("zip/unpack.py"), archive, "out"], in: folder.root)
        case .javaFile, .javaStream:
            try check(
                "java", javaFlags + [peerProgram("zip/Unpack.java"), rawValue, archive, "out"], in: folder.root,
                environment: utf8)
        }
    }
}

private let utf8 = ["LC_ALL": "C.UTF-8"]
private let javaFlags = [
    "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8", "-Dsun.jnu.encoding=UTF-8",
]

@Suite struct ArchivePeerTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(.peers(.unzip, .python3, .java), arguments: Reader.allCases)
    private func `other programs unpack what is packed`(reader: Reader) throws {
        try folder.pack(unusualFiles)
        try reader.unpack("packed.zip", in: folder)
        #expect(try folder.snapshot("out") == unusualFiles)
    }

    @Test(.peers(.unzip)) func `many and large files are unpacked by others as by us`() throws {
        var files: Files = ["large/noise": .incompressible(6 << 20)]
        files["large/mixed"] = .repeating([UInt8]("Signet ".utf8) + .incompressible(57), count: 5 << 20)
        for number in 0..<1_000 { files["many/\(number % 50)/\(number)"] = Array("\(number)".utf8) }
        try folder.pack(files)
        try Reader.unzip.unpack("packed.zip", in: folder)
        #expect(try folder.snapshot("out") == files)
        #expect(try folder.unpack(try folder.archive()) == files)
    }

    @Test(.peers(.zip), arguments: [["-r"], ["-r", "-0"], ["-r", "-9", "-X"], ["-r", "-D"]])
    func `what zip packs is accepted`(flags: [String]) throws {
        for (name, bytes) in unusualFiles { try folder.write("in/\(name)", bytes) }
        // Its ratio would be that of a bomb.
        if flags != ["-r", "-0"] { try folder.remove("in/assets/zeros.bin") }
        try check("zip", flags + ["-q", "../theirs.zip", "."], in: folder.path("in"), environment: utf8)
        #expect(try folder.unpack(try folder.archive("theirs.zip")) == folder.snapshot("in"))
    }

    @Test(.peers(.zip)) func `what zip packs is refused where it is a bomb, a link or encrypted`() throws {
        try folder.write("zeros", [UInt8](repeating: 0, count: 3 << 20))
        try check("zip", ["-q", "bomb.zip", "zeros"], in: folder.root)
        #expect(throws: ArchiveError.entry("zeros", .ratio(limit: 200))) { try folder.archive("bomb.zip") }
        try check("ln", ["-s", "/etc/passwd", "link"], in: folder.root)
        try check("zip", ["-q", "-y", "link.zip", "link"], in: folder.root)
        #expect(throws: ArchiveError.entry("link", .specialFile(.symbolicLink))) { try folder.archive("link.zip") }
        try check("zip", ["-q", "-P", "password", "secret.zip", "zeros"], in: folder.root)
        #expect(throws: ArchiveError.entry("zeros", .encrypted)) { try folder.archive("secret.zip") }
        try check("zip", ["-q", "-z", "comment.zip", "link"], in: folder.root, input: Array("a comment\n".utf8))
        #expect(throws: ArchiveError.archive(.bytesAfterEnd)) { try folder.archive("comment.zip") }
        try check("zip", ["-q", "-fz", "zip64.zip", "zeros"], in: folder.root)
        #expect(throws: ArchiveError.archive(.zip64)) { try folder.archive("zip64.zip") }
    }

    @Test(.peers(.python3), arguments: ["stored", "deflated", "stream", "folders"])
    func `what Python packs is accepted`(form: String) throws {
        for (name, bytes) in unusualFiles where name != "assets/zeros.bin" { try folder.write("in/\(name)", bytes) }
        try check("python3", [peerProgram("zip/pack.py"), form, "theirs.zip", "in"], in: folder.root)
        #expect(try folder.unpack(try folder.archive("theirs.zip")) == folder.snapshot("in"))
    }

    @Test(.peers(.java), arguments: ["deflated", "stored", "folders"])
    func `what Java packs is accepted`(form: String) throws {
        for (name, bytes) in unusualFiles where name != "assets/zeros.bin" { try folder.write("in/\(name)", bytes) }
        try check(
            "java", javaFlags + [peerProgram("zip/Pack.java"), form, "theirs.zip", "in"], in: folder.root,
            environment: utf8)
        #expect(try folder.unpack(try folder.archive("theirs.zip")) == folder.snapshot("in"))
    }

    @Test(.peers(.python3)) func `what Python reads of the headers is what was meant`() throws {
        try folder.pack(["a": [1], "ü": Array(repeating: 65, count: 1_000)])
        let script = """
            import sys, zipfile
            for i in zipfile.ZipFile("packed.zip").infolist():
                print(i.filename, i.date_time, i.compress_type, oct(i.external_attr >> 16), i.create_system,
                      i.create_version, i.extract_version, i.flag_bits, i.file_size, len(i.extra), len(i.comment))
            """
        let printed = try check("python3", ["-c", script], in: folder.root, environment: ["PYTHONUTF8": "1"])
        #expect(
            printed == """
                a (1980, 1, 1, 0, 0, 0) 0 0o100644 3 20 10 0 1 0 0
                ü (1980, 1, 1, 0, 0, 0) 8 0o100644 3 20 20 2048 1000 0 0

                """)
    }
}

@Test(.peers(.unzip)) func `the list of files is the one that sha256sum makes`() async throws {
    let folder = try TemporaryFolder()
    try folder.pack(unusualFiles)
    try check("unzip", ["-q", "packed.zip", "-d", "out"], in: folder.root, environment: utf8)
    let script = #"""
        cd out && find . -type f | cut -c3- | while IFS= read -r path; do
          printf '%s %s %s\n' "$(sha256sum < "$path" | cut -c1-64)" "$(wc -c < "$path" | tr -d ' ')" "$path"
        done | LC_ALL=C sort
        """#
    let theirs = try check("sh", ["-c", script], in: folder.root, environment: utf8)
    let reader = try folder.archive()
    let read = try await reader.readWhole { _, _ in }.files
    #expect(String(decoding: read.bytes, as: UTF8.self) == theirs)
    let unpacked = try reader.unpack(into: try Folder(creating: folder.path("ours")))
    #expect(unpacked == read && read.bytes.count > 500)
}
