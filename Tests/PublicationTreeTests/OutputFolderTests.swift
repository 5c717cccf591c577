import Foundation
import LocalFiles
import ManifestVerifier
import PublicationTree
import Testing
import TestSupport

private func files(_ text: String, _ paths: String...) -> [TreeFile] {
    paths.map { TreeFile(path: $0, bytes: Array("\(text) \($0)".utf8)) }
}

private func bytes(_ files: [TreeFile]) -> [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.bytes) })
}

private let old = files("old", "publication.jws", "a/file", "b/c/file")
private let new = files("new", "publication.jws", "a/other", "d/e/f/file")

extension OutputFolder {
    /// Writes a whole tree and puts it in place, or leaves nothing of it.
    func install(_ files: [TreeFile], as environment: EnvironmentName) throws(FileError) {
        do throws(FileError) {
            try stage(environment, for: files.compactMap { try? DocumentPath($0.path) }).write(files)
            try install(environment)
        } catch {
            discard(environment)
            throw error
        }
    }
}

/// The names in a folder, except that of its lock.
private func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).filter { $0 != ".signet-lock" }.sorted()
}

private func production() throws -> EnvironmentName { try #require(EnvironmentName("production")) }

@Test func `a first tree is put in its place and nothing else is left`() async throws {
    let temporary = try TemporaryFolder()
    let output = try await OutputFolder.lock(temporary.path("some/output")) {}
    #expect(try output.tree(of: production()) == nil)
    try output.install(old, as: production())
    #expect(try temporary.snapshot("some/output/production") == bytes(old))
    #expect(try names(in: temporary.path("some/output")) == ["production"])
    #expect(try output.tree(of: production())?.files == Set(old.map(\.path)))
}

@Test func `a tree is replaced as a whole, and other environments and files stay`() async throws {
    let temporary = try TemporaryFolder()
    let output = try await OutputFolder.lock(temporary.root) {}
    try output.install(old, as: production())
    try output.install(old, as: try #require(EnvironmentName("staging")))
    try temporary.write("README", "kept")
    try temporary.write("production/extra/file", "goes")
    try output.install(new, as: production())
    #expect(try temporary.snapshot("production") == bytes(new))
    #expect(try temporary.snapshot("staging") == bytes(old))
    #expect(
        try names(in: temporary.root) == ["README", "production", "staging"])
}

@Test func `a tree is replaced as often as it changes`() async throws {
    let temporary = try TemporaryFolder()
    let output = try await OutputFolder.lock(temporary.root) {}
    try output.install(old, as: production())
    for round in 0..<4 {
        let next = round.isMultiple(of: 2) ? new : old
        try output.install(next, as: production())
        #expect(try temporary.snapshot("production") == bytes(next))
    }
}

/// What a run left that was killed at some point of its work.
private struct Crash: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Folders by name, each with the text of its files.
    let folders: [String: String]
    /// The text of the tree that is found next.
    let found: String?
}

private let crashes = [
    Crash(testDescription: "while the first tree was staged", folders: [".production.staging": "half"], found: nil),
    Crash(
        testDescription: "while a tree was staged", folders: ["production": "old", ".production.staging": "half"],
        found: "old"),
    Crash(
        testDescription: "after the exchange", folders: ["production": "new", ".production.staging": "old"],
        found: "new"
    ),
    Crash(
        testDescription: "between the two renames",
        folders: [".production.former": "old", ".production.staging": "new"],
        found: "old"),
    Crash(
        testDescription: "after the two renames", folders: ["production": "new", ".production.former": "old"],
        found: "new"),
    Crash(
        testDescription: "with everything there",
        folders: ["production": "new", ".production.former": "old", ".production.staging": "half"], found: "new"),
    Crash(testDescription: "with only the former tree left", folders: [".production.former": "old"], found: "old"),
]

@Test(arguments: crashes)
private func `the next run takes back the whole tree and clears the rest`(crash: Crash) async throws {
    let temporary = try TemporaryFolder()
    for (name, text) in crash.folders {
        for file in files(text, "publication.jws", "a/file") {
            try temporary.write("\(name)/\(file.path)", file.bytes)
        }
    }
    let output = try await OutputFolder.lock(temporary.root) {}
    let tree = try output.tree(of: production())
    if let found = crash.found {
        #expect(tree?.files == ["publication.jws", "a/file"])
        #expect(
            try temporary.snapshot()
                == bytes(
                    files(found, "publication.jws", "a/file").map {
                        TreeFile(path: "production/\($0.path)", bytes: Array("\(found) \($0.path)".utf8))
                    }))
    } else {
        #expect(tree == nil)
        #expect(try temporary.snapshot().isEmpty)
    }
    try output.install(new, as: production())
    #expect(try temporary.snapshot("production") == bytes(new))
    #expect(try names(in: temporary.root) == ["production"])
}

@Test(arguments: crashes)
private func `an installation alone clears what a killed run left`(crash: Crash) async throws {
    let temporary = try TemporaryFolder()
    for (name, text) in crash.folders { try temporary.write("\(name)/a/file", text) }
    let output = try await OutputFolder.lock(temporary.root) {}
    try output.install(new, as: production())
    #expect(try temporary.snapshot("production") == bytes(new))
    #expect(try names(in: temporary.root) == ["production"])
}

@Test func `an installation over a link replaces the link and leaves its target alone`() async throws {
    let temporary = try TemporaryFolder()
    try temporary.write("elsewhere/file", "kept")
    try FileManager.default.createDirectory(atPath: temporary.path("output"), withIntermediateDirectories: true)
    try check("ln", ["-s", "../elsewhere", temporary.path("output/production")])
    let output = try await OutputFolder.lock(temporary.path("output")) {}
    #expect(throws: FileError(temporary.path("output/production"), .read, .symbolicLink)) {
        try output.tree(of: production())
    }
    try output.install(new, as: production())
    #expect(try temporary.snapshot("output/production") == bytes(new))
    #expect(try temporary.snapshot("elsewhere") == ["file": Array("kept".utf8)])
}

@Test func `a tree that cannot be written leaves the former one and no leftovers`() async throws {
    let temporary = try TemporaryFolder()
    let output = try await OutputFolder.lock(temporary.root) {}
    try output.install(old, as: production())
    // One path twice: the second write finds the first.
    let error = #expect(throws: FileError.self) { try output.install(new + new, as: production()) }
    #expect(error?.reason == .alreadyThere)
    #expect(try temporary.snapshot("production") == bytes(old))
    #expect(try names(in: temporary.root) == ["production"])
}
