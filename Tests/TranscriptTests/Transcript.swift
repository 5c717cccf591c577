import Foundation
import Testing
import TestSupport

/// Commands, and what is said to each: one promise of the command line.
///
/// A file below `Tests/Transcripts` holds several, in a form that is close to cram's:
///
///     # one promise
///     from team
///       $ signet block ios "<3.2.0"
///       a line of standard output
///       ...
///       ! a line of standard error
///       [1]
///
/// The name after `from` is a script below `starts`, which makes the folder that the commands run in; without it the folder is
/// empty. `needs openssl` names a peer; `in ci` is for one that takes seconds, and runs where peers are required or
/// `SIGNET_TRANSCRIPTS` asks for its file. A command is for `sh` and goes on in lines with `>`. A line `...` is any number of
/// lines, a line that ends in ` (glob)` has `*` for any text. Anything that is not indented is a comment.
struct Transcript: Sendable, CustomTestStringConvertible {
    /// The path of its file below `Tests/Transcripts`.
    let file: String
    /// Where its first line is in the file, from 0.
    let line: Int
    let promise: String
    var start: String?
    var needs: [String] = []
    /// Whether it takes longer than a newcomer wants to wait.
    var isForCI = false
    var steps: [Step] = []

    struct Step: Sendable {
        var command: String
        /// The lines of the file that hold what is expected.
        var lines: Range<Int>
        var expected = Said()
    }

    var testDescription: String { "\(file):\(line + 1): \(promise)" }

    static let folder = repositoryRoot.appending(path: "Tests/Transcripts").path

    private static let asked = ProcessInfo.processInfo.environment["SIGNET_TRANSCRIPTS"]
    /// Whether somebody has named them.
    static var areAskedFor: Bool { asked != nil }

    /// Those of all files, or of the files whose path begins as `SIGNET_TRANSCRIPTS` says.
    static let all: [Transcript] = {
        let prefix = asked ?? ""
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".txt") && $0.hasPrefix(prefix) }.sorted().flatMap { name in
            read(testText("Transcripts/\(name)").components(separatedBy: "\n"), file: name)
        }
    }()

    static func read(_ lines: [String], file: String) -> [Transcript] {
        var found: [Transcript] = []
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("# ") {
                found.append(Transcript(file: file, line: index, promise: String(line.dropFirst(2))))
            }
            guard var transcript = found.popLast() else { continue }
            defer { found.append(transcript) }
            if line == "in ci" { transcript.isForCI = true }
            if line.hasPrefix("from ") { transcript.start = String(line.dropFirst(5)) }
            if line.hasPrefix("needs ") { transcript.needs += line.dropFirst(6).split(separator: " ").map(String.init) }
            guard line.hasPrefix("  ") else { continue }
            if line.hasPrefix("  $ ") {
                let step = Step(command: String(line.dropFirst(4)), lines: index + 1..<index + 1)
                transcript.steps.append(step)
            } else if var step = transcript.steps.popLast() {
                if step.lines.isEmpty, line.hasPrefix("  >") {
                    step.command += "\n" + line.dropFirst(4)
                    step.lines = index + 1..<index + 1
                } else {
                    // An empty line belongs to what is said if more of it follows.
                    for _ in step.lines.upperBound..<index where !step.lines.isEmpty { step.expected.add("") }
                    step.expected.add(String(line.dropFirst(2)))
                    step.lines = step.lines.lowerBound..<index + 1
                }
                transcript.steps.append(step)
            }
        }
        return found
    }
}

/// What a command says and how it ends, as lines or as patterns for lines.
struct Said: Equatable {
    var output: [String] = []
    var errors: [String] = []
    var status: Int32 = 0

    /// Takes a line of a transcript.
    mutating func add(_ line: String) {
        if line.hasPrefix("! ") || line == "!" {
            errors.append(String(line.dropFirst(2)))
        } else if line.hasPrefix("["), line.hasSuffix("]"), let status = Int32(line.dropFirst().dropLast()) {
            self.status = status
        } else {
            output.append(line)
        }
    }

    /// The lines of a transcript.
    var lines: [String] {
        output + errors.map { $0.isEmpty ? "!" : "! \($0)" } + (status == 0 ? [] : ["[\(status)]"])
    }

    /// Whether this, with patterns, fits what was said.
    func fits(_ said: Said) -> Bool {
        status == said.status && Self.fits(output[...], said.output[...]) && Self.fits(errors[...], said.errors[...])
    }

    private static func fits(_ patterns: ArraySlice<String>, _ lines: ArraySlice<String>) -> Bool {
        guard let pattern = patterns.first else { return lines.isEmpty }
        if pattern == "..." {
            return (lines.startIndex...lines.endIndex).contains { fits(patterns.dropFirst(), lines[$0...]) }
        }
        guard let line = lines.first, fits(pattern, line) else { return false }
        return fits(patterns.dropFirst(), lines.dropFirst())
    }

    private static func fits(_ pattern: String, _ line: String) -> Bool {
        // By bytes: "==" would take other spellings of a letter for the same.
        guard pattern.hasSuffix(" (glob)") else { return pattern.utf8.elementsEqual(line.utf8) }
        let parts = pattern.dropLast(7).components(separatedBy: "*")
        guard line.hasPrefix(parts[0]) else { return false }
        var rest = line.dropFirst(parts[0].count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.range(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return parts.count == 1 ? rest.isEmpty : rest.hasSuffix(parts[parts.count - 1])
    }
}
