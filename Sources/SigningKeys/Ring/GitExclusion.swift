import Diagnostics
import ExternalPrograms
import ManifestVerifier

/// Asks git which files of a folder it would take.
struct GitExclusion {
    /// The folder, which need not be in a work tree.
    let folder: String
    /// The environment variables, of which git gets `PATH` and `HOME`.
    let variables: [String: String]

    /// The names that git does not ignore: files that it tracks, and those that no pattern excludes.
    ///
    /// None when git is not installed or cannot say, as outside of a work tree.
    func unignored(among names: [String]) async throws -> [String] {
        guard !names.isEmpty else { return [] }
        let process = ChildProcess(
            "git", Self.settings + ["-C", folder, "check-ignore", "-z", "--stdin", "--verbose", "--non-matching"],
            variables: ProgramVariables(
                variables.merging(["GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"]) { $1 },
                names: ["PATH", "HOME", "GIT_OPTIONAL_LOCKS", "LC_ALL"]),
            input: .bytes(names.flatMap { Array($0.utf8) + [0] }), timeLimit: .seconds(30),
            outputLimit: Limits.programOutputBytes, errorLimit: Limits.programErrorBytes)
        let result: ChildProcess.Result
        do throws(ChildProcessError) {
            result = try await process.run()
        } catch {
            if case .notFound = error { return [] }
            throw error
        }
        // 1: no pattern matches any name. Anything else, as outside of a work tree, does not answer the question.
        guard [.exited(0), .exited(1)].contains(result.ending) else { return [] }
        return Self.unignored(inOutput: result.output)
    }

    /// The names without a pattern, or whose last pattern is an exception, from four fields for each name: the
    /// pattern's file, its line, the pattern, the name.
    ///
    /// The exit code alone does not say it: before version 2.26 git counts an exception as a match.
    static func unignored(inOutput output: [UInt8]) -> [String] {
        let fields = output.split(separator: 0, omittingEmptySubsequences: false)
        return stride(from: 0, to: fields.count - 3, by: 4).compactMap { start in
            let pattern = fields[start + 2]
            return pattern.isEmpty || pattern.first == UInt8(ascii: "!")
                ? String(decoding: fields[start + 3], as: UTF8.self) : nil
        }
    }

    /// What a repository says in its own settings must run no program, and a folder with the layout of a bare
    /// repository, which a pull request can bring, must not count as one.
    private static let settings = [
        "--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c",
        "safe.bareRepository=explicit",
    ]
}
