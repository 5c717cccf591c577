import Foundation
import Testing
import TestSupport

@Test(.peers(.python3)) func `every file says what its table says`() throws {
    let script = VectorFile.folder.appending(path: "Tables/write.py").path
    let result = try run("python3", ["-B", script, "--check"])
    #expect(result.status == 0, "\(result.said)")
}

@Test func `every file is held by a test`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: VectorFile.folder.path)
    #expect(Set(names.filter { $0.hasSuffix(".json") }) == Set(held))
}

/// The files that the tests of this target read.
private let held = [
    "verification-headers.json", "verification-jws.json", "verification-gates.json", "verification-files.json",
    "decisions-classic.json", "decisions-languages.json", "decisions-rules.json", "decisions-rules-details.json",
    "sequences.json", "sequences-gates.json", "sequences-rules.json", "sequences-stores.json", "prompts.json",
    "shares.json", "versions.json",
]

@Test(arguments: [
    (#"{ "about": "", "cases": [ { "name": "a" } ], "more": 1 }"#, false),
    (#"{ "about": "", "cases": [ { "name": "a" }, { "name": "a" } ] }"#, false),
    (#"{ "about": "", "cases": [] }"#, false),
    (#"{ "cases": [ { "name": "a" } ] }"#, false),
    (#"{ "about": "", "cases": [ { "name": "a" } ] }"#, true),
])
func `a file with an unknown member, or a name that appears twice, is refused`(text: String, isAccepted: Bool) {
    #expect(((try? VectorFile(Array(text.utf8))) != nil) == isAccepted)
}

@Test func `an unknown member of a case is refused`() throws {
    var members = try #require(
        try VectorFile(Array(#"{ "about": "", "cases": [ { "name": "a", "b": 1 } ] }"#.utf8)).cases.first)
    _ = try members.text("name")
    #expect(throws: (any Error).self) { try members.end() }
}
