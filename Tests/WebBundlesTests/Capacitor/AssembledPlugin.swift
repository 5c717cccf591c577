import Foundation
import TestSupport

/// The package that `Sources/CapacitorPlugin/assemble` makes.
struct AssembledPlugin {
    static let source = repositoryRoot.appending(path: "Sources/CapacitorPlugin")
    static let tests = repositoryRoot.appending(path: "Tests/Clients/capacitor")
    static let name = "signet-capacitor"

    /// Holds the package in a folder of its name.
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        // From another folder than its own, which must not matter.
        try check(Self.source.appending(path: "assemble").path, [folder.path(Self.name)], in: folder.root)
    }

    var root: String { folder.path(Self.name) }

    /// Its files by their paths.
    var files: [String: [UInt8]] {
        get throws {
            var files: [String: [UInt8]] = [:]
            for path in FileManager.default.subpaths(atPath: root) ?? [] {
                let url = URL(fileURLWithPath: "\(root)/\(path)")
                guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
                files[path] = [UInt8](try Data(contentsOf: url))
            }
            return files
        }
    }

    func text(_ path: String) throws -> String { try folder.text("\(Self.name)/\(path)") }
}
