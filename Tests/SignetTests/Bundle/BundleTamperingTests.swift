import Foundation
import Testing
import TestSupport

/// Two trees of one team: one with two bundles, and the one before the second.
private struct BundleTrees {
    let project: Project

    var folder: TemporaryFolder { project.folder }

    init() throws {
        project = try Project()
        for version in ["1.0.0", "1.1.0"] {
            try project.writeWebBuild(version)
            try project.pack(version)
            try check("cp", ["-r", "output", "output-\(version)"], in: folder.root)
        }
    }

    /// Copies a document with its sidecars from the older tree into the newer one.
    func replace(_ path: String, with source: String? = nil) throws {
        for suffix in ["", ".sig", ".headers"] {
            try folder.write(
                "output/production/builds/\(path)\(suffix)",
                folder.read("output-1.0.0/production/builds/\(source ?? path)\(suffix)"))
        }
    }

    func expectRefusal(_ said: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let result = try signet(["verify", "output"], in: folder)
        #expect(result.status == 1, sourceLocation: sourceLocation)
        for word in said {
            #expect(
                (result.output + result.errors).contains(word), "\(result.output)\(result.errors)",
                sourceLocation: sourceLocation)
        }
    }
}

@Suite struct BundleTamperingTests {
    @Test func `an archive with another byte is refused`() throws {
        let trees = try BundleTrees()
        var archive = try trees.folder.read("output/production/builds/v1.1.0.zip")
        archive[archive.count / 2] ^= 1
        try trees.folder.write("output/production/builds/v1.1.0.zip", archive)
        try trees.expectRefusal(["builds/v1.1.0.zip", "is not the archive that publication.jws lists"])
    }

    @Test func `an older archive under a newer name is refused`() throws {
        let trees = try BundleTrees()
        try trees.replace("v1.1.0.zip", with: "v1.0.0.zip")
        try trees.expectRefusal(["builds/v1.1.0.zip"])
    }

    @Test(arguments: ["index.json", "manifest.json"]) func `an older document is refused`(name: String) throws {
        let trees = try BundleTrees()
        try trees.replace(name)
        try trees.expectRefusal(["builds/\(name)"])
    }
}
