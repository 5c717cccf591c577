import Foundation
import LocalFiles
import TestSupport
import WebBundles

/// Files by their names.
typealias Files = [String: [UInt8]]

extension TemporaryFolder {
    /// Writes an archive of files with the writer of the tool, and gives its path.
    @discardableResult
    func pack(_ files: Files, as archive: String = "packed.zip") throws -> String {
        for (name, bytes) in files { try write("source/\(name)", bytes) }
        let file = try Folder(path: root).create(archive)
        var writer = ArchiveWriter(file)
        for name in try files.keys.map({ try ArchiveName($0) }).sorted() {
            try writer.add(name, from: try source(name.spelling))
        }
        try writer.finish()
        try file.close()
        return path(archive)
    }

    /// Opens a file that is to be packed.
    func source(_ name: String) throws -> ReadableFile {
        let url = URL(fileURLWithPath: path("source/\(name)"))
        return try Folder(path: url.deletingLastPathComponent().path).file(url.lastPathComponent)
    }

    /// Opens an archive that lies in this folder.
    func archive(_ name: String = "packed.zip") throws -> ArchiveReader {
        try ArchiveReader(try Folder(path: root).file(name))
    }

    /// Opens an archive of these bytes.
    func archive(of bytes: [UInt8]) throws -> ArchiveReader {
        let folder = try Folder(path: root)
        try folder.remove("bytes.zip")
        try folder.write("bytes.zip", bytes)
        return try archive("bytes.zip")
    }

    /// Unpacks an archive into a new folder and gives what is there then.
    func unpack(_ archive: ArchiveReader, into name: String = "unpacked") throws -> Files {
        let folder = try Folder(path: root)
        try folder.remove(name)
        try archive.unpack(into: try folder.folder(creating: name))
        return try snapshot(name)
    }
}

extension ArchiveReader {
    /// The contents of all files, read without unpacking.
    func contents() throws -> Files {
        var files = Files()
        for entry in entries {
            var content: [UInt8] = []
            try read(entry) { (piece) throws(ArchiveError) in content += piece }
            if !entry.isFolder { files[entry.name.spelling] = content }
        }
        return files
    }
}

extension [UInt8] {
    /// Bytes that do not get smaller, the same in every run.
    static func incompressible(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        // Repeated only beyond what deflate looks back.
        let block = (0..<Swift.min(count, 1 << 18)).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return repeating(block, count: count)
    }

    /// So many bytes of the same ones over and over.
    static func repeating(_ block: [UInt8], count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count { bytes += block.prefix(count - bytes.count) }
        return bytes
    }

    /// A raw deflate stream of these bytes in one stored block (RFC 1951 §3.2.4).
    var inStoredBlock: [UInt8] {
        let (low, high) = (UInt8(count & 0xFF), UInt8(count >> 8))
        return [1, low, high, ~low, ~high] + self
    }
}

/// Files with all that is unusual in names and contents.
let unusualFiles: Files = [
    "index.html": Array("<!doctype html><title>Bundle</title>".utf8),
    "assets/app.js": Array(String(repeating: "export const answer = 42;\n", count: 2_000).utf8),
    "assets/empty.css": [],
    "assets/zeros.bin": [UInt8](repeating: 0, count: 3 << 20),
    "assets/noise.bin": .incompressible(300_000),
    "assets/one": [7],
    "images/Bär & Größe.svg": Array("<svg/>".utf8),
    "images/cafe\u{301}.txt": Array("decomposed".utf8),
    "images/日本語/絵文字👩‍🚀.txt": Array("日本".utf8),
    "~tilde": Array("no shell here".utf8),
    ".well-known/a file with spaces": Array(" ".utf8),
    "a/b/c/d/e/f/g/h/i/j/k/l": Array("deep".utf8),
    "a-b": Array("sorts before a/b".utf8),
]
