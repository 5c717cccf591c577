import Testing
import TestSupport

@Test func `an environment without a next key is a warning, until it has one that can take over`() throws {
    let project = try LintCase.project(hasNextKey: false)
    let lint = try project.expectDone(["lint"])
    #expect(
        lint.errors.contains(
            "policy.json:5:5: warning: environment \"production\" has no next key in keys/keyring.json [no-next-key]\n"
                + "hint: "), "\(lint.errors)")
    #expect(lint.errors.contains("signet keys generate NAME --environment production; if it"))
    #expect(try project.expectDone(["build"]).errors.contains("[no-next-key]"))
    #expect(try project.run(["lint", "--strict"]).status == 1)
    try project.expectDone(["keys", "generate", "second", "--environment", "production"])
    #expect(try project.expectDone(["lint", "--strict"]).output == "no errors, no warnings\n")
    // One before the active key never takes over.
    let ring = try project.folder.text("keys/keyring.json")
    try project.folder.write(
        "keys/keyring.json",
        ring.replacing("\"active\"", with: "\"-\"").replacing("\"next\"", with: "\"active\"").replacing(
            "\"-\"", with: "\"next\""))
    #expect(try project.expectDone(["lint"]).errors.contains(" [no-next-key]\n"))
}

@Test func `a key for one machine needs no next one`() throws {
    let project = try Project(
        policy: LintCase.policy.replacing("\"production\"", with: "\"development\""), keys: ["development"])
    #expect(!(try project.run(["lint"]).errors.contains("no-next-key")))
    let starter = try TemporaryFolder()
    let built = try signet(["build", "--starter"], in: starter)
    #expect(built.status == 0 && !built.errors.contains("no-next-key"))
}

@Test func `a mistyped environment of the policy is answered with the one that has keys`() throws {
    let project = try Project(policy: Project.policy(environment: "prodution"))
    let lint = try project.run(["lint"])
    #expect(lint.status == 1)
    #expect(
        lint.errors.contains(" [key-missing]\nhint: did you mean \"production\", which has keys?\n"),
        "\(lint.errors)")
    #expect(!lint.errors.contains("keys generate"), "a typing error gets no key")
}

@Test func `an environment is not taken for a similar one that the policy has as well`() throws {
    let project = try Project(
        policy: Project.policy(more: #", "production2": { "extends": "production" }"#), keys: ["production"])
    let lint = try project.run(["lint"])
    #expect(
        lint.errors.contains(" [key-missing]\nhint: make its first key: signet keys generate production2\n"),
        "\(lint.errors)")
}

@Test func `a lint needs the key ring and no private key`() throws {
    let project = try LintCase.project()
    try project.folder.remove("keys/production.key.pem")
    try project.expectDone(["lint", "--strict"])
    try project.folder.remove("keys/keyring.json")
    let lint = try project.run(["lint"])
    #expect(lint.status == 66)
    #expect(lint.errors.contains("keys/keyring.json: error: there is no key ring [missing-file]\nhint: "))
}

@Test func `a malformed key ring is an error of its own`() throws {
    let project = try LintCase.project()
    try project.folder.write("keys/keyring.json", "{ \"keys\": 1 }")
    let lint = try project.run(["lint"])
    #expect(lint.status == 65)
    #expect(lint.errors.contains("signet: error: keys/keyring.json:1:11: expected an array"), "\(lint.errors)")
}
