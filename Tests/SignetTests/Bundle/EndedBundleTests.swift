import ManifestVerifier
import Testing
import TestSupport

/// Bundles that are no longer offered, and those that are not for everybody: what is built is what is verified.
@Suite struct EndedBundleTests {
    private static let ended = #""shells": { "ios": { "min": "2.0.0" } }, "#
    private static let states = [
        #""shells": { "ios": { "min": "2.0.0" }, "android": { "min": "2.0.0" } }"#,
        #""shells": { "android": { "min": "2.0.0" } }"#,
        #""shells": { "ios": { "min": "2.0.0" }, "android": { "min": "2.0.0" } }, "when": { "channels": ["beta"] }"#,
        ended + #""state": "retired""#, ended + #""state": "withdrawn""#,
    ]

    /// What a list says of both versions, whose archives a project has.
    private static func list(_ project: Project, _ old: Int, _ new: Int) throws -> String {
        let bundles = try #require(JSONParser.parse(project.folder.read("bundles.json"))["bundles"]).asArray()
        let entries = try bundles.map { bundle in
            let version = try #require(bundle["version"]).asString()
            let members = try ["sha256", "size", "files"].map { name in
                "\"\(name)\": \(String(decoding: JSONWriter.bytes(of: try #require(bundle[name])), as: UTF8.self))"
            }
            return "{ \"version\": \"\(version)\", \(members.joined(separator: ", ")), "
                + "\(states[version == "1.0.0" ? old : new]) }"
        }
        return "{ \"bundles\": [\(entries.joined(separator: ", "))] }"
    }

    @Test func `a tree of any two states of bundles verifies`() throws {
        let project = try Project()
        for version in ["1.0.0", "1.1.0"] {
            try project.writeWebBuild(version)
            try project.pack(version)
        }
        let made = try project.folder.read("bundles.json")
        for old in Self.states.indices {
            for new in Self.states.indices {
                try project.folder.write("bundles.json", made)
                try project.folder.write("bundles.json", Self.list(project, old, new))
                try project.folder.remove("output")
                try project.expectDone(["build"])
                try project.expectDone(["verify", "output"])
                try project.expectDone(["build", "--check"])
                let manifest = try JSONParser.parse(project.folder.read("output/production/builds/manifest.json"))
                // Older clients know neither platforms nor shares.
                let isForAll = [old, new].contains(0)
                #expect(try (manifest["maxShellVersion"]?.asString() != "0.0.0") == isForAll, "\(old) \(new)")
            }
        }
    }

    /// A project whose versions were withdrawn one after the other, where nobody has archives any more but the last tree.
    private static func ended(_ versions: String...) throws -> Project {
        let project = try Project(hasOwnKeys: true)
        for version in versions {
            try project.writeWebBuild(version)
            try project.pack(version)
        }
        for version in versions.reversed() {
            // git ignores the folder: a clean checkout has none.
            try project.folder.remove("bundles")
            try project.change("withdraw", version)
        }
        return project
    }

    @Test func `the last bundle is withdrawn on a clean checkout, also after another one`() throws {
        let project = try Self.ended("1.0.0", "1.1.0", "1.2.0")
        let manifest = try JSONParser.parse(project.folder.read("output/production/builds/manifest.json"))
        // The one that was offered last.
        #expect(try manifest["version"]?.asString() == "1.0.0")
        #expect(try manifest["maxShellVersion"]?.asString() == "0.0.0")
        #expect(!project.folder.exists("output/production/builds/v1.0.0.zip"))
        try project.expectDone(["build", "--fresh"])
        try project.expectDone(["verify", "output"])
    }

    @Test(arguments: [false, true])
    func `another key signs a tree without any bundle, though nobody has the archive of the last one`(
        isRevoked: Bool
    ) throws {
        let project = try Self.ended("1.0.0")
        try project.expectDone(["keys", "generate", "second", "--environment", "production"])
        try project.expectDone(["keys", "rotate", "production", "--unshipped"])
        if isRevoked { try project.expectDone(["keys", "revoke", "--key", "production"]) }
        try project.expectDone(["build"])
        try project.expectDone(["verify", "output"])
        try project.expectDone(["build", "--check"])
    }

    @Test func `nothing is taken from documents of bundles that no key of the ring signed`() throws {
        let project = try Self.ended("1.0.0")
        try project.expectDone(["keys", "generate", "second", "--environment", "production"])
        try project.expectDone(["keys", "rotate", "production", "--unshipped"])
        let manifest = try project.folder.read("output/production/builds/manifest.json")
        // The signature over the archive is still right.
        try project.folder.write("output/production/builds/manifest.json", manifest + [0x20])
        try project.expectRefusal(["build"], code: 66, ["v1.0.0 has to be signed, and its archive"])
        try project.folder.write("output/production/builds/manifest.json", manifest)
        try project.expectDone(["build"])
    }

    @Test func `a version that only an app ships is withdrawn, where no archive was ever listed`() throws {
        let project = try Project()
        try project.nameBundleList()
        try project.folder.write("bundles.json", "{ \"bundles\": [] }\n")
        try project.change("withdraw", "1.4.0")
        try project.expectDone(["verify", "output"])
        #expect(try project.webBundleIndex()["withdrawn"]?.asArray().map { try $0.asString() } == ["1.4.0"])
        #expect(!project.folder.exists("output/production/builds/manifest.json"))
    }

    @Test(.peers(.python3, .openssl, .curl))
    func `a stolen key does not stop a clean checkout that has nothing but what is live`() throws {
        let project = try Self.ended("1.0.0")
        try project.expectDone(["keys", "generate", "second", "--environment", "production"])
        try check("cp", ["-a", "output/production", "hosted"], in: project.folder.root)
        let server = try HTTPSServer(serving: project.folder.path("hosted"), sendsHeaders: true)
        try project.expectDone(["keys", "rotate", "production", "--unshipped"])
        try project.expectDone(["keys", "revoke", "--key", "production"])
        try project.folder.remove("output")
        try project.expectDone(
            ["build", "--environment", "production", "--previous", server.origin],
            environment: ["CURL_CA_BUNDLE": server.certificate])
        try project.expectDone(["verify", "output"])
    }

    @Test func `two versions with the same archive have the same signature`() throws {
        let project = try Project(hasOwnKeys: true)
        try project.writeWebBuild()
        try project.nameBundleList()
        for version in ["1.0.0", "1.1.0"] {
            try project.expectDone(["bundle", "pack", "dist", "--version", version, "--shell", "2.0.0..."])
        }
        try project.expectDone(["build"])
        try project.expectDone(["build", "--check"])
        try project.expectDone(["verify", "output"])
    }
}
