import Testing
import TestSupport

@Test func `an environment without a next key is a warning, until it has one that can take over`() throws {
    let project = try TeamCase.project(hasNextKey: false)
    let plan = try project.expectDone(["plan", "none"])
    #expect(
        plan.errors.contains(
            "policy.json:5:5: warning: environment \"production\" has no next key in keys/keyring.json [no-next-key]\n"
                + "hint: "), "\(plan.errors)")
    #expect(plan.errors.contains("signet keys generate NAME --environment production; if it"))
    #expect(try project.expectDone(["build"]).errors.contains("[no-next-key]"))
    #expect(try project.run(["plan", "none", "--strict"]).status == 1)
    try project.expectDone(["keys", "generate", "second", "--environment", "production"])
    #expect(try project.expectDone(["plan", "none", "--strict"]).output.hasPrefix("no errors, no warnings; "))
    // One before the active key never takes over.
    let ring = try project.folder.text("keys/keyring.json")
    try project.folder.write(
        "keys/keyring.json",
        ring.replacing("\"active\"", with: "\"-\"").replacing("\"next\"", with: "\"active\"").replacing(
            "\"-\"", with: "\"next\""))
    #expect(try project.expectDone(["plan", "none"]).errors.contains(" [no-next-key]\n"))
}

@Test func `a key for one machine needs no next one`() throws {
    let project = try Project(
        policy: TeamCase.policy.replacing("\"production\"", with: "\"development\""), keys: ["development"])
    #expect(!(try project.run(["plan", "none"]).errors.contains("no-next-key")))
    let starter = try TemporaryFolder()
    let built = try signet(["build", "--starter"], in: starter)
    #expect(built.status == 0 && !built.errors.contains("no-next-key"))
}

@Test func `a mistyped environment of the policy is answered with the one that has keys`() throws {
    let project = try Project(policy: Project.policy(environment: "prodution"))
    let plan = try project.run(["plan", "none"])
    #expect(plan.status == 1)
    #expect(
        plan.errors.contains(" [key-missing]\nhint: did you mean \"production\", which has keys?\n"),
        "\(plan.errors)")
    #expect(!plan.errors.contains("keys generate"), "a typing error gets no key")
}

@Test func `an environment is not taken for a similar one that the policy has as well`() throws {
    let project = try Project(
        policy: Project.policy(
            more: #", "production2": { "extends": "production", "origin": "https://two.example.com" }"#),
        keys: ["production"])
    let plan = try project.run(["plan", "none"])
    #expect(
        plan.errors.contains(" [key-missing]\nhint: make its first key: signet keys generate production2\n"),
        "\(plan.errors)")
}

@Test func `a plan needs the key ring and no private key`() throws {
    let project = try TeamCase.project()
    try project.folder.remove("keys/production.key.pem")
    try project.expectDone(["plan", "none", "--strict"])
    try project.folder.remove("keys/keyring.json")
    let plan = try project.run(["plan", "none"])
    #expect(plan.status == 66)
    #expect(plan.errors.contains("keys/keyring.json: error: there is no key ring [missing-file]\nhint: "))
}

@Test func `a malformed key ring is an error of its own`() throws {
    let project = try TeamCase.project()
    try project.folder.write("keys/keyring.json", "{ \"keys\": 1 }")
    let plan = try project.run(["plan", "none"])
    #expect(plan.status == 65)
    #expect(plan.errors.contains("signet: error: keys/keyring.json:1:11: expected an array"), "\(plan.errors)")
}
