import Foundation
import LocalFiles
import Testing
import TestSupport

/// A folder with a file, a folder with a file in it, links to both and a FIFO.
private func zoo() throws -> TemporaryFolder {
    let temporary = try TemporaryFolder()
    try temporary.write("file", "12345678")
    try temporary.write("folder/file", "inner")
    try check("ln", ["-s", "file", temporary.path("link-to-file")])
    try check("ln", ["-s", "folder", temporary.path("link-to-folder")])
    try check("ln", ["-s", "nowhere", temporary.path("link-to-nothing")])
    try check("mkfifo", [temporary.path("fifo")])
    return temporary
}

@Test func `a folder lists what is in it by name and kind, without following links`() throws {
    let zoo = try zoo()
    let entries = try Folder(path: zoo.root).entries().sorted { $0.name < $1.name }
    #expect(
        entries.map(\.name) == ["fifo", "file", "folder", "link-to-file", "link-to-folder", "link-to-nothing"])
    #expect(entries.map(\.kind) == [.other, .file, .folder, .link, .link, .link])
    let folder = try Folder(path: zoo.root)
    #expect(entries.allSatisfy { folder.kind(of: $0.name) == $0.kind })
    #expect(folder.kind(of: "missing") == nil)
}

@Test(arguments: [
    ("missing", FileError.Reason.notFound), ("folder", .notAFile), ("link-to-file", .symbolicLink),
    ("link-to-folder", .symbolicLink), ("link-to-nothing", .symbolicLink), ("fifo", .notAFile),
])
func `only a regular file is read, and a FIFO is not waited for`(name: String, reason: FileError.Reason) throws {
    let zoo = try zoo()
    let folder = try Folder(path: zoo.root)
    let error = FileError(zoo.path(name), .read, reason)
    #expect(throws: error) { try folder.read(name, limit: 100) }
    if reason == .notFound {
        #expect(try folder.readIfPresent(name, limit: 100) == nil)
    } else {
        #expect(throws: error) { try folder.readIfPresent(name, limit: 100) }
    }
}

@Test(arguments: [
    ("missing", FileError.Reason.notFound), ("file", .notAFolder), ("link-to-folder", .symbolicLink),
    ("link-to-file", .symbolicLink), ("link-to-nothing", .symbolicLink), ("fifo", .notAFolder),
])
func `only a real folder is opened below another`(name: String, reason: FileError.Reason) throws {
    let zoo = try zoo()
    let folder = try Folder(path: zoo.root)
    #expect(throws: FileError(zoo.path(name), .read, reason)) { try folder.folder(name) }
}

@Test(arguments: ["file", "link-to-folder", "link-to-file", "link-to-nothing", "fifo"])
func `what is there and no folder is not made into one`(name: String) throws {
    let zoo = try zoo()
    #expect(throws: FileError.self) { try Folder(path: zoo.root).folder(creating: name) }
    #expect(!zoo.exists("nowhere"))
}

@Test func `a file is read up to the limit and no further`() throws {
    let zoo = try zoo()
    let folder = try Folder(path: zoo.root)
    #expect(try folder.read("file", limit: 8) == Array("12345678".utf8))
    #expect(throws: FileError(zoo.path("file"), .read, .tooLarge(limit: 7))) { try folder.read("file", limit: 7) }
    try zoo.write("empty", "")
    #expect(try folder.read("empty", limit: 0) == [])
}

@Test func `a file that grew since it was opened is read to its new end, within the limit`() throws {
    let zoo = try zoo()
    let folder = try Folder(path: zoo.root)
    let grown = Array("12345678".utf8) + [UInt8](repeating: 0, count: 200_000)
    let (first, second) = (try folder.file("file"), try folder.file("file"))
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: zoo.path("file")))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(repeating: 0, count: 200_000))
    try handle.close()
    #expect(try first.bytes(limit: grown.count) == grown)
    #expect(throws: FileError(zoo.path("file"), .read, .tooLarge(limit: 100_000))) { try second.bytes(limit: 100_000) }
}

@Test func `a file is read in pieces to its end`() throws {
    let zoo = try zoo()
    let file = try Folder(path: zoo.root).file("file")
    #expect(file.size == 8)
    #expect(file.permissions == 0o644)
    #expect(try [file.chunk(5), file.chunk(5), file.chunk(5)].map(\.count) == [5, 3, 0])
}

@Test func `a folder knows its own name however it was opened`() throws {
    let zoo = try zoo()
    #expect(try Folder(path: zoo.path("folder")).name == "folder")
    #expect(try Folder(path: zoo.path("link-to-folder")).name == "folder")
    #expect(try Folder(path: zoo.path("folder/../folder/.")).name == "folder")
    #expect(try Folder(path: "/").name == nil)
    #expect(try Folder(path: zoo.path("folder")).identity == Folder(path: zoo.path("link-to-folder")).identity)
    #expect(try Folder(path: zoo.path("folder")).identity != Folder(path: zoo.root).identity)
}

@Test func `an opened folder stays the same folder when its name is given to another`() throws {
    let zoo = try zoo()
    let folder = try Folder(path: zoo.root).folder("folder")
    try check("mv", [zoo.path("folder"), zoo.path("moved")])
    try zoo.write("folder/file", "swapped")
    #expect(try folder.read("file", limit: 100) == Array("inner".utf8))
}
