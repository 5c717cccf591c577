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
        for word in expected.words {
            #expect(
                lint.errors.contains(word), "\"\(word)\" is not in: \(lint.errors)", sourceLocation: sourceLocation)
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
