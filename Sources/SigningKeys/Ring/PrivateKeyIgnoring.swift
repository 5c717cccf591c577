import Diagnostics
import LocalFiles
import ManifestVerifier

/// Keeps private keys out of git: the `.gitignore` beside them must ignore them, and git, where it is installed, must
/// agree.
struct PrivateKeyIgnoring {
    /// The name of the file.
    static let fileName = ".gitignore"
    /// The lines that ignore every private key of the folder.
    private static let lines = ["*.key.pem", "\(DevelopmentKey.folderName)/"]
    /// The forms of a line that are known to ignore every private key of the folder.
    private static let sufficient = ["*", "*.pem", lines[0]]

    /// The folder of the keys.
    let folder: Folder
    /// The environment variables.
    let variables: [String: String]

    /// Makes the `.gitignore` ignore private keys, and asks git about those that are about to be written.
    ///
    /// Lines are added at its end, where they win over any exception before them. When git would take a key all the
    /// same, the file is left as it was.
    ///
    /// - Parameter files: the names of the private keys in the folder.
    func cover(_ files: [String]) async throws {
        let former = try attempt { () throws(FileError) in
            try folder.readIfPresent(Self.fileName, limit: Limits.keyFileBytes)
        }
        if former.map(Self.ignoresPrivateKeys) != true {
            let text = Self.lines.map { "\($0)\n" }.joined()
            let end: [UInt8] =
                former.map { $0.isEmpty || $0.last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")] } ?? []
            try attempt { () throws(FileError) in
                try former == nil
                    ? folder.write(Self.fileName, Array(text.utf8))
                    : folder.replace(Self.fileName, (former ?? []) + end + Array(text.utf8))
            }
        }
        do {
            let taken = try await GitExclusion(folder: folder.path, variables: variables).unignored(among: files)
            if let file = taken.first { throw KeyFolderError.takenByGit(folder.path, file) }
        } catch {
            try attempt { () throws(FileError) in try restore(former) }
            throw error
        }
    }

    /// Whether the content of a `.gitignore` is known to ignore private keys: a line does, and no exception follows.
    static func ignoresPrivateKeys(_ content: [UInt8]) -> Bool {
        var isIgnored = false
        for line in content.split(separator: UInt8(ascii: "\n")) {
            let text = String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
            if text.utf8.first == UInt8(ascii: "!") {
                isIgnored = false
            } else if sufficient.contains(where: { $0.utf8.elementsEqual(text.utf8) }) {
                isIgnored = true
            }
        }
        return isIgnored
    }

    private func restore(_ former: [UInt8]?) throws(FileError) {
        guard let former else { return try folder.remove(Self.fileName) }
        if try folder.readIfPresent(Self.fileName, limit: Limits.keyFileBytes) != former {
            try folder.replace(Self.fileName, former)
        }
    }

    private func attempt<Result>(_ body: () throws(FileError) -> Result) throws -> Result {
        return try body()
    }
}
