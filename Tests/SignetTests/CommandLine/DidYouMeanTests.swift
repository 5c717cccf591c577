import Testing
import TestSupport

@Test(arguments: [
    (["biuld"], "did you mean \"build\"?\n"),
    (["help", "verfy"], "did you mean \"verify\"?\n"),
    (["build", "--enviroment", "x"], "did you mean \"--environment\"? signet help build shows what it takes\n"),
    (["build", "--settle", "3"], "--settle is a flag of signet verify, signet publish; signet help build"),
    (["keys", "rotat", "x"], "did you mean \"rotate\"?"), (["keys", "rediness"], "did you mean \"readiness\"?"),
    (["bundle", "pakc"], "did you mean \"pack\"?"),
    (["schema", "polcy"], "did you mean \"policy\"?\n"),
    (["publish", "--environment", "x", "--to", "y", "--allow", "device-freed"], "did you mean \"devices-freed\"?"),
])
func `a mistyped word of the command line is answered with the one that was meant`(
    arguments: [String], hint: String
) throws {
    let result = try signet(arguments, in: TemporaryFolder())
    #expect(result.status == 64)
    #expect(result.errors.contains("\nhint: \(hint)"), "\(result.errors)")
}

@Test func `a mistyped environment is answered with the one that was meant, wherever it is named`() throws {
    let project = try Project()
    try project.expectDone(["build"])
    let meant = "hint: did you mean \"production\"?"
    for words in [["plan", "none"], ["build"]] {
        try project.expectRefusal(words + ["--environment", "prodution"], code: 66, ["\(meant) it has: production\n"])
    }
    for words in [["publish", "--to", "site"], ["verify", "output"], ["decide", "output", "--platform", "ios"]] {
        try project.expectRefusal(
            words + ["--environment", "prod"] + (words[0] == "decide" ? ["--app", "1", "--os", "1"] : []), code: 66,
            ["output: there is no tree of environment \"prod\"", "\(meant) there are trees of: production\n"])
    }
    let export = ["keys", "export", "--json", "--environment", "prodution"]
    for arguments in [
        ["keys", "list", "--environment", "prodution"], ["keys", "rotate", "prodution"],
        ["keys", "revoke", "--active", "prodution"], ["sign", "policy.json", "--environment", "prodution"], export,
    ] {
        let said = ["there is no key of environment \"prodution\"\n\(meant) there are keys of: production\n"]
        try project.expectRefusal(arguments, code: 1, said)
    }
    try project.expectRefusal(["keys", "shipped", "prodution", "3.0"], code: 1, ["\(meant) signet keys list"])
    // Nothing is near.
    let far = try project.expectRefusal(
        ["verify", "output", "--environment", "test"], code: 66, ["hint: there are trees"])
    #expect(!far.errors.contains("did you mean"))
}

@Test(arguments: [
    (
        "\"minimumSDKVersion\"", "\"minimumSdkVersion\"", "unknown-member",
        "did you mean \"minimumSDKVersion\"? known here: storeURL, minimumSDKVersion, "
    ),
    ("\"maintenance\"", "\"maintenence\"", "unknown-member", "did you mean \"maintenance\"? known here: "),
    ("\"main\": \"production\"", "\"main\": \"prodution\"", "missing-member", "did you mean \"production\"?"),
    ("\"main\": \"production\"", "\"mian\": \"production\"", "missing-member", "did you mean \"main\"?"),
    (
        "\"production\": {", "\"staging\": { \"extends\": \"prodution\" }, \"production\": {", "invalid-value",
        "did you mean \"production\"?"
    ),
    (
        "\"message\": \"closed\"", "\"message\": \"clsoed\"", "unknown-text",
        "did you mean \"closed\"? add it to the catalog, or put the text itself here"
    ),
])
func `a mistyped name in a policy is answered with the one that was meant`(
    find: String, replacement: String, code: String, hint: String
) throws {
    let project = try TeamCase.project()
    try project.change("policy.json", find, replacement)
    let plan = try project.run(["plan", "none", "--environment", "production"])
    #expect(plan.status != 0)
    #expect(plan.errors.contains(" [\(code)]\nhint: \(hint)"), "\(plan.errors)")
}

@Test func `a name that is near to none is not guessed at`() throws {
    let project = try TeamCase.project()
    try project.change("policy.json", "\"main\": \"production\"", "\"main\": \"elsewhere\"")
    let plan = try project.run(["plan", "none"])
    #expect(plan.errors.contains("there is no environment \"elsewhere\" [missing-member]\n"), "\(plan.errors)")
    #expect(!plan.errors.contains("did you mean"))
}
