import TestSupport
import Testing

@Test(arguments: [
    (
        "production-2027",
        "another key for \"production\": signet keys generate production-2027 --environment production"
    ),
    ("prodution", "did you mean \"production\"?"),
    ("eu", "another key for one of these: signet keys generate eu --environment production"),
])
func `a key makes no environment that the policy lacks, unless told so`(name: String, hint: String) throws {
    let project = try Project(
        policy: Project.policy(more: #", "staging": { "extends": "production" }"#), keys: ["production"])
    let before = try project.folder.snapshot("keys")
    for words in [["generate", name], ["add", name, "--signer", "env:KEY"]] {
        try project.expectRefusal(
            ["keys"] + words, code: 64,
            [
                "policy.json: there is no environment \"\(name)\"; it has: production, staging", "hint: \(hint)",
                "signet keys generate \(name) --environment \(name)",
            ])
    }
    #expect(try project.folder.snapshot("keys") == before)
    let made = try project.expectDone(["keys", "generate", name, "--environment", name])
    #expect(made.output.hasSuffix("for environment \"\(name)\", active\n"))
    #expect(
        try project.expectDone(["keys", "generate", "staging"]).output.hasSuffix(
            "for environment \"staging\", active\n"))
}

@Test func `without a policy a key may be for any environment`() throws {
    let project = try Project(keys: [])
    try project.folder.remove("policy.json")
    try project.expectDone(["keys", "generate", "anything"])
    try project.expectRefusal(
        ["keys", "generate", "more", "--policy", "policy.json"], code: 66, ["policy.json: no such file"])
}

@Test(arguments: [
    (
        "production-2027",
        "another key for \"production\": signet keys generate production-2027 --environment production;"
    ),
    ("prodution", "did you mean \"production\"?"),
])
func `without a policy a key makes no environment beside one of a similar name, unless told so`(
    name: String, hint: String
) throws {
    let project = try Project(keys: ["production"])
    try project.folder.remove("policy.json")
    try project.expectRefusal(
        ["keys", "generate", name], code: 64,
        [
            "keys/keyring.json has no environment \"\(name)\", but has \"production\"\nhint: \(hint)",
            "a new environment: signet keys generate \(name) --environment \(name)\n",
        ])
    let made = try project.expectDone(["keys", "generate", name, "--environment", name])
    #expect(made.output.hasSuffix("for environment \"\(name)\", active\n"))
    let next = try project.expectDone(["keys", "generate", "production-2028", "--environment", "production"])
    #expect(next.output.hasSuffix("for environment \"production\", next\n"))
}

@Test func `the policy that is named says which environments there are`() throws {
    let project = try Project(keys: [])
    try project.folder.write("teams/one.json", Project.policy(environment: "one"))
    try project.expectDone(["keys", "generate", "one", "--policy", "teams/one.json"])
    try project.expectRefusal(
        ["keys", "generate", "production", "--policy", "teams/one.json"], code: 64, ["it has: one"])
}

@Test
func `a policy that is still being written can have keys, with one that is not JSON the environment must be named`()
    throws
{
    let project = try Project(keys: [])
    try project.folder.write("policy.json", #"{ "environments": { "production": {} } } // to do"#)
    try project.expectDone(["keys", "generate", "production"])
    try project.folder.write("policy.json", "{")
    try project.expectRefusal(["keys", "generate", "staging"], code: 65, ["policy.json:1:2"])
    try project.expectDone(["keys", "generate", "staging", "--environment", "staging"])
}
