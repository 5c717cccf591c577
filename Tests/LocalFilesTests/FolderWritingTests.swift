import Foundation
import LocalFiles
import Testing
import TestSupport

@Test func `a new file has exactly the bytes and permissions that were asked for`() throws {
    let temporary = try TemporaryFolder()
    let folder = try Folder(path: temporary.root)
    try folder.write("public", [1, 2, 3])
    try folder.write("private", [UInt8](repeating: 7, count: 1 << 20), mode: 0o600)
    try folder.write("empty", [])
    #expect(try temporary.read("public") == [1, 2, 3])
    #expect(try temporary.read("private").count == 1 << 20)
    #expect(try temporary.read("empty") == [])
    #expect(try folder.file("private").permissions == 0o600)
}

@Test(arguments: ["file", "folder", "link", "dangling"])
func `a write never touches what is there`(name: String) throws {
    let temporary = try TemporaryFolder()
    try temporary.write("file", "kept")
    try temporary.write("folder/file", "kept")
    try check("ln", ["-s", "file", temporary.path("link")])
    try check("ln", ["-s", "outside", temporary.path("dangling")])
    let before = try temporary.snapshot()
    #expect(throws: FileError(temporary.path(name), .write, .alreadyThere)) {
        try Folder(path: temporary.root).write(name, [1])
    }
    #expect(try temporary.snapshot() == before)
    #expect(!temporary.exists("outside"))
}

@Test(arguments: [nil, "file", "link"])
func `a replacement leaves the new file and nothing else`(former: String?) throws {
    let temporary = try TemporaryFolder()
    try temporary.write("elsewhere/target", "kept")
    if former == "file" { try temporary.write("folder/a", "former") }
    try FileManager.default.createDirectory(atPath: temporary.path("folder"), withIntermediateDirectories: true)
    if former == "link" { try check("ln", ["-s", "../elsewhere/target", temporary.path("folder/a")]) }
    // What a killed run left behind.
    try temporary.write("folder/.a.new", "half")
    try Folder(path: temporary.path("folder")).replace("a", Array("new".utf8))
    #expect(try temporary.snapshot("folder") == ["a": Array("new".utf8)])
    #expect(try temporary.text("elsewhere/target") == "kept")
}

@Test func `a replacement is seen whole or not at all`() async throws {
    let temporary = try TemporaryFolder()
    let (a, b) = ([UInt8](repeating: 0x61, count: 100_000), [UInt8](repeating: 0x62, count: 90_000))
    try temporary.write("file", a)
    let writer = Task.detached {
        for _ in 0..<10 {
            try Folder(path: temporary.root).replace("file", b)
            try Folder(path: temporary.root).replace("file", a)
        }
    }
    for _ in 0..<200 {
        let seen = try temporary.read("file")
        #expect(seen == a || seen == b)
    }
    try await writer.value
    #expect(try temporary.snapshot() == ["file": a])
}

@Test func `a replacement of a folder fails and leaves no temporary file`() throws {
    let temporary = try TemporaryFolder()
    try temporary.write("folder/inner", "kept")
    #expect(throws: FileError.self) { try Folder(path: temporary.root).replace("folder", [1]) }
    #expect(try temporary.snapshot() == ["folder/inner": Array("kept".utf8)])
}

@Test func `folders are made with those above, and a file in the way is an error`() throws {
    let temporary = try TemporaryFolder()
    let folder = try Folder(creating: temporary.path("a/b/c"))
    try folder.write("file", [])
    #expect(temporary.exists("a/b/c/file"))
    _ = try Folder(creating: temporary.path("a/b/c"))
    #expect(throws: FileError.self) { try Folder(creating: temporary.path("a/b/c/file")) }
    #expect(throws: FileError.self) { try Folder(creating: temporary.path("a/b/c/file/d")) }
}

@Test func `an entry is renamed, but never over another`() throws {
    let temporary = try TemporaryFolder()
    try temporary.write("a/file", "a")
    try temporary.write("b/file", "b")
    let folder = try Folder(path: temporary.root)
    #expect(throws: FileError(temporary.path("b"), .write, .alreadyThere)) { try folder.rename("a", to: "b") }
    #expect(throws: FileError(temporary.path("c"), .write, .notFound)) { try folder.rename("missing", to: "c") }
    try folder.rename("a", to: "c")
    #expect(try temporary.snapshot() == ["b/file": Array("b".utf8), "c/file": Array("a".utf8)])
}

@Test func `two folders are exchanged in one step`() throws {
    let temporary = try TemporaryFolder()
    try temporary.write("a/file", "a")
    try temporary.write("b/file", "b")
    // A file system that cannot exchange says so and changes nothing.
    let isExchanged = try Folder(path: temporary.root).exchange("a", "b")
    #expect(try temporary.text("a/file") == (isExchanged ? "b" : "a"))
    #expect(try temporary.text("b/file") == (isExchanged ? "a" : "b"))
}
