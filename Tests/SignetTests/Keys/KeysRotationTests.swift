import Foundation
import ManifestVerifier
import Testing
import TestSupport

/// The names of the keys with their states, in the order of the ring.
private func ring(_ project: Project) throws -> String {
    try project.expectDone(["keys", "list"]).output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        .map { $0.split(separator: " ").prefix(2).joined(separator: " ") }.joined(separator: ", ")
}

@Test func `rotate lets the next key sign and makes a new next one`() throws {
    let project = try Project()
    try project.expectDone(["keys", "generate", "production-2027", "--environment", "production"])
    try project.expectDone(["keys", "shipped", "production-2027", "3.1.0"])
    let result = try project.expectDone(["keys", "rotate", "production"])
    #expect(
        result.output == """
            - production  active  production  shipped in -
            + production  retired  production  shipped in -
            - production-2027  next  production  shipped in 3.1.0
            + production-2027  active  production  shipped in 3.1.0
            + production-3  next  production  shipped in -

            """)
    #expect(try ring(project) == "production retired, production-2027 active, production-3 next")
    try project.expectDone(["build"])
    #expect(try project.expectDone(["verify", "output"]).output.contains("key \"production-2027\""))
    #expect(try check("stat", ["-c", "%a", "keys/production-3.key.pem"], in: project.folder.root) == "600\n")
}

@Test func `rotate refuses a key that no app embeds, unless told so`() throws {
    let project = try Project()
    func refuse(_ said: [String], _ more: [String] = []) throws {
        let before = try project.folder.snapshot("keys")
        try project.expectRefusal(["keys", "rotate", "production"] + more, code: 1, said)
        #expect(try project.folder.snapshot("keys") == before)
    }
    try refuse(["has no next key to rotate to", "signet keys generate"])
    try project.expectDone(["keys", "generate", "second", "--environment", "production"])
    try project.expectDone(["keys", "shipped", "production", "3.0.0"])
    try refuse(["no app version is known to embed \"second\"", "signet keys shipped second VERSION", "--unshipped"])
    try project.expectDone(["keys", "rotate", "production", "--unshipped", "--name", "third"])
    #expect(try ring(project) == "production retired, second active, third next")
    // A name that is taken changes nothing.
    let before = try project.folder.snapshot("keys")
    try project.expectRefusal(
        ["keys", "rotate", "production", "--unshipped", "--name", "second"], code: 73, ["there is already a key"])
    #expect(try project.folder.snapshot("keys") == before)
    try project.expectRefusal(["keys", "rotate"], code: 64, ["takes one environment"])
    try project.expectRefusal(["keys", "rotate", "staging"], code: 1, ["no key of environment \"staging\""])
    try project.expectRefusal(["keys", "list", "--unshipped"], code: 64, ["--unshipped is for signet keys rotate"])
}

@Test func `of two next keys the older one takes over, and one before the active key never`() throws {
    let project = try Project()
    for name in ["second", "third"] {
        try project.expectDone(["keys", "generate", name, "--environment", "production"])
        try project.expectDone(["keys", "shipped", name, "3.1.0"])
    }
    try project.expectDone(["keys", "rotate", "production"])
    #expect(try ring(project) == "production retired, second active, third next, production-4 next")
    let text = try project.folder.text("keys/keyring.json")
    try project.folder.write(
        "keys/keyring.json",
        text.replacingOccurrences(of: "\"next\"", with: "\"retired\"").replacingOccurrences(
            of: "\"state\": \"retired\",\n      \"signer\": \"file:production.key.pem\"",
            with: "\"state\": \"next\",\n      \"signer\": \"file:production.key.pem\""))
    #expect(try ring(project) == "production next, second active, third retired, production-4 retired")
    try project.expectRefusal(["keys", "rotate", "production", "--unshipped"], code: 1, ["has no next key"])
}

@Test func `revoke takes a key out of use by its name or its id`() throws {
    let project = try Project()
    try project.expectDone(["keys", "generate", "second", "--environment", "production"])
    let keys = try TrustedKeys(exported: try project.expectDone(["keys", "export", "--json"]).output).keys
    let result = try project.expectDone(["keys", "revoke", keys[0].id.rawValue])
    #expect(result.output.hasPrefix("- production  active"))
    #expect(result.output.hasSuffix("+ production  revoked  production  shipped in -\n"))
    #expect(result.errors.contains("environment \"production\" has no active key now"))
    #expect(result.errors.contains("hint: signet keys shipped second VERSION notes the first app version"))
    #expect(result.errors.contains("apps learn of it with an update"))
    try project.expectRefusal(["keys", "revoke", "--key", "production"], code: 1, ["is revoked already"])
    try project.expectRefusal(
        ["keys", "revoke", "nobody"], code: 1, ["there is no key with the id or name \"nobody\""])
    try project.expectRefusal(["build"], code: 1, ["no key of environment \"production\""])
    let after = try TrustedKeys(exported: try project.expectDone(["keys", "export", "--json"]).output).keys
    #expect(after.map(\.isRevoked) == [true, false])
    let json = try project.expectDone(["keys", "revoke", "second", "--json"]).output
    #expect(json.contains("\"before\"") && json.contains("\"state\": \"revoked\""))
}

@Test func `after a key is revoked a new one does not sign before it is shipped`() throws {
    let project = try Project()
    try project.expectDone(["keys", "generate", "second", "--environment", "production"])
    try project.expectDone(["keys", "shipped", "second", "3.1.0"])
    try project.expectDone(["keys", "revoke", "production"])
    try project.expectDone(["keys", "generate", "third", "--environment", "production"])
    #expect(try ring(project) == "production revoked, second next, third next")
    try project.expectDone(["keys", "rotate", "production"])
    #expect(try ring(project) == "production revoked, second active, third next, production-4 next")
    // With no key left that apps know, somebody has to say so.
    let alone = try Project()
    let result = try alone.expectDone(["keys", "revoke", "production"])
    #expect(
        result.errors.contains(
            "hint: signet keys generate NAME --environment production, then: signet keys rotate production --unshipped;"
        ))
    try alone.expectDone(["keys", "generate", "second", "--environment", "production"])
    try alone.expectRefusal(["keys", "rotate", "production"], code: 1, ["no app version is known to embed"])
    try alone.expectDone(["keys", "rotate", "production", "--unshipped"])
}

/// What a failing or dying system call leaves of a rotation.
@Test(
    .peers(.strace),
    arguments: [
        "write:error=ENOSPC:when=1", "write:error=ENOSPC:when=2", "write:error=ENOSPC:when=3",
        "syncfs:error=EIO:when=1", "fsync:error=EIO:when=1",
        "fsync:error=EIO:when=2", "renameat:error=ENOSPC", "renameat:signal=KILL", "syncfs:signal=KILL:when=1",
        "fsync:signal=KILL:when=1",
        "fsync:signal=KILL:when=2",
    ])
func `a rotation that fails or is killed leaves a ring of before or after, and keys for all on it`(fault: String) throws
{
    let project = try Project()
    try project.expectDone(["keys", "generate", "second", "--environment", "production"])
    try project.expectDone(["keys", "shipped", "second", "3.1.0"])
    let result = try run(
        "strace",
        ["-f", "-o", "trace", "-e", "inject=\(fault)", signetPath, "keys", "rotate", "production"],
        in: project.folder.root)
    #expect(try project.folder.text("trace").contains("INJECTED") || result.status != 0, "\(fault) hit nothing")
    let states = try ring(project)
    #expect(
        ["production active, second next", "production retired, second active, production-3 next"].contains(states),
        "\(states)")
    // Whatever is active can sign, and the next rotation goes on.
    try project.expectDone(["build", "--at", "2026-08-03T10:00:00Z"])
    try project.expectDone(["keys", "rotate", "production", "--unshipped"])
    try project.expectDone(["build", "--at", "2026-08-04T10:00:00Z"])
}
