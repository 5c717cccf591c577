import Diagnostics
import ManifestVerifier
import Policy
import Testing
import TestSupport

private let digest = String(repeating: "ab", count: 32)

/// An entry of a list with one piece of its text replaced.
private func entry(_ version: String = "1.5.1", replacing old: String = "", with new: String = "") -> String {
    let text =
        #"{ "version": "\#(version)", "sha256": "\#(digest)", "size": 100, "minShellVersion": "2.0.0", "#
        + #""maxShellVersion": "2.99.99", "state": "offered" }"#
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
        #expect(read.entries[2].archive == nil)
    }

    @Test(arguments: [
        (entry(replacing: "1.5.1", with: "1.5"), "bundles.json:1:29: \"1.5\" is not a semantic version"),
        (entry(replacing: digest, with: digest.uppercased()), "not 64 lowercase hexadecimal digits"),
        (entry(replacing: "100", with: "0"), "an archive has 1 to"),
        (entry(replacing: "100", with: "2000000000"), "1 to"),
        (entry(replacing: #""size": 100, "#), "missing member \"size\""),
        (entry(replacing: #""minShellVersion": "2.0.0", "#), "missing member \"minShellVersion\""),
        (entry(replacing: "2.99.99", with: "1.0"), "maxShellVersion is below minShellVersion"),
        (entry(replacing: "offered", with: "gone"), "a state is one of offered, retired, withdrawn"),
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
