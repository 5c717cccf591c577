import Foundation

/// A folder that is there for one test and removed with this object.
package final class TemporaryFolder: Sendable {
    /// The absolute path.
    package let root: String

    package init() throws {
        guard OpenFiles.areManyAllowed else { throw CannotRun(description: "the limit of open files cannot be raised") }
        let url = RunFolder.url.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        root = url.resolvingSymlinksInPath().path
    }

    /// A copy of another folder.
    package convenience init(copying other: TemporaryFolder) throws {
        try self.init()
        try check("cp", ["-a", "\(other.root)/.", root])
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    /// The absolute path of something in the folder.
    package func path(_ name: String) -> String { name.isEmpty ? root : "\(root)/\(name)" }

    /// Writes a file, with the folders above it.
    package func write(_ name: String, _ bytes: [UInt8], permissions: Int = 0o644) throws {
        let parent = URL(fileURLWithPath: path(name)).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path(name))
    }

    /// Writes a text file, with the folders above it.
    package func write(_ name: String, _ text: String, permissions: Int = 0o644) throws {
        try write(name, Array(text.utf8), permissions: permissions)
    }

    /// Writes a program that can be started at once.
    ///
    /// Another process writes it: a program that is started meanwhile would hold our own file open for writing, and the
    /// kernel starts no such file ("text file busy").
    package func writeProgram(_ name: String, _ text: String) throws {
        try write("\(name).text", text)
        try check("install", ["-m", "755", path("\(name).text"), path(name)])
        try remove("\(name).text")
    }

    package func read(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
    }

    package func text(_ name: String) throws -> String { String(decoding: try read(name), as: UTF8.self) }

    package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    package func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

    /// The bytes of all files below a folder, by their paths below it; links are given as what they point to.
    package func snapshot(_ name: String = "") throws -> [String: [UInt8]] { try Self.snapshot(of: path(name)) }

    /// The same of any folder.
    package static func snapshot(of base: String) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        guard let walk = FileManager.default.enumerator(atPath: base) else { return [:] }
        while let relative = walk.nextObject() as? String {
            let kind = walk.fileAttributes?[.type] as? FileAttributeType
            if kind == .typeRegular {
                files[relative] = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(base)/\(relative)")))
            } else if kind == .typeSymbolicLink {
                files[relative] = Array(
                    try FileManager.default.destinationOfSymbolicLink(atPath: "\(base)/\(relative)").utf8)
            }
        }
        return files
    }
}

/// The text of a file below `Tests`.
package func testText(_ path: String) -> String {
    let file = repositoryRoot.appending(path: "Tests/\(path)").path
    guard let bytes = FileManager.default.contents(atPath: file) else { preconditionFailure("there is no \(file)") }
    return String(decoding: bytes, as: UTF8.self)
}
