import ManifestVerifier
import Testing
import TestSupport
import WebBundles

/// The manifest of web bundles in trees that no build makes.
@Suite struct VerifyManifestTests {
    private let project: Project
    private let tree: HandSignedTree

    init() throws {
        project = try Project()
        tree = try HandSignedTree(project)
    }

    private func expectRefused(_ said: [String]) throws {
        try project.expectRefusal(["verify", "output/production"], code: 1, said)
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
