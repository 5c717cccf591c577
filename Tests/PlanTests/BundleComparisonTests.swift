import ManifestVerifier
import Plan
import Testing
import WebBundles

/// An index of bundles as one side publishes it.
private func tree(_ index: String) throws -> ComparedTree {
    try PublishedTree(
        documents: [
            PublishedTree.Document(
                path: "builds/index.json", format: .webBundleIndex, body: JSONParser.parse([UInt8](index.utf8)))
        ]
    ).compared
}

private func entry(signature: String, and more: String = "") -> String {
    let sha256 = String(repeating: "a", count: 64)
    return """
        { "bundles": [ { "version": "1.0.0", "url": "v1.0.0.zip", "sha256": "\(sha256)", "size": 9, \
        "signature": "\(signature)", "shells": { "ios": { "min": "1.0.0" } }, "files": "\(sha256)"\(more) } ], \
        "withdrawn": [] }
        """
}

@Test(arguments: [
    (#"{ "bundles": [ {} ] }"#, #"{ "bundles": [ { "signature": "v1.zip" } ] }"#),
    (#"{ "bundles": [], "signature": "a" }"#, #"{ "bundles": [], "signature": "b" }"#),
    (
        entry(signature: "AAAA", and: #", "x": { "signature": 1 }"#),
        entry(signature: "AAAA", and: #", "x": { "signature": 2 }"#)
    ),
])
func `only the signature of a bundle may differ without a word, and only where an index can be read`(
    old: String, new: String
) throws {
    let start = try known(Instant("2026-12-01T00:00:00Z"))
    let changes = TreeComparison(from: try tree(old), to: try tree(new), since: start).changes
    #expect(changes.map(\.kind) == [.unnamed])
}

@Test func `a bundle that is signed anew is no change`() throws {
    let start = try known(Instant("2026-12-01T00:00:00Z"))
    let (old, new) = (entry(signature: "AAAA", and: #", "x": 1"#), entry(signature: "AAEB", and: #", "x": 1"#))
    #expect(TreeComparison(from: try tree(old), to: try tree(new), since: start).changes.isEmpty)
}
