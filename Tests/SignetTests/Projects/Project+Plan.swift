import Diagnostics
import Foundation
import ManifestVerifier
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

    /// A plan and a build have a finding of that code with those words; an error stops both, what needs acknowledgement only
    /// the plan, and a warning the strict.
    func expectFinding(
        _ expected: FindingExample, _ previous: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        // That devices are blocked is said by the first lines, and beside the lines of a change.
        let isAnnotated = expected.code == .devicesBlocked
        let mark = isAnnotated ? ",title=devices-blocked::" : " [\(expected.code.rawValue)]\n"
        let before = try folder.snapshot()
        let plan = try run(planning(previous + (isAnnotated ? ["--github"] : [])))
        #expect(plan.said.contains(mark), "\(plan.said)", sourceLocation: sourceLocation)
        let lines = plan.said.components(separatedBy: "\n")
        // A change can be told together with others, under another code; a finding of a policy is told with its hint.
        let shown =
            previous.isEmpty
            ? lines.indices.filter { "\(lines[$0])\n".hasSuffix(mark) }.flatMap { lines[$0...].prefix(2) } : lines
        for word in expected.words {
            #expect(
                shown.contains { $0.contains(word) }, "\"\(word)\" is not in: \(shown)", sourceLocation: sourceLocation)
        }
        if !previous.isEmpty {
            let alone = try run(["plan", "none"]).errors
            #expect(!alone.contains(mark), "what was built is not what is live", sourceLocation: sourceLocation)
        }
        let isRefused = expected.code.severity == .error || expected.code.needsAcknowledgement
        #expect(plan.status != 0 || !isRefused, sourceLocation: sourceLocation)
        if previous.isEmpty { #expect((plan.status != 0) == isRefused, sourceLocation: sourceLocation) }
        let strict = try run(planning(["--strict"] + previous))
        #expect(strict.status != 0 || !expected.code.stopsStrict, sourceLocation: sourceLocation)
        #expect(try folder.snapshot() == before, "a plan writes nothing", sourceLocation: sourceLocation)
        guard expected.code.stopsStrict else { return }
        let build = try run(["build", "--strict"] + previous)
        #expect(build.status != 0, sourceLocation: sourceLocation)
        #expect(build.errors.contains(mark), "\(build.errors)", sourceLocation: sourceLocation)
        #expect(try folder.snapshot() == before, "a refused build writes nothing", sourceLocation: sourceLocation)
    }
}

/// The words for a plan with flags that `build` takes as well: `--previous PLACE` is its OLD, without which the policy is
/// looked at alone.
func planning(_ flags: [String]) -> [String] {
    guard let index = flags.firstIndex(of: "--previous") else { return ["plan", "none"] + flags }
    return ["plan", flags[index + 1]] + flags[..<index] + flags[(index + 2)...]
}

extension Project {
    /// Every change of a plan of one environment in words, in its order.
    func changes(_ words: [String], environment: [String: String] = [:]) throws -> [String] {
        let result = try run(["plan"] + words + ["--json"], environment: environment)
        #expect([0, 1].contains(result.status), "\(result.errors)")
        let planned = try #require(try result.json["environments"]?.asArray().first, "\(result.output)")
        return try #require(planned["changes"]).asArray().map { try #require($0["text"]).asString() }
    }
}
