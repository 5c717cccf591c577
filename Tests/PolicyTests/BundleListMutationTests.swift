import Policy
import Testing
import TestSupport

@Test func `no list of bundles is a trap`() {
    let entry =
        #"{ "version": "1.5.1", "sha256": "\#(String(repeating: "ab", count: 32))", "size": 182733, "#
        + #""files": "\#(String(repeating: "cd", count: 32))", "shells": { "ios": { "min": "2.0.0", "max": "2.99.99" } }, "#
        + #""when": { "share": { "steps": [["2026-12-01T00:00:00Z", 5]] }, "channels": ["beta"] }, "state": "retired" }"#
    let list = Array("{ \"bundles\": [ \(entry), { \"version\": \"1.5.0\", \"state\": \"withdrawn\" } ] }\n".utf8)
    let count = Fuzz.rounds(70_000)
    let accepted = jsonMutations(of: list, count: count, seed: 1)
        .count { (try? BundleList($0, file: "bundles.json")) != nil }
    // Some changes are of a digit, others of the structure.
    #expect((count / 70..<count - count / 70).contains(accepted), "\(accepted)")
}
