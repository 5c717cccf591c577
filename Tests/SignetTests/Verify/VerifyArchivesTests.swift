import ManifestVerifier
import Testing
import TestSupport
import WebBundles

/// The archives of web bundles in a tree, of which `.sig` and plain headers are enough.
@Suite struct VerifyArchivesTests {
    private let project: Project
    private let tree: HandSignedTree
    private static let archive = "output/production/builds/v1.0.0.zip"

    init() throws {
        project = try Project()
        tree = try HandSignedTree(project)
    }

    private func expectRefused(_ said: [String], _ more: [String] = []) throws {
        try project.expectRefusal(["verify", "output/production"] + more, code: 1, said)
    }

    @Test func `a tree without an archive verifies, and says that it is not there`() throws {
        try tree.write([.init("1.0.0"), .init("1.1.0")])
        let whole = try project.expectDone(["verify", "output/production", "--archives", "--verbose"])
        #expect(whole.output.contains("output/production: all 6 documents verify\n"))
        #expect(whole.output.contains("v1.0.0.zip\n    sha256 "))
        try project.folder.remove(Self.archive)
        let result = try project.expectDone(["verify", "output/production"])
        #expect(result.output.contains("output/production: all 5 documents verify\n"))
        #expect(result.errors.contains("builds/v1.0.0.zip is not in the tree"))
        #expect(!result.output.contains("v1.0.0.zip"))
        let json = try project.expectDone(["verify", "output/production", "--json"]).output
        #expect(json.contains("\"unreadArchives\": [\n          \"builds/v1.0.0.zip\"\n        ]"), "\(json)")
        try expectRefused(["builds/v1.0.0.zip: is not in the tree", "bundles/"], ["--archives"])
        try project.expectRefusal(
            ["verify", "output/production/files/notes.txt", "--archives"], code: 64, ["--archives is for a tree"])
    }

    @Test(arguments: [3_000, 2_999]) func `an archive that is in a tree is held to its bytes`(size: Int) throws {
        try tree.write([.init("1.0.0")])
        try project.folder.write(Self.archive, HandSignedTree.Archive("1.0.0", "other", size: size).bytes)
        try expectRefused(["builds/v1.0.0.zip: is not the archive that publication.jws lists"])
    }

    @Test func `the signature of an archive that is not there is verified`() throws {
        try tree.write([.init("1.0.0", "one"), .init("1.1.0", "two")])
        try project.folder.remove(Self.archive)
        try project.folder.write("\(Self.archive).sig", project.folder.read("output/production/builds/v1.1.0.zip.sig"))
        try expectRefused(["builds/v1.0.0.zip.sig: is not a signature of this key over the body"])
        try project.folder.remove("\(Self.archive).sig")
        try expectRefused(["builds/v1.0.0.zip.sig: is missing"])
    }

    @Test func `a tree whose archives have signature headers is built again`() throws {
        try tree.write([.init("1.0.0")])
        let headers = try project.folder.text("\(Self.archive).headers")
        try project.folder.write("\(Self.archive).headers", headers + "x-amz-meta-signature: keyId=\"a\"\n")
        try expectRefused([
            "builds/v1.0.0.zip.headers: an archive has the headers content-type and cache-control and no other",
            "build it again with: signet build",
        ])
    }

    @Test func `the manifest names the newest bundle and all that are withdrawn`() throws {
        let (old, new) = (try HandSignedTree.Archive("1.0.0"), try HandSignedTree.Archive("1.1.0", "two"))
        let gone = try #require(SemanticVersion("0.9.0"))
        try tree.write([old, new], withdrawn: ["0.9.0"])
        try project.expectDone(["verify", "output/production"])
        try tree.write(
            [old, new], withdrawn: ["0.9.0"],
            manifest: tree.manifest(old, withdrawn: [gone]))
        try expectRefused(["builds/manifest.json: does not name the newest bundle that the index offers"])
        try tree.write([old, new], withdrawn: ["0.9.0"], manifest: tree.manifest(new))
        try expectRefused(["builds/manifest.json: does not withdraw the versions that the index withdraws"])
        try tree.write([old, new], manifest: tree.manifest(new, withdrawn: [gone]))
        try expectRefused(["builds/manifest.json: does not withdraw the versions that the index withdraws"])
    }

    @Test func `a manifest of a list that offers nothing fits no shell`() throws {
        let last = try HandSignedTree.Archive("1.0.0")
        try tree.write([], withdrawn: ["1.0.0"], last: last)
        try project.expectDone(["verify", "output/production"])
        let gone = [try #require(SemanticVersion("1.0.0"))]
        try tree.write(
            [], withdrawn: ["1.0.0"],
            manifest: tree.manifest(last, withdrawn: gone))
        try expectRefused(["builds/manifest.json: offers v1.0.0, and the index offers no bundle"])
        try project.folder.remove("output")
        // A version that only an app ships has no archive that a manifest could name.
        try tree.write([], withdrawn: ["1.0.0"])
        try project.expectDone(["verify", "output/production"])
        try project.folder.remove("output")
        try tree.write([.init("1.0.0")])
        try project.folder.remove("output/production/builds/manifest.json")
        try expectRefused(["builds/manifest.json: is missing or is not a manifest"])
    }
}
