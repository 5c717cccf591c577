import Testing
import TestSupport

/// What is wrong with one of several trees is not lost because the last one is in order.
@Suite struct SeveralTreesTests {
    private let project: Project

    init() throws {
        project = try Project(
            policy: Project.policy(
                more: #", "staging": { "extends": "production", "origin": "https://staging.example.com" }"#),
            keys: ["production", "staging"])
        try project.expectDone(["build"])
    }

    @Test(arguments: ["production", "staging"])
    func `verify fails when any of several trees is refused`(environment: String) throws {
        try project.expectDone(["verify", "output"])
        try project.folder.write("output/\(environment)/files/notes.txt", "nates\n")
        let result = try project.expectRefusal(
            ["verify", "output"], code: 1, ["output/\(environment)/files/notes.txt: the signature is not one of key"])
        #expect(result.output.contains("documents verify"), "the other tree is in order")
    }

    @Test(arguments: ["production", "staging"])
    func `build --check fails when any of several trees is out of date`(environment: String) throws {
        try project.expectDone(["build", "--check"])
        try project.folder.remove("output/\(environment)/files/notes.txt")
        let result = try project.expectRefusal(
            ["build", "--check"], code: 1, ["output/\(environment)/files/notes.txt: is missing"])
        #expect(result.output.contains("documents are what the policy gives"), "the other tree is up to date")
    }

    @Test func `a tree without its index is refused beside one that has one`() throws {
        try project.folder.remove("output/production/publication.jws")
        try project.expectRefusal(["verify", "output"], code: 1, ["output/production/publication.jws: is missing"])
    }

    @Test func `a signature over a file by a key that the ring revokes is refused`() throws {
        let words = ["verify", "output/production/files/notes.txt"]
        let signature = ["--signature", "output/production/files/notes.txt.sig"]
        try project.expectDone(words + signature)
        try project.expectDone(["keys", "revoke", "--key", "production"])
        try project.expectRefusal(words + signature, code: 1, ["is revoked"])
    }
}
