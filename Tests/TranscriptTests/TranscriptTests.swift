import Foundation
import Testing
import TestSupport

/// Whether the files are written anew where something else is said: `SIGNET_RECORD=1 swift test --filter TranscriptTests`.
private let isRecording = ProcessInfo.processInfo.environment["SIGNET_RECORD"] != nil

@Test(.enabled(if: !isRecording), arguments: Transcript.all)
func `the command line does and says what its transcripts show`(_ transcript: Transcript) throws {
    guard try transcript.canRun() else { return }
    let run = try TranscriptRun(of: transcript)
    for step in transcript.steps {
        let said = try run.said(to: step.command, mayBeRefused: step.expected.status != 0)
        let place = SourceLocation(
            fileID: "Transcripts/\(transcript.file)", filePath: "\(Transcript.folder)/\(transcript.file)",
            line: step.lines.lowerBound, column: 1)
        let isExpected = step.expected.fits(said)
        #expect(
            isExpected,
            "$ \(step.command)\n\(said.lines.joined(separator: "\n"))\ninstead of\n\(step.expected.lines.joined(separator: "\n"))",
            sourceLocation: place)
    }
}

@Test(.enabled(if: isRecording)) func `transcripts are written anew`() throws {
    for (file, transcripts) in Dictionary(grouping: Transcript.all, by: \.file) {
        var lines = testText("Transcripts/\(file)").components(separatedBy: "\n")
        for transcript in transcripts.reversed() {
            for (step, expected) in zip(transcript.steps, try transcript.recorded()).reversed() {
                lines.replaceSubrange(step.lines, with: expected.map { $0.isEmpty ? "" : "  \($0)" })
            }
        }
        let path = URL(fileURLWithPath: "\(Transcript.folder)/\(file)")
        try Data(lines.joined(separator: "\n").utf8).write(to: path)
    }
}

extension Transcript {
    /// Whether the peers that it needs are here, and said if not.
    fileprivate func canRun() throws -> Bool {
        if isForCI, !Peer.areRequired, !Self.areAskedFor {
            print("skipped: \(testDescription): SIGNET_PEERS=required asks for it")
            return false
        }
        let complaints = try needs.compactMap { try #require(Peer(rawValue: $0), "\(file) needs \($0)").complaint }
            .joined(separator: ", ")
        if !complaints.isEmpty { print("skipped: \(testDescription): \(complaints)") }
        return try Peer.areUsable(complaints, areRequired: Peer.areRequired)
    }

    /// The lines for each step: as they are where they fit, else what was said, with `*` for what two runs say differently.
    fileprivate func recorded() throws -> [[String]] {
        let runs = try [TranscriptRun(of: self, isFresh: true), TranscriptRun(of: self, isFresh: true)]
        return try steps.map { step in
            let said = try runs.map { try $0.said(to: step.command, mayBeRefused: true) }
            if said.allSatisfy(step.expected.fits) { return step.expected.lines }
            guard said[0].lines.count == said[1].lines.count else {
                throw CannotRun(description: "\(file): two runs of \(step.command) differ in their lines")
            }
            return zip(said[0].lines, said[1].lines).map(pattern)
        }
    }
}

/// What fits two lines.
private func pattern(_ one: String, _ other: String) -> String {
    guard one != other else { return one }
    let (words, others) = (one.components(separatedBy: " "), other.components(separatedBy: " "))
    guard words.count == others.count else { return "* (glob)" }
    return zip(words, others).map { word, other in
        guard word != other else { return word }
        let (start, end) = (
            word.commonPrefix(with: other), String(word.reversed()).commonPrefix(with: String(other.reversed()))
        )
        let isMark: (Character) -> Bool = { !$0.isLetter && !$0.isNumber && !"+/=_-".contains($0) }
        return start.prefix(while: isMark) + "*" + String(end.prefix(while: isMark).reversed())
    }.joined(separator: " ") + " (glob)"
}
