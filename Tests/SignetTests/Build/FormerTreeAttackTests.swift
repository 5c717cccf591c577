import Foundation
import ManifestVerifier
import Testing
import TestSupport
import WebBundles

/// A team whose first key was stolen after a rotation, and what the thief publishes with it.
private struct StolenKey {
    let project: Project

    init() throws {
        project = try Project(policy: Project.policy(minimum: "2.0.0", documents: Project.webBundles))
        try project.expectDone(["keys", "generate", "second", "--environment", "production"])
        try project.writeWebBuild()
        try project.pack("1.0.0", at: "2026-08-03T10:00:00Z")
        // The thief has all of it as it was, the key too.
        try project.folder.write("thief/.keep", "")
        for name in ["policy.json", "Texts.xcstrings", "static", "keys", "bundles", "bundles.json", "output"] {
            try check("cp", ["-r", name, "thief/"], in: project.folder.root)
        }
        try project.expectDone(["keys", "rotate", "production", "--unshipped"])
        try project.folder.write(
            "policy.json", Project.policy(minimum: "3.0.0", documents: Project.webBundles))
        try project.folder.remove("output")
    }

    /// Runs `signet` as the thief.
    func thief(_ words: [String], more: [String] = []) throws {
        let places = ["--policy", "thief/policy.json", "--keys", "thief/keys", "--output", "thief/output"]
        try project.expectDone(words + places + more)
    }

    /// Builds on a clean machine with the thief's tree as the former one, from a folder or from a host.
    func build(from host: HTTPSServer?) throws {
        let previous = host?.origin ?? "thief/output"
        try project.expectDone(
            ["build", "--environment", "production", "--previous", previous],
            environment: host.map { ["CURL_CA_BUNDLE": $0.certificate] } ?? [:])
    }
}

@Suite struct FormerTreeAttackTests {
    @Test(.peers(.python3, .openssl, .curl), arguments: [false, true])
    func `a bundle that a thief of a retired key offers in a former tree is not signed`(isHosted: Bool) throws {
        let team = try StolenKey()
        try check("cp", ["-r", "dist", "evil"], in: team.project.folder.root)
        try team.project.folder.write("evil/app.js", "steal()")
        try team.thief(["bundle", "pack", "evil", "--version", "9.9.9", "--shell", "2..."])
        try team.thief(["build"], more: ["--at", "2026-08-04T10:00:00Z"])
        let tree = team.project.folder.path("thief/output/production")
        try team.build(from: isHosted ? HTTPSServer(serving: tree) : nil)
        #expect(try team.project.offeredVersions() == ["1.0.0"])
        let built = try team.project.folder.snapshot("output/production")
        #expect(!built.keys.contains { $0.contains("9.9.9") })
        #expect(!built.values.contains { String(decoding: $0, as: UTF8.self).contains("9.9.9") })
    }

    @Test func `a replayed tree of before a rotation lowers no minimum`() throws {
        let team = try StolenKey()
        try team.build(from: nil)
        let body = try team.project.folder.text("output/production/distribution/availability-ios")
        #expect(body.contains("3.0.0") && !body.contains("2.0.0"))
        // No command takes over what a tree has: packing knows no former tree.
        try team.project.expectRefusal(
            ["bundle", "pack", "dist", "--version", "1.1.0", "--shell", "2...", "--previous", "thief/output"],
            code: 64,
            ["signet bundle has no flag --previous"])
    }

    @Test func `a replayed tree of before a withdrawal offers nothing again`() throws {
        let project = try Project(policy: Project.policy(documents: Project.webBundles))
        for version in ["1.0.0", "1.1.0"] {
            try project.writeWebBuild(version)
            try project.pack(version)
        }
        try check("cp", ["-r", "output", "before"], in: project.folder.root)
        try project.change("withdraw", "1.0.0")
        try project.folder.remove("output")
        try project.expectDone(["build", "--previous", "before"])
        #expect(try project.offeredVersions() == ["1.1.0"])
        #expect(try project.webBundleIndex()["withdrawn"]?.asArray().map { try $0.asString() } == ["1.0.0"])
    }

    @Test(.peers(.openssl)) func `a signature of a retired key is never kept, whatever it is over`() throws {
        let team = try StolenKey()
        try team.build(from: nil)
        let key = try team.project.folder.text("keys/second.pub.pem")
        for (path, bytes) in try team.project.folder.snapshot("output/production") where path.hasSuffix(".sig") {
            let base64 = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
            let body = try team.project.folder.read("output/production/\(path.dropLast(4))")
            let signature = [UInt8](try #require(Data(base64Encoded: base64)))
            #expect(try team.project.folder.opensslVerifies(signature, over: body, publicKey: key), "\(path)")
        }
    }

    @Test func `an emergency revert with a stale former tree is dated after what it reverts`() throws {
        let project = try Project()
        try project.expectDone(["build", "--at", "2026-08-03T10:00:00Z"])
        try check("cp", ["-r", "output", "stale"], in: project.folder.root)
        try project.folder.write("policy.json", Project.policy(minimum: "99.0.0"))
        try project.expectDone(["build", "--at", "2026-08-03T10:10:00Z"])
        try project.folder.write("policy.json", Project.policy())
        func date() throws -> String {
            let headers = try project.folder.text("output/production/distribution/availability-ios.headers")
            return try #require(headers.split(separator: "\n").last.map(String.init))
        }
        try project.expectDone(["build", "--previous", "stale", "--fresh", "--at", "2026-08-03T10:20:00Z"])
        #expect(try date().hasSuffix("10:20:00 UTC"))
        // Without --fresh the stale date would stay, which publishing refuses.
        try project.expectDone(["build", "--previous", "stale", "--at", "2026-08-03T10:20:00Z"])
        #expect(try date().hasSuffix("10:00:00 UTC"))
    }
}
