import Foundation
import ManifestVerifier
import Testing
import TestSupport

private let at = ["--at", "2026-08-03T22:59:35Z"]

/// Renders without a key; gives the SHA-256 that a reviewer sees.
private func render(_ project: Project) throws -> String {
    let result = try project.expectDone(["build", "--unsigned", "--json"])
    let environment = try #require(result.json["environments"]?.asArray().first)
    return try #require(environment["sha256"]).asString()
}

@Test(.peers(.openssl)) func `what is rendered without a key is signed elsewhere to the byte`() throws {
    // The machine of a pull request has no key at all, not even a ring.
    let reviewed = try Project.everyFormat()
    let keys = try reviewed.folder.snapshot("keys")
    try FileManager.default.moveItem(atPath: reviewed.folder.path("keys"), toPath: reviewed.folder.path("elsewhere"))
    try reviewed.expectDone(["build", "--unsigned"])
    #expect(!FileManager.default.fileExists(atPath: reviewed.folder.path("keys")))
    let bodies = try reviewed.folder.snapshot("output/production")
    #expect(bodies.keys.allSatisfy { !$0.hasSuffix(".sig") && !$0.hasSuffix(".headers") })
    let again = try reviewed.folder.read("output/production/publication")
    try reviewed.expectDone(["build", "--unsigned"])
    #expect(try reviewed.folder.read("output/production/publication") == again)

    // The machine that signs has the same bytes and the keys.
    try FileManager.default.moveItem(atPath: reviewed.folder.path("elsewhere"), toPath: reviewed.folder.path("keys"))
    #expect(try reviewed.folder.snapshot("keys") == keys)
    try reviewed.folder.remove("policy.json")
    try reviewed.expectRefusal(["verify", "output/production"], code: 1, ["is not signed"])
    try reviewed.expectDone(["sign", "--publication", "output/production"] + at)
    try reviewed.expectDone(["verify", "output/production"])
    for (path, body) in bodies where path != "publication" {
        #expect(try reviewed.folder.snapshot("output/production")[path] == body)
        try reviewed.folder.write(
            "signature",
            [UInt8](
                try #require(
                    Data(
                        base64Encoded: try reviewed.folder.text("output/production/\(path).sig").trimmingCharacters(
                            in: .newlines)))))
        try check(
            "openssl",
            [
                "dgst", "-sha256", "-verify", "keys/production.pub.pem", "-signature", "signature",
                "output/production/\(path)",
            ], in: reviewed.folder.root)
    }
}

@Test func `a tree that is signed elsewhere is the tree that a build gives`() throws {
    let project = try Project.everyFormat()
    try project.expectDone(["build"] + at)
    let built = try project.folder.snapshot("output/production")
    try project.expectDone(["build", "--unsigned", "--environment", "production"])
    try project.expectDone(["sign", "--publication", "output/production/"] + at)
    let signed = try project.folder.snapshot("output/production")
    #expect(Set(signed.keys) == Set(built.keys))
    for (path, bytes) in built
    where !path.hasSuffix(".sig") && !path.hasSuffix(".headers") && path != "publication.jws" {
        #expect(signed[path] == bytes)
    }
    try project.expectDone(["build", "--check"])
}

@Test func `only the tree that was reviewed is signed`() throws {
    let project = try Project()
    let digest = try render(project)
    #expect(
        try check("sha256sum", ["output/production/publication"], in: project.folder.root).hasPrefix(digest))
    let words = ["sign", "--publication", "output/production"]
    let other = String(digest.reversed())
    try project.expectRefusal(
        words + ["--sha256", other], code: 1, ["has SHA-256 \(digest), not \(other)", "not what was reviewed"])
    try project.expectRefusal(words + ["--sha256", "abc"], code: 64, ["--sha256 takes the 64 hexadecimal digits"])

    let ios = "output/production/distribution/availability-ios"
    let (body, index) = (try project.folder.text(ios), try project.folder.text("output/production/publication"))
    func refuse(_ path: String, _ text: String?, _ said: String, code: Int32 = 1) throws {
        let path = "output/production/\(path)"
        let former = try? project.folder.read(path)
        if let text { try project.folder.write(path, text) } else { try project.folder.remove(path) }
        try project.expectRefusal(words, code: code, [said])
        if let former { try project.folder.write(path, former) } else { try project.folder.remove(path) }
    }
    try refuse("distribution/availability-ios", body + " ", "is not the body that publication lists")
    try refuse("distribution/availability-ios", nil, "availability-ios: is missing")
    try refuse("stranger", "x", "stranger: is not listed in publication")
    try refuse("publication", nil, "there is no publication", code: 66)
    try refuse("publication", index + "x", "publication:", code: 65)
    try refuse(
        "publication", index.replacingOccurrences(of: "\"production\"", with: "\"staging\""),
        "is for environment \"staging\"")
    try refuse(
        "publication",
        index.replacingOccurrences(
            of: "\"cache-control\": ", with: "\"x-amz-meta-signature\": \"a\", \"cache-control\": "),
        "other headers than")
    // A document that is none, though its hash is right.
    let broken = body.replacingOccurrences(of: "\"13.5.0\"", with: "\"a.b\"")
    let sha256 = try check("sha256sum", [], input: Array(broken.utf8)).prefix(64)
    let listed = try check("sha256sum", [ios], in: project.folder.root).prefix(64)
    try project.folder.write(ios, broken)
    try refuse(
        "publication",
        index.replacingOccurrences(of: listed, with: sha256).replacingOccurrences(
            of: "\"bytes\": \(body.utf8.count),", with: "\"bytes\": \(broken.utf8.count),"),
        "is not a document of format availability-ios")
    try project.folder.write(ios, body)

    try project.expectDone(words + ["--sha256", digest.uppercased()])
    try project.expectRefusal(words, code: 1, ["is signed already"])
}

@Test func `an unsigned build finds what every build finds`() throws {
    let project = try Project(policy: Project.policy(minimum: "3.0"))
    try project.folder.write("policy.json", Project.policy(minimum: "x"))
    try project.expectRefusal(["build", "--unsigned"], code: 1, ["policy.json:"])
    try project.folder.write("policy.json", Project.policy())
    try project.expectDone(["build"] + at)
    // Against a tree that was built before, when there is a ring to believe it with.
    try project.folder.write("policy.json", Project.policy(minimum: "2.0.0"))
    let result = try project.expectDone(["build", "--unsigned", "--previous", "output"])
    #expect(result.errors.contains("3.0.0 → 2.0.0"))
    try project.expectRefusal(["build", "--unsigned", "--check"], code: 64, ["--check and --unsigned exclude"])
    try project.expectRefusal(["build", "--unsigned"] + at, code: 64, ["--at and --unsigned exclude"])
    try project.expectRefusal(["sign", "--publication", "."], code: 64, ["is not a folder called like"])
    try project.expectRefusal(["sign", "--publication", "output/nowhere"], code: 66, ["output/nowhere"])
    try project.expectRefusal(
        ["sign", "--publication", "output/production", "--profile", "body"], code: 64, ["a publication says it itself"])
}
