import Foundation
import ManifestVerifier
import Testing
import TestSupport

/// Trees that were signed and listed with the key, but contradict themselves.
@Suite struct WebBundleCheckTests {
    private static let index = "builds/index.json"
    private static let manifest = "builds/manifest.json"
    private static let newest = "builds/v1.1.0.zip"

    /// The trees of a team with two web bundles.
    private static func trees() throws -> SignedTrees {
        let trees = try SignedTrees()
        let policy = try trees.folder.text("policy.json").replacing("[\"headers\"]", with: "[\"headers\", \"jws\"]")
        let documents = try #require(policy.range(of: "\"documents\": {"))
        let bundles = " \"web-bundles\": { \"path\": \"builds/\", \"list\": \"bundles.json\" },"
        try trees.folder.write(
            "policy.json", policy[..<documents.upperBound] + bundles + policy[documents.upperBound...])
        for version in ["1.0.0", "1.1.0"] {
            try trees.folder.write("dist/index.html", "<!doctype html><title>\(version)</title>\n")
            let offer = ["--version", version, "--shell", "2...", "--quiet"]
            try check(signetPath, ["bundle", "pack", "dist"] + offer, in: trees.folder.root)
            try check(signetPath, ["build", "--quiet"], in: trees.folder.root)
            try check("cp", ["-a", "output", "output-\(version)"], in: trees.folder.root)
        }
        return trees
    }

    private static func former(_ path: String, _ trees: SignedTrees) throws -> [UInt8] {
        try trees.folder.read("output-1.0.0/production/\(path)")
    }

    private static let tamperings = [
        Tampering("nothing") { _ in },
        Tampering(
            "an index of another day", "\(newest): is not offered by the index of bundles",
            "\(manifest): does not name the newest bundle that the index offers to everybody on both platforms"
        ) {
            try $0.publish(index, body: former(index, $0))
        },
        Tampering(
            "a manifest of another day",
            "\(manifest): does not name the newest bundle that the index offers to everybody on both platforms"
        ) {
            try $0.publish(manifest, body: former(manifest, $0))
        },
        Tampering(
            "another archive", "\(newest): is not the archive that the index of bundles offers",
            "\(index): has a signature of v1.1.0 that does not verify"
        ) {
            try $0.publish(newest, body: former("builds/v1.0.0.zip", $0))
        },
        Tampering(
            "the signature of another archive",
            "\(manifest): does not name the newest bundle that the index offers to everybody on both platforms",
            "\(index): has a signature of v1.1.0 that does not verify"
        ) { trees in
            let value = try JSONParser.parse(trees.folder.read("output/production/\(index)"))
            let bundles = try #require(value["bundles"]).asArray()
            let signatures = try bundles.map { try #require($0["signature"]).asString() }
            let text = try trees.folder.text("output/production/\(index)")
            try trees.publish(index, body: Array(text.replacing(signatures[0], with: signatures[1]).utf8))
        },
        Tampering(
            "a URL that leads elsewhere",
            "\(manifest): does not name the newest bundle that the index offers to everybody on both platforms",
            "\(index): says that v1.1.0 is at other.zip"
        ) { trees in
            let text = try trees.folder.text("output/production/\(index)")
            try trees.publish(index, body: Array(text.replacing("v1.1.0.zip", with: "other.zip").utf8))
        },
        Tampering(
            "an index that is none",
            "\(index): is not a document of format web-bundle-index: missing member \"bundles\"",
            "\(index): is missing or is not an index of bundles, and the tree has web bundles"
        ) {
            try $0.publish(index, body: Array("{}\n".utf8))
        },
    ]

    @Test(arguments: tamperings) func `bundles that do not fit together are refused`(tampering: Tampering) async throws
    {
        let trees = try Self.trees()
        try tampering.tamper(trees)
        let refusals = try await trees.refusals()
        #expect(refusals.map { $0.replacing(":1:1: ", with: ": ") }.sorted() == tampering.refusals.sorted())
    }

    @Test(arguments: tamperings) func `a build makes of them what the list says`(tampering: Tampering) async throws {
        let trees = try Self.trees()
        let before = try trees.folder.snapshot("output/production/builds")
        try tampering.tamper(trees)
        // An archive in place that is signed is taken over unread: it is held to its bytes when it is verified or sent.
        if tampering.testDescription == "another archive" { try trees.remove(Self.newest) }
        try check(signetPath, ["build", "--quiet"], in: trees.folder.root)
        #expect(try await trees.refusals() == [])
        #expect(try trees.folder.read("output/production/\(Self.newest)") == before["v1.1.0.zip"])
    }
}
