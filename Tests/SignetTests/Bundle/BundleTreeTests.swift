import Testing
import TestSupport

/// A machine that has nothing of the tree before but what is live.
@Suite struct BundleTreeTests {
    @Test(.peers(.python3, .openssl, .curl))
    func `a machine without output takes the signatures from the host, and no archive`() throws {
        let project = try Project()
        for version in ["1.0.0", "1.1.0"] {
            try project.writeWebBuild(version)
            try project.pack(version)
        }
        try project.change("withdraw", "1.1.0")
        let before = try project.folder.snapshot("output/production/builds")
        _ = try run("mv", ["output", "hosted"], in: project.folder.root)
        try project.folder.remove("bundles")
        let server = try HTTPSServer(serving: project.folder.path("hosted/production"))
        let environment = ["CURL_CA_BUNDLE": server.certificate]
        let built = try project.expectDone(["build", "--previous", server.origin], environment: environment)
        #expect(built.errors.contains("every dated document of \"production\" is signed anew"))
        let after = try project.folder.snapshot("output/production/builds")
        for path in ["index.json", "manifest.json", "v1.0.0.zip.sig", "v1.0.0.zip.headers"] {
            #expect(after[path] == before[path], "\(path)")
        }
        #expect(after["index.json.headers"] != before["index.json.headers"])
        #expect(after["v1.0.0.zip"] == nil)
        #expect(try !server.requests().contains { $0.contains(".zip") && !$0.contains(".sig") })
    }

    @Test(.peers(.python3, .openssl, .curl))
    func `a rotation takes each archive from where it is published, once`() throws {
        let project = try Project(keys: ["production"])
        try project.expectDone(["keys", "generate", "second", "--environment", "production"])
        try project.writeWebBuild()
        try project.pack("1.0.0")
        let archive = try project.folder.read("bundles/v1.0.0.zip")
        try project.expectDone(["keys", "rotate", "production", "--unshipped"])
        _ = try run("mv", ["output", "hosted"], in: project.folder.root)
        try project.folder.remove("bundles")
        // Without a place that has the bytes nothing is signed: a digest alone never is.
        try project.expectRefusal(["build"], code: 66, ["v1.0.0 has to be signed", "--archives"])
        let server = try HTTPSServer(serving: project.folder.path("hosted/production"))
        let environment = ["CURL_CA_BUNDLE": server.certificate]
        try project.expectDone(["build", "--previous", server.origin], environment: environment)
        #expect(try project.folder.read("output/production/builds/v1.0.0.zip") == archive)
        #expect(try server.requests().count { $0.hasSuffix("v1.0.0.zip") } == 1)
        try project.expectDone(["build", "--previous", server.origin, "--fresh"], environment: environment)
        // The same from a folder and from an address of archives.
        for place in ["hosted/production/builds", server.origin + "/builds"] {
            try project.folder.remove("output")
            try project.expectDone(["build", "--archives", place], environment: environment)
            #expect(try project.folder.read("output/production/builds/v1.0.0.zip") == archive)
        }
    }

    @Test(.peers(.python3, .openssl, .curl))
    func `a stolen key does not stop a clean checkout that has nothing but what is live`() throws {
        let project = try Project(hasOwnKeys: true)
        try project.writeWebBuild()
        try project.pack("1.0.0")
        // git ignores the folder: a clean checkout has none.
        try project.folder.remove("bundles")
        try project.change("withdraw", "1.0.0")
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
}
