import ManifestVerifier
import Testing
import TestSupport

@Test func `a plan shows everything at once, by place, with counts`() throws {
    let project = try TeamCase.project()
    try project.change(
        "policy.json", "\"13.5\", \"description\": \"required\"", "\"15\", \"description\": \"required\"")
    try project.change("policy.json", "\"title\": \"title\", ", "")
    try project.change("policy.json", "\"title\": \"title\"", "\"title\": \"titel\"")
    let plan = try project.run(["plan", "none"])
    #expect(plan.status == 1)
    let said = """
        policy.json:12:29: warning: minimumOSVersion 15 of ios is above recommendedOSVersion 14 [minimum-above-recommended]
        hint: what is recommended would be blocked; raise "recommendedOSVersion" too, or say "demise": true here \
        to end the app; if it is meant, add to "allow" of "production": { "code": "minimum-above-recommended", \
        "at": "ios.minimumOSVersion", "to": "15" }
        policy.json:13:33: error: missing member "title" [missing-member]
        policy.json:15:63: error: text "titel" is not in Texts.xcstrings [unknown-text]
        hint: did you mean "title"? add it to the catalog, or put the text itself here: { "en": "…" }
        signet: refused: 2 errors, 1 warning

        """
    #expect(plan.output == "")
    #expect(plan.errors.hasSuffix(said))
    let build = try project.run(["build"])
    #expect(build.status == 1)
    #expect(build.output == "")
    #expect(build.errors == said)
    let quiet = try project.run(["plan", "none", "--quiet"])
    #expect(quiet.status == 1)
    #expect(quiet.output == "")
    #expect(
        quiet.errors == """
            policy.json:13:33: error: missing member "title" [missing-member]
            policy.json:15:63: error: text "titel" is not in Texts.xcstrings [unknown-text]
            hint: did you mean "title"? add it to the catalog, or put the text itself here: { "en": "…" }
            signet: refused: 2 errors, 1 warning

            """)

    let json = try project.run(["build", "--json", "--quiet"])
    #expect(json.status == 1)
    #expect(json.errors == quiet.errors)
    #expect(
        json.output == """
            {
              "ok": false,
              "findings": [
                {
                  "code": "minimum-above-recommended",
                  "severity": "warning",
                  "file": "policy.json",
                  "line": 12,
                  "column": 29,
                  "message": "minimumOSVersion 15 of ios is above recommendedOSVersion 14",
                  "hint": "what is recommended would be blocked; raise \\"recommendedOSVersion\\" too, or say \\"demise\\": true here \
            to end the app; if it is meant, \
            add to \\"allow\\" of \\"production\\": { \\"code\\": \\"minimum-above-recommended\\", \\"at\\": \\"ios.minimumOSVersion\\", \\"to\\": \\"15\\" }"
                },
                {
                  "code": "missing-member",
                  "severity": "error",
                  "file": "policy.json",
                  "line": 13,
                  "column": 33,
                  "message": "missing member \\"title\\""
                },
                {
                  "code": "unknown-text",
                  "severity": "error",
                  "file": "policy.json",
                  "line": 15,
                  "column": 63,
                  "message": "text \\"titel\\" is not in Texts.xcstrings",
                  "hint": "did you mean \\"title\\"? add it to the catalog, or put the text itself here: { \\"en\\": \\"…\\" }"
                }
              ],
              "result": null
            }

            """)
    #expect(try project.run(["plan", "none", "--json"]).output == json.output)
}

@Test(arguments: [["plan", "none"], ["build"], ["build", "--unsigned"]])
func `a strict run says which warnings it refuses, also when it is quiet, and why`(command: [String]) throws {
    let project = try TeamCase.project()
    try project.change("policy.json", "\"13.5\"", "\"15\"")
    let result = try project.run(command + ["--strict", "--quiet"])
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(
        result.errors == """
            policy.json:12:29: warning: minimumOSVersion 15 of ios is above recommendedOSVersion 14 [minimum-above-recommended]
            hint: what is recommended would be blocked; raise "recommendedOSVersion" too, or say "demise": true here \
            to end the app; if it is meant, add to "allow" of "production": { "code": "minimum-above-recommended", \
            "at": "ios.minimumOSVersion", "to": "15" }
            \(command[0] == "build" ? "signet: refused: 1 warning, and --strict is on\n" : "")
            """)
}

@Test func `a build reports its warnings and succeeds`() throws {
    let project = try TeamCase.project()
    try project.change("policy.json", "\"13.5\"", "\"15\"")
    let build = try project.expectDone(["build"])
    #expect(
        build.errors.contains(
            """
            policy.json:12:29: warning: minimumOSVersion 15 of ios is above recommendedOSVersion 14 \
            [minimum-above-recommended]
            hint: what is recommended would be blocked; raise "recommendedOSVersion" too, or say "demise": true here \
            to end the app; if it is meant, add to "allow" of "production": { "code": "minimum-above-recommended", \
            "at": "ios.minimumOSVersion", "to": "15" }

            """))
    #expect(try project.expectDone(["build", "--quiet"]).errors == "")
    try project.expectDone(["verify", "output"])
}

@Test func `members that are wrong in several environments are said once where they stand`() throws {
    let project = try TeamCase.project()
    try project.change("policy.json", "23", "\"23\"")
    try project.change(
        "policy.json", "    }\n  }\n}",
        "    },\n    \"staging\": { \"extends\": \"production\", \"origin\": \"http://x\", \"profil\": 1 }\n  }\n}")
    let plan = try project.run(["plan", "none"])
    #expect(plan.status == 1)
    #expect(plan.errors.hasSuffix("\nsignet: refused: 3 errors\n"), "\(plan.errors)")
    for code in ["positive-integer", "invalid-value", "unknown-member"] { #expect(plan.errors.contains("[\(code)]")) }
}

@Test func `a plan reports no more than a person can read`() throws {
    let members = (0..<2_000).map { "\"m\($0)\": 1" }.joined(separator: ", ")
    let project = try Project(policy: "{ \"environments\": { \"production\": { \(members) } } }")
    let plan = try project.run(["plan", "none"])
    #expect(plan.status == 1)
    #expect(plan.errors.hasSuffix("\nsignet: refused: 500 errors\n"))
}

@Test func `a missing policy is reported`() throws {
    let result = try signet(["plan", "none"], in: TemporaryFolder())
    #expect(result.status == 66)
    #expect(result.errors.contains("signet: error: policy.json: no such file"), "\(result.errors)")
    #expect(result.errors.contains("hint: "), "\(result.errors)")
}

@Test(.peers(.python3), arguments: [["plan", "none"], ["build"]])
func `on a terminal a finding shows the line that it is about`(command: [String]) throws {
    let project = try TeamCase.project()
    try project.change("policy.json", "      \"ios\": {", "\t\"ios\": {")
    try project.change("policy.json", "\t\"ios\"", "\t\"iso\"")
    let shop = try TemporaryFolder()
    try check("cp", ["-r", project.folder.root, "shop"], in: shop.root)
    // Only standard error is a terminal.
    let script = """
        import os, pty, subprocess, sys
        ours, theirs = pty.openpty()
        status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=theirs).returncode
        os.close(theirs)
        said = b''
        try:
            while part := os.read(ours, 4096): said += part
        except OSError: pass
        print(status, said.decode().replace('\\r\\n', '\\n'), end='')
        """
    let words = command + ["--policy", "shop/policy.json", "--keys", "shop/keys"]
    let result = try run("python3", ["-c", script, signetPath] + words, in: shop.root)
    #expect(
        result.output.contains(
            "1 shop/policy.json:10:2: error: unknown member \"iso\" [unknown-member]\n    \t\"iso\": {\n    \t^\nhint: "
        ),
        "\(result.output)\(result.errors)")
    #expect(!(try run(signetPath, words, in: shop.root).errors.contains("\t^")))
}

@Test func `a finding names a file of the policy's folder as it is called from here`() throws {
    let project = try TeamCase.project()
    try project.change("Texts.xcstrings", "\"Update\"", "\"TODO\"")
    let shop = try TemporaryFolder()
    try check("cp", ["-r", project.folder.root, "shop"], in: shop.root)
    let plan = try signet(["plan", "none", "--policy", "shop/policy.json", "--keys", "shop/keys"], in: shop)
    #expect(plan.errors.contains("shop/Texts.xcstrings:"), "\(plan.errors)")
}
