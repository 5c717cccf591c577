import Diagnostics
import ManifestVerifier
import Policy
import Testing
import TestSupport
import WebBundles

private let digest = String(repeating: "ab", count: 32)
private let when = #"{ "share": { "steps": [["2026-12-01T00:00:00Z", 5]] }, "channels": ["beta"] }"#

/// An entry of a list with one piece of its text replaced.
private func entry(_ version: String = "1.5.1", replacing old: String = "", with new: String = "") -> String {
    let text =
        #"{ "version": "\#(version)", "sha256": "\#(digest)", "size": 100, "files": "\#(digest)", "#
        + #""shells": { "ios": { "min": "2.0.0", "max": "2.99.99" } }, "when": \#(when), "state": "offered" }"#
    return old.isEmpty ? text : text.replacing(old, with: new)
}

private func list(_ entries: String...) throws -> BundleList {
    try BundleList(Array("{ \"bundles\": [ \(entries.joined(separator: ",\n")) ] }".utf8), file: "bundles.json")
}

@Suite struct BundleListTests {
    @Test func `a list keeps its order, and comments are allowed`() throws {
        let read = try list(
            "// the newest first\n" + entry("1.6.0", replacing: #", "state": "offered""#),
            entry("1.5.1", replacing: "offered", with: "retired"), #"{ "version": "1.4.0", "state": "withdrawn" }"#)
        #expect(read.entries.map(\.version.spelling) == ["1.6.0", "1.5.1", "1.4.0"])
        #expect(read.entries.map(\.state) == [.offered, .retired, .withdrawn])
        #expect(read.entries[0].archive?.byteCount == 100)
        #expect(read.entries[0].archive?.shells.listed == #"{ "ios": { "min": "2.0.0", "max": "2.99.99" } }"#)
        #expect(read.entries[0].conditions?.listed == when)
        #expect(read.entries[0].conditions?.share?.salt == "1.6.0")
        #expect(read.entries[2].archive == nil)
    }

    @Test(arguments: [
        (entry(replacing: "1.5.1", with: "1.5"), "bundles.json:1:29: \"1.5\" is not a semantic version"),
        (entry(replacing: digest, with: digest.uppercased()), "not 64 lowercase hexadecimal digits"),
        (entry(replacing: "100", with: "0"), "an archive has 1 to"),
        (entry(replacing: "100", with: "2000000000"), "1 to"),
        (entry(replacing: #""size": 100, "#), "missing member \"size\""),
        (entry(replacing: #""min": "2.0.0", "#), "missing member \"min\""),
        (entry(replacing: #""min": "2.0.0", "max": "2.99.99""#), "missing member \"min\""),
        (entry(replacing: #""ios": { "min": "2.0.0", "max": "2.99.99" }"#), "no platform has shells that can run it"),
        (entry(replacing: "\"ios\"", with: "\"web\""), "unknown member \"web\""),
        (entry(replacing: "\"max\"", with: "\"most\""), "unknown member \"most\""),
        (entry(replacing: #""files": "\#(digest)", "#), "missing member \"files\""),
        (entry(replacing: "2.99.99", with: "1.0"), "max is below min"),
        (entry(replacing: "offered", with: "gone"), "a state is one of offered, halted, retired, withdrawn"),
        (entry(replacing: when, with: "{}"), "nothing restricts the offer"),
        (entry(replacing: when, with: #"{ "country": ["GB"] }"#), "unknown member \"country\""),
        (entry(replacing: "[\"beta\"]", with: "[]"), "no channel is named"),
        (entry(replacing: "beta", with: "b\u{e9}ta"), "a channel is a name in printable ASCII without quotes"),
        (entry(replacing: "[\"beta\"]", with: #"["beta", "beta"]"#), "a channel is named twice"),
        (entry(replacing: "5]", with: "5.001]"), "5.001 is not a percentage"),
        (
            entry(replacing: "5]]", with: #"5], ["2026-12-02T00:00:00Z", 4]]"#),
            "the share shrinks from 5 % to 4 % at 2026-12-02T00:00:00Z"
        ),
        (
            entry(replacing: "5]]", with: #"5], ["2026-12-01T00:00:00Z", 6]]"#),
            "each step is later than the one before it"
        ),
        (entry(replacing: "\"steps\"", with: "\"salt\": \"a\", \"steps\""), "unknown member \"salt\""),
        (entry(replacing: "\"state\"", with: "\"status\""), "unknown member \"status\""),
        (#"{ "version": "1.4.0" }"#, "missing member \"sha256\""),
        (#"{ "version": "1.4.0", "state": "retired" }"#, "missing member \"sha256\""),
        (#"{ "version": "1.4.0", "state": "withdrawn", "size": 3 }"#, "missing member \"sha256\""),
        (entry() + ", " + entry(), "version 1.5.1 appears twice"),
        (entry("1.0.0-rc") + ", " + entry("1.0.0-RC"), "version 1.0.0-RC appears twice"),
    ])
    func `a list that is wrong is refused with its place`(entries: String, said: String) throws {
        let error = try #require(throws: PolicyRefusal.self) { try list(entries) }
        #expect(error.report.message.contains(said), "\(error.report.message)")
        #expect(error.report.message.hasPrefix("bundles.json:1:"), "\(error.report.message)")
    }

    @Test(arguments: [
        "", "[]", "{}", #"{ "bundles": {} }"#, #"{ "bundles": [], "more": 1 }"#, #"{ "bundles": [ 1 ] }"#,
    ])
    func `what is not a list is refused`(text: String) {
        #expect(throws: PolicyRefusal.self) { try BundleList(Array(text.utf8), file: "bundles.json") }
    }
}
