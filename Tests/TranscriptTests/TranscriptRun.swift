import Foundation
import Testing
import TestSupport

/// A folder in which the commands of a transcript run.
struct TranscriptRun {
    let folder: TemporaryFolder
    /// What the transcript has in words, in which a time is one of its own.
    private let written: String

    /// - Parameter isFresh: whether nothing is shared with other runs, not even keys.
    init(of transcript: Transcript, isFresh: Bool = false) throws {
        written = transcript.steps.flatMap { [$0.command] + $0.expected.lines }.joined(separator: "\n")
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
        let text = text.replacingOccurrences(of: folder.root, with: "ROOT")
            .replacingOccurrences(of: repositoryRoot.path, with: "REPOSITORY")
        var lines = Self.varying.reduce(text) { $1.replaced(in: $0, of: written) }.components(separatedBy: "\n")
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    /// What another run says differently, and what stands for it. All by Foundation, which is many times faster than what Swift
    /// has for a debug build.
    private static let varying = [
        // A signature in it has 70 to 72 bytes.
        Varying(#"(?<=publication\.jws {1,99})\d+(?= bytes)"#) { _, _ in "N" },
        // What curl says of it.
        Varying(
            #"(?<=the host cannot be reached): (?:Could not resolve host: [^\s:]+|Failed to connect to .*? server)"#
        ) { _, _ in "" },
        Varying(#"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"#) { timeOrNow($0, "yyyy-MM-dd'T'HH:mm:ss'Z'", in: $1) },
        Varying(#"\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d UTC"#) {
            timeOrNow($0, "EEE, dd MMM yyyy HH:mm:ss 'UTC'", in: $1)
        },
        // Two builds in one second, on a fast machine.
        Varying(#"[^\n]* dated after the clock, up to NOW,[^\n]*\n"#) { _, _ in "" },
    ]

    /// `NOW` for a time within a day, and any other time as it is, as one that a transcript has in words.
    private static func timeOrNow(_ text: String, _ format: String, in written: String) -> String {
        guard !written.contains(text) else { return text }
        let isNow = formatters.withLock { formatters in
            let formatter = formatters[format] ?? formatter(format)
            formatters[format] = formatter
            return formatter.date(from: text).map { abs($0.timeIntervalSinceNow) < 86_400 } ?? false
        }
        return isNow ? "NOW" : text
    }

    private static func formatter(_ format: String) -> DateFormatter {
        let formatter = DateFormatter()
        (formatter.locale, formatter.timeZone) = (Locale(identifier: "en_US_POSIX"), TimeZone(identifier: "UTC"))
        formatter.dateFormat = format
        return formatter
    }

    private static let formatters = Locked<[String: DateFormatter]>([:])
}

/// A part of texts, and what takes its place.
private struct Varying: Sendable {
    private let expression: NSRegularExpression
    private let replacement: @Sendable (String, String) -> String

    init(_ pattern: String, replacement: @escaping @Sendable (_ part: String, _ transcript: String) -> String) {
        guard let expression = try? NSRegularExpression(pattern: pattern) else {
            preconditionFailure("\(pattern) is no pattern")
        }
        (self.expression, self.replacement) = (expression, replacement)
    }

    func replaced(in text: String, of transcript: String) -> String {
        // The last first, so that the places of the others stay.
        let matches = expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).reversed()
        return matches.reduce(into: text) { text, match in
            guard let range = Range(match.range, in: text) else { return }
            text.replaceSubrange(range, with: replacement(String(text[range]), transcript))
        }
    }
}
