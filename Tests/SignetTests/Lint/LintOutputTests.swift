import TestSupport
import Testing

@Test func `a lint shows everything at once, by place, with counts`() throws {
    let project = try LintCase.project()
    try project.change(
        "policy.json", "\"13.5\", \"description\": \"required\"", "\"15\", \"description\": \"required\"")
    try project.change("policy.json", "\"title\": \"title\", ", "")
    try project.change("policy.json", "\"title\": \"title\"", "\"title\": \"titel\"")
    let lint = try project.run(["lint"])
    #expect(lint.status == 1)
    #expect(
        lint.output == """
            policy.json:12:29: warning: minimumOSVersion 15 of ios is above recommendedOSVersion 14 [minimum-above-recommended]
                hint: every version would be blocked; if that is meant, say "demise": true here
            policy.json:13:33: error: missing member "title" [missing-member]
            policy.json:15:63: error: text "titel" is not in Texts.xcstrings [unknown-text]
                hint: add it to the catalog, or put the text itself here: { "en": "…" }
            2 errors, 1 warning

            """)
    let quiet = try project.run(["lint", "--quiet"])
    #expect(quiet.status == 1)
    #expect(quiet.output.split(separator: "\n").filter { $0.contains(": error: ") }.count == 2)
    #expect(!quiet.output.contains("warning") && quiet.errors == "")

    let json = try project.run(["lint", "--json", "--quiet"])
    #expect(json.status == 1)
    #expect(
        json.output == """
            {
              "errors": 2,
              "warnings": 1,
              "findings": [
                {
                  "code": "minimum-above-recommended",
                  "severity": "warning",
                  "file": "policy.json",
                  "line": 12,
                  "column": 29,
                  "message": "minimumOSVersion 15 of ios is above recommendedOSVersion 14",
                  "hint": "every version would be blocked; if that is meant, say \\"demise\\": true here"
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
                  "hint": "add it to the catalog, or put the text itself here: { \\"en\\": \\"…\\" }"
                }
              ]
            }

            """)
}

@Test func `a build reports its warnings and succeeds`() throws {
    let project = try LintCase.project()
    try project.change("policy.json", "\"13.5\"", "\"15\"")
    let build = try project.expectDone(["build"])
    #expect(
        build.errors.contains(
            """
            signet: warning: policy.json:12:29: minimumOSVersion 15 of ios is above recommendedOSVersion 14 \
            [minimum-above-recommended]
            hint: every version would be blocked; if that is meant, say "demise": true here

            """))
    #expect(try project.expectDone(["build", "--quiet"]).errors == "")
    try project.expectDone(["verify", "output"])
}

@Test func `members that are wrong in several environments are said once where they stand`() throws {
    let project = try LintCase.project()
    try project.change("policy.json", "23", "\"23\"")
    try project.change(
        "policy.json", "    }\n  }\n}",
        "    },\n    \"staging\": { \"extends\": \"production\", \"origin\": \"http://x\", \"profil\": 1 }\n  }\n}")
    let lint = try project.run(["lint"])
    #expect(lint.status == 1)
    #expect(lint.output.contains("\n3 errors, no warnings\n"), "\(lint.output)")
    for code in ["positive-integer", "invalid-value", "unknown-member"] { #expect(lint.output.contains("[\(code)]")) }
}

@Test func `a lint reports no more than a person can read`() throws {
    let members = (0..<2_000).map { "\"m\($0)\": 1" }.joined(separator: ", ")
    let project = try Project(policy: "{ \"environments\": { \"production\": { \(members) } } }")
    let lint = try project.run(["lint"])
    #expect(lint.status == 1)
    #expect(lint.output.hasSuffix("\n500 errors, no warnings\n"))
}

@Test func `a missing policy is reported`() throws {
    let result = try signet(["lint"], in: TemporaryFolder())
    #expect(result.status == 66)
    #expect(result.errors.contains("signet: error: policy.json: no such file"), "\(result.errors)")
    #expect(result.errors.contains("hint: "), "\(result.errors)")
}
