import Foundation
import Testing
import TestSupport

@Test func `the first key of an environment is active and further ones are next`() throws {
    let project = try Project(keys: [])
    let first = try project.expectDone(["keys", "generate", "production"])
    #expect(first.output.hasPrefix("made key \"production\" (id "))
    #expect(first.output.hasSuffix(") for environment \"production\", active\n"))
    let second = try project.expectDone(["keys", "generate", "production-2", "--environment", "production"])
    #expect(second.output.hasSuffix(", next\n"))
    let other = try project.expectDone(["keys", "generate", "staging"])
    #expect(other.output.hasSuffix(") for environment \"staging\", active\n"))

    let list = try project.expectDone(["keys", "list", "--environment", "production"])
    #expect(list.output.contains("production  active  production\n"))
    #expect(list.output.contains("production-2  next  production\n"))
    #expect(!list.output.contains("staging"))
    let json = try project.expectDone(["keys", "list", "--json"])
    #expect(json.output.components(separatedBy: "\"fingerprint\"").count == 4)
    #expect(try project.folder.text("keys/.gitignore").contains("*.key.pem\n"))
}

@Test func `a private key is for its owner's eyes alone`() throws {
    let project = try Project()
    #expect(try check("stat", ["-c", "%a", "keys/production.key.pem"], in: project.folder.root) == "600\n")
}

@Test(.peers(.openssl)) func `the id is the SHA-256 of the SubjectPublicKeyInfo, which anyone can compute`() throws {
    let project = try Project()
    let digest = try check(
        "sh", ["-c", "openssl pkey -pubin -in keys/production.pub.pem -outform DER | sha256sum"],
        in: project.folder.root
    ).prefix(64)
    let list = try project.expectDone(["keys", "list"])
    #expect(list.output.contains("    id \(digest)\n    fingerprint \(digest)\n"))
}

@Test func `no key or file is overwritten`() throws {
    let project = try Project()
    let before = try project.folder.snapshot("keys")
    try project.expectRefusal(["keys", "generate", "production"], code: 73, ["there is already a key"])
    try project.expectRefusal(
        ["keys", "generate", "production", "--environment", "other"], code: 73, ["there is already a key"])
    #expect(try project.folder.snapshot("keys") == before)
}

@Test(.peers(.git)) func `git sees no private key`() throws {
    let project = try Project()
    let starter = try TemporaryFolder()
    #expect(try signet(["build", "--starter"], in: starter).status == 0)
    for folder in [project.folder, starter] {
        try check("git", ["init", "-q"], in: folder.root)
        let seen = try check("git", ["status", "--porcelain", "--untracked-files=all"], in: folder.root)
        #expect(!seen.contains(".key.pem"))
        #expect(!seen.contains("keys/development"))
    }
}
