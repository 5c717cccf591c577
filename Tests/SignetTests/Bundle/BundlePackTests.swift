import Foundation
import ManifestVerifier
import Testing
import TestSupport
import WebBundles

@Suite struct BundlePackTests {
    @Test func `the commands of the article pack and verify`() throws {
        let block = try Article("signet/WebBundles").blocks(in: "Pack and build", language: "sh")[0]
        let project = try Project()
        try project.nameBundleList()
        try project.writeWebBuild()
        let output = try shell(block.code, in: project.folder)
        #expect(output.contains("output/production: all 7 documents verify"))
    }

    @Test(.peers(.openssl, .unzip)) func `pack makes an archive that unzip reads and openssl verifies`() throws {
        let project = try Project()
        try project.writeWebBuild()
        let result = try project.pack("1.5.1", shell: ["--shell", "2.0.0...2.99.99"])
        #expect(
            result.output.contains(
                "offered    v1.5.1  everybody, iOS shells 2.0.0 to 2.99.99, Android shells 2.0.0 to 2.99.99"))
        #expect(!result.errors.contains("warning"), "\(result.errors)")
        try project.expectDone(["verify", "output"])

        let tree = project.folder.path("output/production")
        try check("unzip", ["-q", "builds/v1.5.1.zip", "-d", project.folder.path("unzipped")], in: tree)
        #expect(try project.folder.snapshot("unzipped") == project.folder.snapshot("dist"))

        let archive = try project.folder.read("output/production/builds/v1.5.1.zip")
        let manifest = try JSONParser.parse(project.folder.read("output/production/builds/manifest.json"))
        let key = try project.folder.text("keys/production.pub.pem")
        for text in [
            try #require(manifest["signature"]).asString(),
            try project.folder.text("output/production/builds/v1.5.1.zip.sig").trimmingCharacters(in: .newlines),
        ] {
            let signature = [UInt8](try #require(Data(base64Encoded: text)))
            #expect(try project.folder.opensslVerifies(signature, over: archive, publicKey: key))
        }
        #expect(try manifest["url"]?.asString() == "v1.5.1.zip")
        #expect(try manifest["minShellVersion"]?.asString() == "2.0.0")
        #expect(try manifest["maxShellVersion"]?.asString() == "2.99.99")
        let digest = try check("sha256sum", ["builds/v1.5.1.zip"], in: tree).prefix(64)
        #expect(try manifest["sha256"]?.asString() == String(digest))
        let headers = try project.folder.text("output/production/builds/manifest.json.headers")
        #expect(headers.contains("x-amz-meta-signature-date: "))
    }

    @Test func `the same files give the same bytes, whenever and wherever they are packed`() throws {
        let (one, other) = (try Project(), try Project())
        try one.writeWebBuild()
        // In another order, with other times and modes.
        try other.folder.write("dist/empty.txt", "", permissions: 0o755)
        try other.writeWebBuild()
        try check("touch", ["-d", "2001-01-01", "dist/app.js", "dist/img"], in: other.folder.root)
        try one.pack("1.0.0", at: "2026-01-01T00:00:00Z")
        try other.pack("1.0.0", at: "2026-02-02T00:00:00Z")
        let path = "output/production/builds/v1.0.0.zip"
        #expect(try one.folder.read(path) == other.folder.read(path))
    }

    @Test(.peers(.python3)) func `on a terminal each part of the work says how far it is`() throws {
        let project = try Project()
        try project.writeWebBuild()
        var random = SeededGenerator(seed: 1)
        try project.folder.write(
            "dist/video.mp4", (0..<3 << 20).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        let terminal = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"
        try project.nameBundleList()
        let words = ["bundle", "pack", "dist", "--version", "1.0.0", "--shell", "2..."]
        for (verb, words) in [("packing", words), ("checking", words), ("checking", ["build"])] {
            let watched = try run("python3", ["-c", terminal, signetPath] + words, in: project.folder.root)
            #expect(watched.status == 0, "\(watched.output)\(watched.errors)")
            let lines = watched.output.split { $0.isNewline || $0 == "\r" }.filter { $0.hasPrefix("\(verb) KiB ") }
            let numbers = lines.map { $0.split(separator: " ").compactMap { Int($0) } }
            #expect(numbers.count > 2, "\(verb)")
            #expect(numbers.last?.first == numbers.last?.last && numbers.allSatisfy { $0.count == 2 && $0[0] <= $0[1] })
            #expect(numbers.map(\.first).elementsEqual(numbers.compactMap(\.first).sorted()), "\(verb)")
        }
        for result in [
            try run("python3", ["-c", terminal, signetPath] + words + ["--quiet"], in: project.folder.root),
            try project.run(words),
        ] {
            #expect(result.status == 0 && !(result.output + result.errors).contains("KiB"), "\(result.output)")
        }
    }

    @Test func `a version is never replaced by other bytes, and may be offered to other shells`() throws {
        let project = try Project()
        try project.writeWebBuild()
        try project.pack("1.0.0")
        let archive = try project.folder.read("output/production/builds/v1.0.0.zip")
        try project.pack("1.0.0", shell: ["--shell", "3..."])
        #expect(try project.folder.read("output/production/builds/v1.0.0.zip") == archive)
        let shells = try project.webBundleIndex()["bundles"]?.asArray().first?["shells"]
        #expect(try shells?["ios"]?["min"]?.asString() == "3")
        try project.writeWebBuild("two")
        try project.refusePack(["v1.0.0 is listed with other bytes", "hint: ", "higher version"])
    }

    @Test func `the manifest names the newest by precedence, the index has all`() throws {
        let project = try Project()
        for (number, version) in ["1.9.0", "1.10.0-rc.1", "1.10.0", "1.2.3"].enumerated() {
            try project.writeWebBuild("\(number)")
            try project.pack(version, more: ["--prerelease"])
        }
        #expect(try project.offeredVersions() == ["1.10.0", "1.10.0-rc.1", "1.9.0", "1.2.3"])
        let manifest = try JSONParser.parse(project.folder.read("output/production/builds/manifest.json"))
        #expect(try manifest["version"]?.asString() == "1.10.0")
        try project.expectDone(["verify", "output"])

        let json = try project.expectDone(["bundle", "list", "--json"]).json
        #expect(
            try json["bundles"]?.asArray().map { try $0["state"]?.asString() } == [
                "offered", "offered", "offered", "offered",
            ])
    }

    @Test func `a withdrawn version leaves the tree, and never comes back`() throws {
        let project = try Project()
        for version in ["1.0.0", "1.1.0"] {
            try project.writeWebBuild(version)
            try project.pack(version)
        }
        #expect(try project.change("withdraw", "1.1.0").output.contains("withdrawn  v1.1.0"))
        #expect(try project.offeredVersions() == ["1.0.0"])
        #expect(!project.folder.exists("output/production/builds/v1.1.0.zip"))
        try project.expectDone(["verify", "output"])
        try project.refusePack(["v1.1.0 is withdrawn, and stays so"], version: "1.1.0")
        let manifest = { try JSONParser.parse(project.folder.read("output/production/builds/manifest.json")) }
        #expect(try manifest()["version"]?.asString() == "1.0.0")
        #expect(try manifest()["withdrawn"]?.asArray().map { try $0.asString() } == ["1.1.0"])
        // A second time changes nothing.
        let list = try project.folder.read("bundles.json")
        try project.expectDone(["bundle", "withdraw", "1.1.0"])
        #expect(try project.folder.read("bundles.json") == list)
        let last = try project.change("withdraw", "v1.0.0")
        #expect(last.errors.contains("apps go back to the one that they ship"))
        #expect(try project.webBundleIndex()["withdrawn"]?.asArray().map { try $0.asString() } == ["1.1.0", "1.0.0"])
        // Deployed clients need all six members: the version that was offered last, for no shell.
        let six = ["version", "url", "sha256", "signature", "minShellVersion", "maxShellVersion", "withdrawn"]
        #expect(try JSONObject(manifest()).members.map(\.name) == six)
        #expect(try manifest()["version"]?.asString() == "1.0.0")
        #expect(try manifest()["maxShellVersion"]?.asString() == "0.0.0")
        try project.expectDone(["verify", "output"])
    }

    @Test func `versions that differ only by case are one too many`() throws {
        let project = try Project()
        try project.writeWebBuild()
        try project.pack("1.0.0-rc", more: ["--prerelease"])
        try project.refusePack(
            ["v1.0.0-RC differs from v1.0.0-rc only by case"], version: "1.0.0-RC", more: ["--prerelease"])
    }

    @Test func `a prerelease has to be meant`() throws {
        let project = try Project()
        try project.writeWebBuild()
        try project.refusePack(
            ["2.0.0-rc.1 is a prerelease", "say --prerelease"], version: "2.0.0-rc.1", code: 64)
        try project.pack("2.0.0-rc.1", more: ["--prerelease"])
        #expect(try project.offeredVersions() == ["2.0.0-rc.1"])
    }

    @Test func `a retired version is no longer offered, and clients may keep it`() throws {
        let project = try Project()
        for version in ["1.0.0", "1.1.0"] {
            try project.writeWebBuild(version)
            try project.pack(version)
        }
        #expect(try project.change("retire", "1.0.0").output.contains("retired    v1.0.0"))
        #expect(try project.offeredVersions() == ["1.1.0"])
        #expect(try project.webBundleIndex()["retired"]?.asArray().map { try $0.asString() } == ["1.0.0"])
        #expect(try project.webBundleIndex()["withdrawn"]?.asArray().isEmpty == true)
        try project.writeWebBuild("1.0.0")
        try project.refusePack(["v1.0.0 is retired", "signet bundle offer 1.0.0 offers it again"])
        try project.expectRefusal(["bundle", "retire", "3.0.0"], code: 66, ["bundles.json: v3.0.0 is not listed"])
        try project.change("withdraw", "1.0.0")
        try project.expectRefusal(["bundle", "retire", "1.0.0"], code: 1, ["is withdrawn, and stays so"])
    }

    @Test func `a version that only an app ships can be withdrawn`() throws {
        let project = try Project()
        try project.writeWebBuild()
        try project.pack("1.0.0")
        try project.change("withdraw", "0.9.0")
        #expect(try project.webBundleIndex()["withdrawn"]?.asArray().map { try $0.asString() } == ["0.9.0"])
        #expect(try project.folder.text("bundles.json").contains(#"{ "version": "0.9.0", "state": "withdrawn" }"#))
        #expect(try project.offeredVersions() == ["1.0.0"])
    }

    @Test func `the archive may be served from elsewhere`() throws {
        let project = try Project()
        try project.writeWebBuild()
        func serve(from prefix: String) throws {
            let bundles = Project.webBundles.replacingOccurrences(of: " }", with: ", \"urlPrefix\": \"\(prefix)\" }")
            try project.folder.write("policy.json", Project.policy(documents: bundles))
        }
        try serve(from: "https://cdn.example.com/web/")
        try project.pack("1.0.0")
        let manifest = try JSONParser.parse(project.folder.read("output/production/builds/manifest.json"))
        #expect(try manifest["url"]?.asString() == "https://cdn.example.com/web/v1.0.0.zip")
        for prefix in ["http://cdn.example.com/", "https://", "https://user@cdn.example.com/", "https://a/?b", "cdn"] {
            try serve(from: prefix)
            try project.expectRefusal(["build"], code: 1, ["policy.json:"])
        }
    }

    @Test(arguments: [
        (["--version", "1.0"], "--version 1.0 is not"), (["--version", "1.0.0+5"], "without build metadata"),
        (["--version", "../1.0.0"], "is not a semantic version"),
        (["--shell", "2.0.0-rc..."], "is not like ios=2.0.0...2.9.9"), (["--shell", "2.0.0...1.9"], "is not like"),
        (["--shell", "web=2.0.0..."], "is not like"), (["--shell", "2.0.0"], "is not like"),
        (["--version", "1.0.0-rc"], "is a prerelease"),
    ])
    func `words that make no offer are refused`(words: [String], said: String) throws {
        let project = try Project()
        try project.writeWebBuild()
        var all = ["--version": "1.0.0", "--shell": "2.0.0..."]
        all[words[0]] = words[1]
        try project.expectRefusal(
            ["bundle", "pack", "dist"] + all.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }, code: 64,
            [said])
    }
}
