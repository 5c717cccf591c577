import Foundation
import ManifestVerifier
import Testing
import TestSupport

@Suite struct BundleTreeTests {
    @Test func `a build keeps the bundles, and an unchanged tree stays as it is`() throws {
        let project = try Project()
        try project.expectDone(["build", "--at", "2026-08-03T10:00:00Z"])
        try project.writeWebBuild()
        try project.pack("1.0.0", at: "2026-08-03T11:00:00Z")
        let packed = try project.folder.snapshot("output/production")
        #expect(packed["distribution/availability-ios"] != nil)
        let same = try project.expectDone(["build", "--at", "2026-08-03T12:00:00Z"])
        #expect(same.output.contains("unchanged"), "\(same.output)")
        #expect(try project.folder.snapshot("output/production") == packed)
        #expect(try project.expectDone(["build", "--check"]).output.contains("are what the policy gives"))

        try project.folder.write("policy.json", Project.policy(minimum: "3.1.0", documents: Project.webBundles))
        try project.expectDone(["build", "--at", "2026-08-03T13:00:00Z"])
        let rebuilt = try project.folder.snapshot("output/production")
        for path in packed.keys where path.hasPrefix("builds/") { #expect(rebuilt[path] == packed[path], "\(path)") }
        try project.expectDone(["verify", "output"])
        #expect(try project.expectDone(["plan", "none"]).output.contains("no errors"))
    }

    @Test func `what says which bundles there are is dated anew, the archives are not`() throws {
        let project = try Project()
        try project.writeWebBuild()
        try project.pack("1.0.0", at: "2026-08-03T10:00:00Z")
        let before = try project.folder.snapshot("output/production/builds")
        try project.expectDone(["build", "--at", "2026-08-05T10:00:00Z"])
        let after = try project.folder.snapshot("output/production/builds")
        let changed = before.keys.filter { before[$0] != after[$0] }.sorted()
        #expect(
            changed == [
                "index.json.headers", "index.json.jws", "index.json.sig",
                "manifest.json.headers", "manifest.json.jws", "manifest.json.sig",
            ])
        try project.expectDone(["verify", "output"])
    }

    @Test(.peers(.openssl)) func `a rotation renews every signature and no archive`() throws {
        let project = try Project(keys: ["production"])
        try project.expectDone(["keys", "generate", "second", "--environment", "production"])
        try project.writeWebBuild()
        try project.pack("1.0.0")
        let before = try project.folder.snapshot("output/production/builds")
        try project.expectDone(["keys", "rotate", "production", "--unshipped"])
        try project.expectDone(["build"])
        let after = try project.folder.snapshot("output/production/builds")
        let same = before.keys.filter { before[$0] == after[$0] }
        #expect(same.sorted() == ["v1.0.0.zip", "v1.0.0.zip.headers"])
        #expect(try project.expectDone(["verify", "output"]).output.contains("key \"second\""))
        // The new manifest has a signature of the new key over the same archive.
        let manifest = try JSONParser.parse(project.folder.read("output/production/builds/manifest.json"))
        let text = try #require(manifest["signature"]).asString()
        let signature = [UInt8](try #require(Data(base64Encoded: text)))
        let key = try project.folder.text("keys/second.pub.pem")
        let archive = try project.folder.read("output/production/builds/v1.0.0.zip")
        #expect(try project.folder.opensslVerifies(signature, over: archive, publicKey: key))
    }

    @Test func `bundles need a signed date and a list`() throws {
        let project = try Project(policy: Project.policy(profile: "body", documents: Project.webBundles))
        try project.expectRefusal(["build"], code: 1, ["signs with profile body", "\"profile\": \"dated\""])
        try project.folder.write("policy.json", Project.policy(documents: Project.webBundles))
        try project.expectRefusal(["build"], code: 66, ["bundles.json", "signet bundle pack"])
        try project.writeWebBuild()
        try project.pack("1.0.0")
        try project.expectRefusal(
            ["build", "--unsigned"], code: 1, ["has web bundles, which an unsigned tree cannot have"])
        // The folder is always Signet's own, also in another spelling.
        try project.folder.write(
            "policy.json", Project.policy(documents: #""files": { "Builds/a.txt": "static/notes.txt" }"#))
        try project.expectRefusal(["build"], code: 1, ["Builds"])
        let elsewhere = Project.webBundles.replacingOccurrences(of: "builds/", with: "web/")
        try project.folder.write("policy.json", Project.policy(documents: elsewhere))
        try project.expectRefusal(["build"], code: 1, ["web bundles are always in builds/"])
        try project.folder.write("policy.json", Project.policy())
        try project.expectRefusal(
            ["bundle", "pack", "dist", "--version", "1.1.0", "--shell", "2..."], code: 1,
            ["the environment has no web bundles", "\"web-bundles\""])
    }

    @Test func `what a tree lost comes back from the list`() throws {
        let project = try Project()
        try project.writeWebBuild()
        try project.pack("1.0.0")
        let before = try project.folder.snapshot("output/production/builds")
        for suffix in ["", ".sig", ".headers"] {
            try project.folder.remove("output/production/builds/index.json\(suffix)")
        }
        try project.folder.remove("output/production/builds/v1.0.0.zip")
        try project.expectDone(["build"])
        let after = try project.folder.snapshot("output/production/builds")
        #expect(after.keys.sorted() == before.keys.sorted())
        #expect(after["v1.0.0.zip"] == before["v1.0.0.zip"])
    }

    @Test func `an environment may have nothing but bundles`() throws {
        let policy = Project.policy(documents: Project.webBundles).replacingOccurrences(
            of: #""availability": "distribution/availability-{platform}","#, with: "")
        let project = try Project(policy: policy)
        try project.writeWebBuild()
        try project.pack("1.0.0")
        try project.expectDone(["verify", "output"])
        // Packing signs nothing, so that it needs no key.
        try project.folder.remove("keys/production.key.pem")
        try project.writeWebBuild("two")
        try project.expectDone(["bundle", "pack", "dist", "--version", "1.1.0", "--shell", "2..."])
        try project.expectRefusal(["bundle", "list", "--environment", "prodution"], code: 66, ["\"prodution\""])
    }

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

    @Test(arguments: [".sig", ".headers"])
    func `another sidecar beside an archive is replaced`(suffix: String) throws {
        let project = try Project()
        try project.writeWebBuild()
        try project.pack("1.0.0")
        let path = "output/production/builds/v1.0.0.zip\(suffix)"
        let before = try project.folder.read(path)
        try project.folder.write(path, project.folder.read("output/production/builds/index.json\(suffix)"))
        #expect(!(try project.expectDone(["build"])).output.contains("unchanged"))
        #expect(try project.folder.read(path) == before)
        try project.expectDone(["verify", "output"])
    }

    @Test func `a build on a clean machine reads no archive that the former tree signs`() throws {
        let project = try Project()
        try project.writeWebBuild()
        try project.pack("1.0.0")
        try check("mv", ["output", "former"], in: project.folder.root)
        let archive = try project.folder.read("bundles/v1.0.0.zip")
        try project.folder.remove("bundles")
        try project.expectDone(["build", "--previous", "former"])
        #expect(try project.folder.read("output/production/builds/v1.0.0.zip") == archive)
        // What was not read is held to its digest before it is sent.
        var other = archive
        other[other.count / 2] ^= 1
        try project.folder.write("former/production/builds/v1.0.0.zip", other)
        try project.folder.remove("output")
        try project.expectDone(["build", "--previous", "former"])
        let words = ["publish", "--environment", "production", "--to", "public"]
        try project.expectRefusal(words + ["--first"], code: 1, ["builds/v1.0.0.zip"])
        try project.expectRefusal(["verify", "output"], code: 1, ["is not the archive that publication.jws lists"])
    }

    @Test func `an archive counts by its digest alone`() throws {
        let project = try Project()
        try project.writeWebBuild()
        try project.pack("1.0.0")
        let archive = try project.folder.read("bundles/v1.0.0.zip")
        var other = archive
        other[other.count / 2] ^= 1
        for bytes in [other, Array(archive.dropLast()), archive + [0], []] {
            try project.folder.remove("output")
            try project.folder.write("bundles/v1.0.0.zip", bytes)
            try project.expectRefusal(["build"], code: 66, ["v1.0.0 has to be signed"])
        }
        // What the list names is checked as clients check it, whoever made the list.
        let hostile = Array("PK not an archive".utf8)
        try project.folder.write("bundles/v1.0.0.zip", hostile)
        let digest = try check("sha256sum", ["bundles/v1.0.0.zip"], in: project.folder.root).prefix(64)
        try project.folder.write(
            "bundles.json",
            #"{ "bundles": [ { "version": "1.0.0", "sha256": "\#(digest)", "size": \#(hostile.count), "files": "\#(digest)", "shells": { "ios": { "min": "2" } } } ] }"#
        )
        try project.expectRefusal(["build"], code: 1, ["v1.0.0.zip"])
    }

    @Test(.peers(.zip, .python3)) func `an archive from elsewhere is offered to the byte, if clients take it`() throws {
        let project = try Project()
        try project.writeWebBuild()
        try check("zip", ["-qr", "../web.zip", "."], in: project.folder.path("dist"))
        let words = ["--version", "1.0.0", "--shell", "2..."]
        try project.nameBundleList()
        try project.expectDone(["bundle", "add", "web.zip"] + words)
        try project.expectDone(["build"])
        #expect(
            try project.folder.read("output/production/builds/v1.0.0.zip") == project.folder.read("web.zip"))
        try project.expectDone(["verify", "output"])
        let attacks: [(name: String, code: String, said: String)] = [
            ("up.zip", "z.writestr('index.html', ''); z.writestr('../evil', '')", "../evil"),
            (
                "link.zip",
                "i = zipfile.ZipInfo('l'); i.external_attr = 0o120777 << 16; z.writestr(i, '/etc'); "
                    + "z.writestr('index.html', '')", "l"
            ),
            ("none.zip", "z.writestr('page.html', '')", "has no index.html"),
            ("hidden.zip", "z.writestr('index.html', ''); z.writestr('a/.env', 'A=1')", "a/.env: is hidden"),
            (
                "key.zip", "z.writestr('index.html', ''); z.write('keys/production.key.pem', 'a/b.txt')",
                "a/b.txt: error: is a private key"
            ),
        ]
        for attack in attacks {
            try check(
                "python3",
                ["-c", "import zipfile\nwith zipfile.ZipFile('\(attack.name)', 'w') as z:\n    \(attack.code)"],
                in: project.folder.root)
            let result = try project.run(["bundle", "add", attack.name, "--version", "1.1.0"] + words.dropFirst(2))
            #expect([1, 66].contains(result.status) && result.errors.contains(attack.said), "\(result.errors)")
        }
        try project.folder.write("text.zip", "no archive at all")
        try project.expectRefusal(["bundle", "add", "text.zip"] + words, code: 1, ["text.zip"])
        try project.expectRefusal(["bundle", "add", "gone.zip"] + words, code: 66, ["gone.zip"])
    }
}
