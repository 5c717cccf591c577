import Diagnostics
import Foundation
import Testing
import TestSupport

extension Project {
    /// Replaces the one place where a file says something.
    func change(_ file: String, _ find: String, _ replacement: String) throws {
        let text = try folder.text(file)
        // By code points: "==" would take other spellings for the same.
        let parts = text.components(separatedBy: find)
        try #require(parts.count > 1, "\(file) has no \(find)")
        try folder.write(file, parts[0] + replacement + parts.dropFirst().joined(separator: find))
    }

    /// A lint and a build have a finding of that code with those words; an error stops both, a warning only the strict.
    func expectFinding(
        _ expected: LintExample, _ previous: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let mark = " [\(expected.code.rawValue)]\n"
        let before = try folder.snapshot()
        let lint = try run(["lint"] + previous)
        #expect(lint.errors.contains(mark), "\(lint.errors)", sourceLocation: sourceLocation)
        let lines = lint.errors.components(separatedBy: "\n")
        // A change can be told together with others, under another code; a finding of a policy is told with its hint.
        let shown =
            previous.isEmpty
            ? lines.indices.filter { "\(lines[$0])\n".hasSuffix(mark) }.flatMap { lines[$0...].prefix(2) } : lines
        for word in expected.words {
            #expect(
                shown.contains { $0.contains(word) }, "\"\(word)\" is not in: \(shown)", sourceLocation: sourceLocation)
        }
        if !previous.isEmpty {
            let alone = try run(["lint"]).errors
            #expect(!alone.contains(mark), "what was built is not what is live", sourceLocation: sourceLocation)
        }
        #expect((lint.status != 0) == (expected.code.severity == .error), sourceLocation: sourceLocation)
        let strict = try run(["lint", "--strict"] + previous)
        #expect((strict.status != 0) == expected.code.stopsStrict, sourceLocation: sourceLocation)
        #expect(try folder.snapshot() == before, "a lint writes nothing", sourceLocation: sourceLocation)
        guard expected.code.stopsStrict else { return }
        let build = try run(["build", "--strict"] + previous)
        #expect(build.status != 0, sourceLocation: sourceLocation)
        #expect(build.errors.contains(mark), "\(build.errors)", sourceLocation: sourceLocation)
        #expect(try folder.snapshot() == before, "a refused build writes nothing", sourceLocation: sourceLocation)
    }
}
