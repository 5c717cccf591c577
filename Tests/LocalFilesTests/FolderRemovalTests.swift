import Foundation
import LocalFiles
import Testing
import TestSupport

@Test func `a folder is removed with all that is in it, and links are not followed`() throws {
    let temporary = try TemporaryFolder()
    try temporary.write("outside/file", "kept")
    try temporary.write("tree/a/b/c/file", "")
    try temporary.write("tree/.hidden/.file", "")
    try check("mkfifo", [temporary.path("tree/fifo")])
    try check("ln", ["-s", temporary.path("outside"), temporary.path("tree/link")])
    try check("ln", ["-s", "../../outside/file", temporary.path("tree/a/link")])
    try check("ln", ["-s", "..", temporary.path("tree/a/up")])
    try Folder(path: temporary.root).remove("tree")
    #expect(try temporary.snapshot() == ["outside/file": Array("kept".utf8)])
    #expect(!temporary.exists("tree"))
}

@Test func `a link is removed and its target stays`() throws {
    let temporary = try TemporaryFolder()
    try temporary.write("outside/file", "kept")
    try check("ln", ["-s", "outside", temporary.path("link")])
    try Folder(path: temporary.root).remove("link")
    #expect(try temporary.snapshot() == ["outside/file": Array("kept".utf8)])
}

@Test func `files and folders whose names are not UTF-8 are removed as well`() throws {
    let temporary = try TemporaryFolder()
    try check(
        "sh",
        [
            "-c",
            #"mkdir -p tree/"$(printf 'a\377')" && : > tree/"$(printf '\300\200')" && : > tree/"$(printf 'a\377')"/b"#,
        ],
        in: temporary.root)
    try Folder(path: temporary.root).remove("tree")
    #expect(!temporary.exists("tree"))
}

@Test func `what is not there is removed already`() throws {
    let temporary = try TemporaryFolder()
    try Folder(path: temporary.root).remove("missing")
}
