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
    func expectFinding(_ expected: LintCase, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let before = try folder.snapshot()
        let lint = try run(["lint"])
        let strict = try run(["lint", "--strict"])
        let lines = lint.errors.components(separatedBy: "\n")
        let place = lines.firstIndex { $0.hasSuffix(" [\(expected.code)]") }
        let index = try #require(
            place, "no \(expected.code) in: \(lint.errors)", sourceLocation: sourceLocation)
        let shown = lines[index...].prefix(2).joined(separator: "\n")
        for word in expected.words {
            #expect(shown.contains(word), "\"\(word)\" is not in: \(shown)", sourceLocation: sourceLocation)
        }
        let isError = shown.contains(": error: ")
        #expect((lint.status != 0) == isError, sourceLocation: sourceLocation)
        #expect(strict.status != 0, sourceLocation: sourceLocation)
        #expect(try folder.snapshot() == before, "a lint writes nothing", sourceLocation: sourceLocation)
        let build = try run(["build", "--strict"])
        #expect(build.status != 0, sourceLocation: sourceLocation)
        #expect(build.errors.contains(" [\(expected.code)]\n"), "\(build.errors)", sourceLocation: sourceLocation)
        #expect(!folder.exists("output/production"), sourceLocation: sourceLocation)
    }
}
