import Foundation
import Testing
import TestSupport

/// A folder in which the commands of a transcript run.
struct TranscriptRun {
    let folder: TemporaryFolder

    /// - Parameter isFresh: whether nothing is shared with other runs, not even keys.
    init(of transcript: Transcript, isFresh: Bool = false) throws {
        guard let start = transcript.start else {
            folder = try TemporaryFolder()
            return
        }
        let made =
            try isFresh
            ? Self.make(start)
            : Self.starts.withLock { starts in
                if let folder = starts[start] { return folder }
                let folder = try Self.make(start)
                starts[start] = folder
                return folder
            }
        folder = try isFresh ? made : TemporaryFolder(copying: made)
    }

    private static let starts = Locked<[String: TemporaryFolder]>([:])

    private static func make(_ start: String) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try check(
            "sh", ["-eu", "\(Transcript.folder)/starts/\(start).sh"], in: folder.root, environment: environment.get())
        return folder
    }

    /// With `signet` on the PATH.
    private static let environment = Result {
        let programs = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: programs.path("signet"), withDestinationPath: signetPath)
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        kept.withLock { $0.append(programs) }
        return [
            "PATH": "\(programs.root):\(path)", "TESTS": repositoryRoot.appending(path: "Tests").path,
            "STARTS": "\(Transcript.folder)/starts", "LC_ALL": "C.UTF-8",
        ]
    }

    private static let kept = Locked<[TemporaryFolder]>([])

    /// Runs the command of a step. What is refused must leave everything as it is.
    ///
    /// - Parameter mayBeRefused: whether to compare all files before and after, which reads every one twice.
    func said(to command: String, mayBeRefused: Bool) throws -> Said {
        let isTool = command.hasPrefix("signet ")
        let before = isTool && mayBeRefused ? try everything() : [:]
        let result = try run("sh", ["-c", command], in: folder.root, environment: Self.environment.get())
        if isTool, mayBeRefused, result.status != 0, try everything() != before {
            throw CannotRun(description: "\(command) was refused and has changed files")
        }
        if isTool, !command.contains(where: { #"'"$;|&><*"#.contains($0) }) {
            try checkOutput(of: command.split(separator: " ").dropFirst().map(String.init), result)
        }
        return Said(output: lines(result.output), errors: lines(result.errors), status: result.status)
    }

    /// All files with their bytes, and all folders.
    private func everything() throws -> [String: [UInt8]] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.root)
        return Dictionary(paths.map { ($0, []) }) { first, _ in first }.merging(try folder.snapshot()) { $1 }
    }

    /// The lines of a text, without the empty ones at its end, and without what is another on each machine and day.
    private func lines(_ text: String) -> [String] {
        // Foundation's, which is many times faster on plain text.
        var text = text.replacingOccurrences(of: folder.root, with: "ROOT")
            .replacingOccurrences(of: repositoryRoot.path, with: "REPOSITORY")
        // A signature in it has 70 to 72 bytes.
        text.replace(/(publication\.jws +)\d+( bytes)/) { "\($0.output.1)N\($0.output.2)" }
        // What curl says of it.
        text.replace(/(the host cannot be reached): (Could not resolve host: [^\s:]+|Failed to connect to .*? server)/)
        {
            "\($0.output.1)"
        }
        text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) { timeOrNow(String($0.output), "yyyy-MM-dd'T'HH:mm:ss'Z'") }
        text.replace(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d UTC/) {
            timeOrNow(String($0.output), "EEE, dd MMM yyyy HH:mm:ss 'UTC'")
        }
        // Two builds in one second, on a fast machine.
        text.replace(/[^\n]* dated after the clock, up to NOW,[^\n]*\n/, with: "")
        var lines = text.components(separatedBy: "\n")
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    /// `NOW` for a time within a day, and any other time as it is.
    private func timeOrNow(_ text: String, _ format: String) -> String {
        let formatter = DateFormatter()
        (formatter.locale, formatter.timeZone) = (Locale(identifier: "en_US_POSIX"), TimeZone(identifier: "UTC"))
        formatter.dateFormat = format
        let isNow = formatter.date(from: text).map { abs($0.timeIntervalSinceNow) < 86_400 } ?? false
        return isNow ? "NOW" : text
    }
}
