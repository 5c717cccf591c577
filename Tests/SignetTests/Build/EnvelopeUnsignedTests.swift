import Foundation
import Testing
import TestSupport

private let all = #"["headers", "jws"]"#
private let sign = ["sign", "--publication", "output/production", "--at", "2026-01-01T00:00:00Z"]
private let index = "output/production/publication"

@Test(arguments: [#"["headers"]"#, #"["jws"]"#, all], ["dated", "body"])
func `what is signed after a review is what was reviewed, in the envelopes that its index names`(
    envelopes: String, profile: String
) throws {
    let project = try Project(policy: Project.policy(envelopes: envelopes, profile: profile))
    try project.expectDone(["build", "--unsigned"])
    let reviewed = try project.folder.snapshot("output/production")
    #expect(reviewed.keys.sorted() == (Project.paths + ["publication"]).sorted())
    try project.expectDone(sign)
    let signed = try project.folder.snapshot("output/production")
    for (path, bytes) in reviewed where path != "publication" { #expect(signed[path] == bytes) }
    try project.expectDone(["verify", "output/production"])
    try project.expectDone(["build", "--check"])
    // It is the tree of a build of that moment, and nothing is left to do.
    #expect(try project.expectDone(["build", "--at", "2026-01-01T01:00:00Z"]).output.contains("unchanged"))
    #expect((signed["files/notes.txt.jws"] != nil) == envelopes.contains("jws"))
    #expect(signed["publication"] == nil && signed["publication.jws"] != nil)
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
    try project.expectRefusal(["build", "--check"], code: 1, ["publication.jws: \(said)"])
    try project.folder.write("policy.json", Project.policy(envelopes: built, profile: "body"))
    try project.expectRefusal(["build", "--check"], code: 1, ["with profile dated, the policy says body"])
}
