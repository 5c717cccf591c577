import Diagnostics
import LocalFiles
import ManifestVerifier
import Programs

/// Keeps private keys out of git: the `.gitignore` beside them must ignore them, and git, if it is installed, must agree.
struct PrivateKeyIgnoring {
    /// The folder of the keys, which need not be in a work tree.
    let folder: Folder
    /// The environment variables, of which git gets `PATH` and `HOME`.
    let variables: [String: String]

    private static let fileName = ".gitignore"
    private static let lines = ["*.key.pem", "\(DevelopmentKey.folderName)/"]
    /// The forms of a line that are known to ignore every private key of the folder.
    private static let sufficient = ["*", "*.pem", lines[0]]

    /// Makes the `.gitignore` ignore private keys, and asks git about those that are about to be written.
    ///
    /// Lines are added at its end, where they win over any exception before them. If git would still take a key, the file is
    /// left as it was.
    ///
    /// - Parameter files: the names of the private keys in the folder.
    func cover(_ files: [String]) async throws {
        let former = try folder.readIfPresent(Self.fileName, limit: Limits.keyFileBytes)
        if former.map(Self.ignoresPrivateKeys) != true {
            var text = former ?? []
            if let last = text.last, last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
            text += Self.lines.flatMap { Array("\($0)\n".utf8) }
            if former == nil { try folder.write(Self.fileName, text) } else { try folder.replace(Self.fileName, text) }
        }
        do {
            guard let file = try await unignored(among: files).first else { return }
            throw ErrorReport(
                .refused, "\(folder.child(file)): git would take this private key, so it was not written",
                hint: "if git tracks a file of that name: git rm --cached \(folder.child(file)); otherwise "
                    + "git check-ignore --verbose \(folder.child(file)) shows which pattern lets it in")
        } catch {
            try restore(former)
            throw error
        }
    }

    /// Whether the content of a `.gitignore` is known to ignore private keys: a line does, and no exception follows.
    private static func ignoresPrivateKeys(_ content: [UInt8]) -> Bool {
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

    /// Fails for a file elsewhere that git would take.
    func refuse(_ file: String) async throws {
        guard try await !unignored(among: [file]).isEmpty else { return }
        throw ErrorReport(
            .refused, "\(folder.child(file)): git would take this private key, so it was not written",
            hint: "name a file outside of the repository, or pipe the key into the program that stores secrets: --to -")
    }

    /// The names that git does not ignore: files that it tracks, and those that no pattern excludes.
    ///
    /// Empty when git is not installed or cannot say, as outside of a work tree.
    private func unignored(among names: [String]) async throws -> [String] {
        guard !names.isEmpty else { return [] }
        let process = ChildProcess(
            "git",
            Self.settings + ["-C", folder.path, "check-ignore", "-z", "--stdin", "--verbose", "--non-matching"],
            variables: ProgramVariables(
                variables.merging(["GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"]) { $1 },
                names: ["PATH", "HOME", "GIT_OPTIONAL_LOCKS", "LC_ALL"]),
            input: names.flatMap { Array($0.utf8) + [0] }, timeLimit: .seconds(30),
            outputLimit: Limits.programOutputBytes, errorLimit: Limits.programErrorBytes)
        do throws(ChildProcessError) {
            let result = try await process.run()
            // 1: no pattern matches any name. Anything else, as outside of a work tree, does not answer the question.
            guard [.exited(0), .exited(1)].contains(result.ending) else { return [] }
            return Self.unignored(inOutput: result.output)
        } catch {
            if case .notFound = error { return [] }
            throw error
        }
    }

    /// The names without a pattern, or whose last pattern is an exception, from four fields for each name: the
    /// pattern's file, its line, the pattern, the name.
    ///
    /// The exit code is not enough: before version 2.26 git counts an exception as a match.
    private static func unignored(inOutput output: [UInt8]) -> [String] {
        let fields = output.split(separator: 0, omittingEmptySubsequences: false)
        return stride(from: 0, to: fields.count - 3, by: 4).compactMap { start in
            let pattern = fields[start + 2]
            return pattern.isEmpty || pattern.first == UInt8(ascii: "!")
                ? String(decoding: fields[start + 3], as: UTF8.self) : nil
        }
    }

    /// A repository's own settings must run no program, and a folder with the layout of a bare repository, which a pull
    /// request can bring, must not count as one.
    private static let settings = [
        "--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c",
        "safe.bareRepository=explicit",
    ]
}
