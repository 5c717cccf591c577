import Foundation
import ManifestFormat
import TestSupport
import Testing

@Suite struct BundleTreeTests {
    @Test func `a build keeps the bundles, and an unchanged tree stays as it is`() throws {
        let project = try Project()
        try project.expectDone(["build", "--at", "2026-08-03T10:00:00Z"])
        try project.writeWebBuild()
        try project.pack("1.0.0", more: ["--at", "2026-08-03T11:00:00Z"])
        let packed = try project.folder.snapshot("output/production")
        #expect(packed["distribution/availability-ios"] != nil)
        let same = try project.expectDone(["build", "--at", "2026-08-03T12:00:00Z"])
        #expect(same.output.contains("unchanged"), "\(same.output)")
        #expect(try project.folder.snapshot("output/production") == packed)
        #expect(try project.expectDone(["build", "--check"]).output.contains("are what the policy gives"))

        try project.folder.write("policy.json", Project.policy(minimum: "3.1.0"))
        try project.expectDone(["build", "--at", "2026-08-03T13:00:00Z"])
        let rebuilt = try project.folder.snapshot("output/production")
        for path in packed.keys where path.hasPrefix("builds/") { #expect(rebuilt[path] == packed[path], "\(path)") }
        try project.expectDone(["verify", "output"])
        #expect(try project.expectDone(["lint"]).output.contains("no errors"))
    }

    @Test func `what says which bundles there are is dated anew, the archives are not`() throws {
        let project = try Project()
        try project.writeWebBuild()
        try project.pack("1.0.0", more: ["--at", "2026-08-03T10:00:00Z"])
        try project.expectDone(["build", "--at", "2026-08-03T10:00:00Z"])
        let before = try project.folder.snapshot("output/production/builds")
        try project.expectDone(["build", "--at", "2026-08-05T10:00:00Z"])
        let after = try project.folder.snapshot("output/production/builds")
        let changed = before.keys.filter { before[$0] != after[$0] }.sorted()
        #expect(
            changed == [
                "index.json.headers", "index.json.sig", "manifest.json.headers", "manifest.json.sig",
            ])
        try project.expectDone(["verify", "output"])
    }

    @Test func `a rotation renews every signature and no archive`() throws {
        let project = try Project(keys: ["production"])
        try project.expectDone(["keys", "generate", "second", "--environment", "production"])
        try project.writeWebBuild()
        try project.pack("1.0.0")
        try project.expectDone(["build"])
        let before = try project.folder.snapshot("output/production/builds")
        try project.expectDone(["keys", "rotate", "production", "--unshipped"])
        try project.expectDone(["build"])
        let after = try project.folder.snapshot("output/production/builds")
        let same = before.keys.filter { before[$0] == after[$0] }
        #expect(same == ["v1.0.0.zip"])
        #expect(try project.expectDone(["verify", "output"]).output.contains("key \"second\""))
        // The new manifest has a signature of the new key over the same archive.
        let manifest = try JSONParser.parse(project.folder.read("output/production/builds/manifest.json"))
        let text = try #require(manifest["signature"]).asString()
        let signature = [UInt8](try #require(Data(base64Encoded: text)))
        let key = try project.folder.text("keys/second.pub.pem")
        let archive = try project.folder.read("output/production/builds/v1.0.0.zip")
        #expect(try project.folder.opensslVerifies(signature, over: archive, publicKey: key))
    }

    @Test func `what a revoked key offered is never signed anew`() throws {
        let project = try Project()
        try project.expectDone(["keys", "generate", "second", "--environment", "production"])
        try project.writeWebBuild()
        try project.pack("1.0.0")
        try project.expectDone(["keys", "revoke", "production"])
        try project.expectDone(["keys", "rotate", "production", "--unshipped"])
        for words in [["build"], ["bundle", "withdraw", "1.0.0", "--environment", "production"]] {
            try project.expectRefusal(words, code: 1, ["is revoked", "hint: "])
        }
    }

    @Test func `bundles need a signed date`() throws {
        let project = try Project(policy: Project.policy(profile: "body"))
        try project.expectDone(["build"])
        try project.writeWebBuild()
        try project.refusePack(["signs with profile body", "\"profile\": \"dated\""])
        try project.folder.remove("output/production")
        try project.pack("1.0.0")
        try project.expectRefusal(["build"], code: 1, ["signs with profile body"])
        try project.folder.write("policy.json", Project.policy())
        try project.expectRefusal(["build", "--unsigned"], code: 1, ["holds web bundles", "--unsigned"])
        try project.expectDone(["build"])
    }

    @Test func `bundles that are lost are not taken for none`() throws {
        let project = try Project()
        try project.writeWebBuild()
        try project.pack("1.0.0")
        for suffix in ["", ".sig", ".headers"] {
            try project.folder.remove("output/production/builds/index.json\(suffix)")
        }
        try project.writeWebBuild("two")
        try project.refusePack(["builds/index.json: is listed, and missing"])
        try project.expectRefusal(["build"], code: 1, ["builds/index.json: is listed, and missing"])
    }

    @Test func `bundles are kept however the former index spells what they are`() throws {
        let project = try Project()
        try project.writeWebBuild()
        try project.pack("1.0.0")
        let index = "output/production/publication.json"
        let escaped = try project.folder.text(index).replacingOccurrences(
            of: "\"web-bundle", with: "\"\\u0077eb-bundle")
        try project.folder.write(index, escaped)
        try project.expectDone(["build"])
        #expect(project.folder.exists("output/production/builds/v1.0.0.zip"))
        #expect(try project.folder.text(index).contains("\"web-bundle-index\""))
    }

    @Test func `documents that are only carried on keep the date that they have`() throws {
        let project = try Project()
        try project.expectDone(["build", "--at", "2026-08-03T10:00:00Z"])
        let path = "output/production/distribution/availability-ios.headers"
        let before = try project.folder.read(path)
        try project.writeWebBuild()
        try project.pack("1.0.0", more: ["--at", "2026-09-03T10:00:00Z"])
        #expect(try project.folder.read(path) == before)
        try project.pack("1.0.0", more: ["--at", "2026-10-03T10:00:00Z"])
        #expect(
            try project.folder.text("output/production/builds/index.json.headers").contains("Sat, 03 Oct 2026"))
        try project.folder.remove("output/production/distribution/availability-ios")
        try project.refusePack(["availability-ios: is missing or not what publication.json lists", "signet build"])
    }

    @Test func `an environment may have nothing but bundles`() throws {
        let project = try Project()
        try project.writeWebBuild()
        let result = try project.pack("1.0.0")
        #expect(result.errors.contains("no former tree of \"production\""))
        try project.expectDone(["verify", "output"])
        try project.folder.remove("keys/production.key.pem")
        try project.refusePack(["production.key.pem"], version: "1.1.0", code: 66)
        try project.expectRefusal(
            ["bundle", "list", "--environment", "prodution"], code: 66,
            ["there is no tree of environment \"prodution\""])
    }

    @Test(.peers(.python3, .openssl, .curl)) func `a machine without output takes the bundles from the host`() throws {
        let project = try Project()
        for version in ["1.0.0", "1.1.0"] {
            try project.writeWebBuild(version)
            try project.pack(version)
        }
        try project.expectDone(["bundle", "withdraw", "1.1.0", "--environment", "production"])
        try project.expectDone(["build"])
        let before = try project.folder.snapshot("output/production/builds")
        _ = try run("mv", ["output", "hosted"], in: project.folder.root)
        _ = try run("find", ["hosted", "-name", "*.headers", "-delete"], in: project.folder.root)
        let server = try HTTPSServer(serving: project.folder.path("hosted/production"))
        let environment = ["CURL_CA_BUNDLE": server.certificate]
        let previous = ["--previous", server.origin]
        try project.expectDone(["build"] + previous, environment: environment)
        #expect(try project.folder.snapshot("output/production/builds") == before)
        try project.folder.remove("output")

        try project.writeWebBuild("1.2.0")
        try project.expectDone(
            ["bundle", "pack", "dist", "--version", "1.2.0", "--min-shell", "2", "--environment", "production"]
                + previous, environment: environment)
        #expect(try project.offeredVersions() == ["1.2.0", "1.0.0"])
        #expect(try project.webBundleIndex()["withdrawn"]?.asArray().count == 1)
        #expect(project.folder.exists("output/production/distribution/availability-ios"))
        try project.expectDone(["verify", "output"])
        let list = try project.expectDone(
            ["bundle", "list", "--environment", "production"] + previous, environment: environment)
        #expect(list.output.contains("withdrawn  v1.1.0"))
    }

    @Test(.peers(.zip, .python3)) func `an archive from elsewhere is offered to the byte, if clients take it`() throws {
        let project = try Project()
        try project.writeWebBuild()
        try check("zip", ["-qr", "../web.zip", "."], in: project.folder.path("dist"))
        let words = ["--version", "1.0.0", "--min-shell", "2", "--environment", "production"]
        try project.expectDone(["bundle", "add", "web.zip"] + words)
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
                "a/b.txt: is a private key"
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
