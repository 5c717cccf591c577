import Foundation
import TestSupport
import Testing

private let all = #"["headers", "jws", "sigstore"]"#
private let sign = ["sign", "--publication", "output/production", "--at", "2026-01-01T00:00:00Z"]
private let index = "output/production/publication.json"

@Test(arguments: [#"["headers"]"#, #"["jws"]"#, all], ["dated", "body"])
func `what is signed after a review is what was reviewed, in the envelopes that its index names`(
    envelopes: String, profile: String
) throws {
    let project = try Project(policy: Project.policy(envelopes: envelopes, profile: profile, keySet: true))
    try project.expectDone(["build", "--unsigned"])
    let reviewed = try project.folder.snapshot("output/production")
    #expect(reviewed.keys.sorted() == (Project.paths + ["keys.jwks"]).sorted())
    #expect(try project.folder.text(index).contains("\"envelopes\"") == (envelopes != #"["headers"]"#))
    try project.expectDone(sign)
    let signed = try project.folder.snapshot("output/production")
    for (path, bytes) in reviewed where path != "publication.json" { #expect(signed[path] == bytes) }
    try project.expectDone(["verify", "output/production"])
    try project.expectDone(["build", "--check"])
    // It is the tree of a build of that moment, and nothing is left to do.
    #expect(try project.expectDone(["build", "--at", "2026-01-01T01:00:00Z"]).output.contains("unchanged"))
    for name in ["jws", "sigstore.json"] {
        #expect(signed.keys.contains { $0.hasSuffix(".\(name)") } == envelopes.contains(name.prefix { $0 != "." }))
    }
}

@Test func `a key set can be neither planted nor left out, and is that of the ring that signs`() throws {
    let project = try Project(policy: Project.policy(envelopes: all, keySet: true))
    try project.expectDone(["build", "--unsigned"])
    let (set, listed) = try (project.folder.read("output/production/keys.jwks"), project.folder.text(index))
    func refuse(_ set: [UInt8]?, _ listed: String, _ said: String, code: Int32 = 1) throws {
        if let set { try project.folder.write("output/production/keys.jwks", set) }
        if set == nil { try project.folder.remove("output/production/keys.jwks") }
        try project.folder.write(index, listed)
        try project.expectRefusal(sign, code: code, [said])
    }
    try refuse(nil, listed, "keys.jwks: is not what publication.json lists")
    try refuse(set + [0x20], listed, "keys.jwks: is not what publication.json lists")
    let line = try #require(listed.split(separator: "\n").first { $0.contains("\"keySet\"") })
    try refuse(set, listed.replacing("\(line)\n", with: ""), "keys.jwks: is not listed in publication.json")
    // The index can list whatever its author likes; the ring decides.
    let other = Array(String(decoding: set, as: UTF8.self).replacing("\"kid\": \"", with: "\"kid\": \"x").utf8)
    let digest = try check("sha256sum", [], input: other).prefix(64)
    try refuse(other, listed.replacing(line, with: "  \"keySet\": \"\(digest)\","), "has other keys than the key ring")

    try project.folder.write("output/production/keys.jwks", set)
    try project.folder.write(index, listed)
    try project.expectDone(["keys", "generate", "second", "--environment", "production"])
    try project.expectRefusal(sign, code: 1, ["has other keys than the key ring", "hint: make the tree again"])
    try project.expectDone(["build", "--unsigned"])
    try project.expectDone(sign)
    try project.expectDone(["verify", "output/production"])
}

@Test func `an unsigned tree with a key set needs the ring, and no private key`() throws {
    let project = try Project(policy: Project.policy(envelopes: all, keySet: true))
    try project.folder.remove("keys/production.key.pem")
    try project.expectDone(["build", "--unsigned"])
    try FileManager.default.moveItem(
        atPath: project.folder.path("keys"), toPath: project.folder.path("elsewhere"))
    try project.expectRefusal(["build", "--unsigned"], code: 66, ["there is no key ring"])
    try project.folder.write("policy.json", Project.policy(envelopes: all))
    try project.expectDone(["build", "--unsigned"])
}

@Test func `a reviewed index lists no signature, and no document that its envelopes cannot carry`() throws {
    let project = try Project(policy: Project.policy(envelopes: #"["jws"]"#))
    try project.expectDone(["build", "--unsigned"])
    let listed = try project.folder.text(index)
    let digest = String(repeating: "a", count: 64)
    let end = "stale-if-error=86400\"\n      }"
    #expect(listed.contains(end))
    try project.folder.write(index, listed.replacing(end, with: "\(end),\n      \"jws\": \"\(digest)\""))
    try project.expectRefusal(sign, code: 1, ["gives it other headers"])

    let token = Array("{ \"exp\": 1795302327 }".utf8)
    let notes = Array("notes\n".utf8)
    func sha256(_ bytes: [UInt8]) throws -> Substring { try check("sha256sum", [], input: bytes).prefix(64) }
    let forged = try listed.replacing(sha256(notes), with: sha256(token)).replacing(
        "\"bytes\": \(notes.count),", with: "\"bytes\": \(token.count),")
    try project.folder.write(index, forged)
    try project.folder.write("output/production/files/notes.txt", token)
    try project.expectRefusal(sign, code: 1, ["files/notes.txt: can have no .jws: \"exp\" in it would make it a JSON"])
    // With headers it is a file without a .jws.
    try project.folder.write(index, forged.replacing("    \"jws\"\n", with: "    \"headers\",\n    \"jws\"\n"))
    try project.expectDone(sign)
    try project.expectDone(["verify", "output/production"])
    #expect(!project.folder.exists("output/production/files/notes.txt.jws"))
}

@Test(arguments: [
    (all, #"["headers", "jws"]"#, "is signed in headers, jws, sigstore, the policy says headers, jws"),
    (#"["jws"]"#, #"["headers", "jws"]"#, "is signed in jws, the policy says headers, jws"),
    (#"["headers"]"#, #"["jws"]"#, "is signed in headers, the policy says jws"),
])
func `--check refuses a tree in other envelopes than the policy's`(
    built: String, wanted: String, said: String
) throws {
    let project = try Project(policy: Project.policy(envelopes: built))
    try project.expectDone(["build"])
    try project.expectDone(["build", "--check"])
    try project.folder.write("policy.json", Project.policy(envelopes: wanted))
    try project.expectRefusal(["build", "--check"], code: 1, ["publication.json: \(said)"])
    try project.folder.write("policy.json", Project.policy(envelopes: built, profile: "body"))
    try project.expectRefusal(["build", "--check"], code: 1, ["with profile dated, the policy says body"])
    try project.folder.write("policy.json", Project.policy(envelopes: built, keySet: true))
    try project.expectRefusal(
        ["build", "--check"], code: 1, ["keys.jwks: is not what the policy and the key ring give"])
}
