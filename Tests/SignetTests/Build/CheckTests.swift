import Testing
import TestSupport

@Test func `--check passes for a fresh tree, writes nothing and needs no private key`() throws {
    let project = try Project()
    try project.expectDone(["build"])
    try project.folder.remove("keys/production.key.pem")
    let before = try project.folder.snapshot()
    let checked = try project.expectDone(["build", "--check"])
    #expect(checked.output == "output/production: 4 documents are what the policy gives\n")
    #expect(try project.folder.snapshot() == before)
}

@Test func `--check refuses when there is no tree`() throws {
    try Project().expectRefusal(["build", "--check"], code: 1, ["output/production/publication.jws: is missing"])
}

@Test(arguments: [
    ("a changed policy", "policy.json", Project.policy(minimum: "9.0.0"), "availability-ios: is not what the policy"),
    ("a changed static file", "static/notes.txt", "changed", "files/notes.txt: is not what the policy gives"),
    ("a new static file", "static/new.txt", "new", "files/new.txt: is missing"),
    ("another profile", "policy.json", Project.policy(profile: "body"), "with profile dated, the policy says body"),
    ("a document less", "policy.json", Project.policy(documents: ""), "files/notes.txt: is no longer in the policy"),
    ("a changed body", "output/production/files/notes.txt", "nites\n", "files/notes.txt: "),
    ("a broken signature", "output/production/files/notes.txt.sig", "AAAA\n", "files/notes.txt.sig: "),
])
func `--check refuses`(name: String, path: String, content: String, words: String) throws {
    let project = try Project()
    try project.expectDone(["build"])
    try project.folder.write(path, content)
    try project.expectRefusal(["build", "--check"], code: 1, [words])
}

@Test func `--check works on the starter policy`() throws {
    let folder = try TemporaryFolder()
    #expect(try signet(["build", "--starter"], in: folder).status == 0)
    #expect(try signet(["build", "--starter", "--check"], in: folder).status == 0)
}
