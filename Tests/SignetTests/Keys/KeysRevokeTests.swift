import Foundation
import Testing
import TestSupport

/// A project whose ring was rotated that many times, as `init` begins it, with every next key shipped.
private func project(rotations: Int) throws -> Project {
    let project = try Project()
    for name in ["production-2", "production-3"] {
        try project.expectDone(["keys", "generate", name, "--environment", "production"])
    }
    for _ in 0..<rotations { try project.expectDone(["keys", "rotate", "production", "--unshipped"]) }
    return project
}

/// The names of the keys in a state, oldest first.
private func keys(_ state: String, of project: Project) throws -> [String] {
    try project.expectDone(["keys", "list"]).output.split(separator: "\n").filter { $0.contains("  \(state)  ") }
        .map { $0.split(separator: " ").prefix(1).joined() }
}

@Test(arguments: [1, 3])
func `after a rotation, revoke asks which key is meant by the name of an environment`(rotations: Int) throws {
    let project = try project(rotations: rotations)
    let before = try project.folder.snapshot("keys")
    let active = try #require(try keys("active", of: project).first)
    try project.expectRefusal(
        ["keys", "revoke", "production"], code: 64,
        [
            "\"production\" is an environment, whose active key is \"\(active)\"",
            "hint: signet keys revoke --active production ", "signet keys revoke --key production ",
        ])
    #expect(try project.folder.snapshot("keys") == before)
    try project.expectDone(["keys", "revoke", "--active", "production"])
    #expect(try keys("revoked", of: project) == [active])
    try project.expectDone(["keys", "revoke", "--key", "production"])
    #expect(try keys("revoked", of: project) == ["production", active])
}

@Test func `revoke asks also when no key, or another environment's key, has the environment's name`() throws {
    let project = try Project(keys: [])
    try project.expectDone(["keys", "generate", "first", "--environment", "production"])
    try project.expectDone(["keys", "generate", "production", "--environment", "staging"])
    try project.expectRefusal(["keys", "revoke", "production"], code: 64, ["whose active key is \"first\""])
    try project.expectRefusal(["keys", "revoke", "staging"], code: 64, ["whose active key is \"production\""])
    try project.expectDone(["keys", "revoke", "--key", "production"])
    try project.expectRefusal(
        ["keys", "revoke", "staging"], code: 64, ["\"staging\" is an environment, which has no active key"])
    try project.expectRefusal(["keys", "revoke", "--active", "staging"], code: 1, ["has no active key"])
    try project.expectDone(["keys", "revoke", "first"])
}

@Test func `revoke takes the active key by the environment's name while it has it`() throws {
    let project = try project(rotations: 0)
    try project.expectDone(["keys", "revoke", "production"])
    #expect(try keys("revoked", of: project) == ["production"])
}

@Test func `revoke says what the ring can do next`() throws {
    let project = try project(rotations: 0)
    func revoke(_ words: String...) throws -> String {
        try project.expectDone(["keys", "revoke"] + words).errors
    }
    let active = try revoke("--active", "production")
    #expect(active.contains("warning: environment \"production\" has no active key now\n"))
    #expect(active.contains("hint: signet keys shipped production-2 VERSION"))
    #expect(active.contains("then: signet keys rotate production\n"))
    try project.expectDone(["keys", "shipped", "production-2", "3.1.0"])
    try project.expectDone(["keys", "rotate", "production"])
    let next = try revoke("production-3")
    #expect(
        next.contains("warning: \"production-3\" is newer than the key that signs: apps that have it and a document"))
    #expect(!next.contains("has no "))
    let last = try revoke("production-4")
    #expect(last.contains("warning: environment \"production\" has no next key now\n"))
    #expect(last.contains("hint: signet keys generate NAME --environment production; ship it"))
    let none = try revoke("--active", "production")
    #expect(none.contains("hint: signet keys generate NAME --environment production, then: signet keys rotate"))
    // As it says.
    try project.expectDone(["keys", "generate", "new", "--environment", "production"])
    try project.expectDone(["keys", "rotate", "production", "--unshipped"])
    #expect(try keys("active", of: project) == ["new"])
    try project.expectDone(["build"])
}

@Test(arguments: [
    ["revoke"], ["revoke", "a", "b"], ["revoke", "a", "--key", "b"], ["revoke", "--key", "a", "--active", "b"],
    ["revoke", "--active", "a/b"], ["list", "--active", "production"], ["rotate", "production", "--key", "a"],
    ["list", "--policy", "policy.json"],
])
func `revoke takes one key, named in one way`(words: [String]) throws {
    try Project().expectRefusal(["keys"] + words, code: 64, ["hint: signet help keys"])
}
