import Foundation
import Testing
import TestSupport

/// A project with nothing wrong in it, with envelopes and a file.
private func project(_ envelopes: String, file: String = "notes\n") throws -> Project {
    let project = try TeamCase.project()
    try project.change("policy.json", "\"envelopes\": [\"headers\"]", "\"envelopes\": \(envelopes)")
    try project.folder.write("notes.txt", file)
    return project
}

private let both = #"["headers", "jws"]"#

@Test(arguments: ["iss", "sub", "aud", "exp", "nbf", "jti"])
func `a file with a registered claim has no jws, and needs headers`(claim: String) throws {
    let token = "{ \"a\": 1, \"\(claim)\": 1 }"
    let noted = try project(both, file: token)
    let plan = try noted.expectDone(["plan", "none"])
    #expect(
        plan.errors.contains(
            "note: \"notes.txt\" has no .jws: \"\(claim)\" in it would make it a JSON Web Token elsewhere "
                + "[jws-excluded]\nhint: apps verify it by response headers alone\n"), "\(plan.errors)")
    try noted.expectDone(["build"])
    #expect(!noted.folder.exists("output/production/notes.txt.jws"))
    #expect(noted.folder.exists("output/production/app-config.jws"))
    try noted.expectDone(["verify", "output"])
    try noted.expectDone(["build", "--check"])
    try noted.expectDone(["build", "--strict"])

    try project(#"["jws"]"#, file: token).expectRefusal(
        ["build"], code: 1, ["notes.txt\" can have no .jws: \"\(claim)\"", "[jws-impossible]", "add \"headers\" to"])
    for (envelopes, file) in [
        (#"["headers"]"#, token), (both, "[\(token)]"), (both, "{ \"a\": \(token) }"), (both, "{ \"iat\": 1 }"),
    ] {
        #expect(
            try project(envelopes, file: file).expectDone(["plan", "none", "--strict"]).output.hasPrefix(
                "no errors, no warnings; "))
    }
}

@Test func `a file that is empty or larger than apps accept has no jws`() throws {
    for (bytes, reason) in [(0, "it is empty"), (1 << 20, nil), (1 << 20 | 1, "it is larger than 1048576 bytes")] {
        let project = try project(both)
        try project.folder.write("notes.txt", [UInt8](repeating: 0x61, count: bytes))
        let said = try project.expectDone(["plan", "none"]).errors
        #expect(
            said.contains("\"notes.txt\" has no .jws: \(reason ?? "") [jws-excluded]") == (reason != nil), "\(said)")
        #expect(said.contains("jws-") == (reason != nil))
        try project.expectDone(["build"])
        #expect(project.folder.exists("output/production/notes.txt.jws") == (reason == nil))
        try project.expectDone(["verify", "output"])
    }
}

@Test func `the files of one entry are one finding for each reason`() throws {
    let project = try project(both)
    for name in ["a", "b", "c"] { try project.folder.write("static/\(name).txt", "") }
    try project.folder.write("static/d.json", "{ \"exp\": 1 }")
    try project.change("policy.json", "\"notes.txt\": \"notes.txt\"", "\"files/\": \"static/\"")
    let said = try project.expectDone(["plan", "none"]).errors
    #expect(said.contains("\"files/a.txt\" and 2 others have no .jws: it is empty [jws-excluded]"))
    #expect(said.contains("\"files/d.json\" has no .jws: \"exp\""))
    #expect(said.components(separatedBy: "[jws-excluded]").count == 3)
}

@Test(arguments: [both, #"["jws"]"#])
func `a rendered document must be able to have a jws`(envelopes: String) throws {
    let project = try project(envelopes)
    try project.folder.write("base.json", "{ \"exp\": 3600, \"environments\": { \"main\": {} } }")
    try project.expectRefusal(
        ["build"], code: 1,
        ["\"env.json\" can have no .jws: \"exp\"", "[jws-impossible]", "rename the member in the base file"])
    try project.folder.write("base.json", "{ \"times\": { \"exp\": 3600 }, \"environments\": { \"main\": {} } }")
    try project.expectDone(["build", "--strict"])
}

@Test func `web bundles need a jws, which is all that apps fetch of them`() throws {
    let bundles = "\"documents\": { \(Project.webBundles),"
    for (envelopes, isRefused) in [(#"["headers"]"#, true), (both, false), (#"["jws"]"#, false)] {
        let project = try project(envelopes)
        try project.change("policy.json", "\"documents\": {", bundles)
        let said = try project.run(["plan", "none"]).errors
        let words = "\"builds/index.json\" has no .jws, and apps with web bundles fetch nothing else [jws-impossible]"
        #expect(said.contains("policy.json:7:40: error: \(words)") == isRefused, "\(said)")
    }
}

@Test(arguments: [
    ("[]", "apps verify headers or jws"), (#"["sigstore"]"#, "an envelope is headers, jws"),
    (#"["jws", "jws"]"#, "\"jws\" is listed twice"), (#"["JWS"]"#, "an envelope is headers, jws"),
    ("\"jws\"", "expected an array"), ("[1]", "expected a string"),
])
func `envelopes that no app could verify are refused at their place`(envelopes: String, words: String) throws {
    let project = try project(envelopes)
    let result = try project.expectRefusal(["plan", "none"], code: 1, ["[invalid-value]"])
    #expect(result.errors.contains("policy.json:7:"), "\(result.errors)")
    #expect(result.errors.contains(words), "\(result.errors)")
}

@Test func `an envelope that is live is left out only when the policy acknowledges it`() throws {
    let project = try project(both)
    try project.expectDone(["build"])
    let previous = ["--previous", "output"]
    #expect(
        try project.expectDone(planning(["--strict"] + previous)).output.hasPrefix("production   nothing changes: "))
    try project.change("policy.json", both, #"["jws"]"#)
    let entry = "{ \"code\": \"envelope-removed\", \"at\": \"envelopes\", \"from\": \"headers, jws\", \"to\": \"jws\" }"
    try project.expectRefusal(
        ["build"] + previous, code: 1,
        [
            "policy.json:7:40: error: production: the envelopes headers, jws are live, and would be jws: what is "
                + "configured for headers accepts nothing new [envelope-removed]",
            "add to \"allow\" of \"production\": \(entry)",
        ])
    #expect(
        try project.changes(["output"]) == [
            "envelopes headers, jws → jws: what is configured for headers accepts nothing new"
        ])
    try project.change("policy.json", "\"envelopes\"", "\"allow\": [\(entry)], \"envelopes\"")
    let allowed = try project.expectDone(planning(["--strict"] + previous))
    #expect(allowed.errors.contains("accepts nothing new, as the policy allows"), "\(allowed.errors)")
    try project.expectDone(["build"] + previous)
    let done = try project.expectDone(planning(["--strict"] + previous))
    #expect(done.errors.contains("what \"allow\" says of envelopes [envelope-removed] is live [allowance-done]"))
    // For another change it counts for nothing.
    try project.change("policy.json", #""envelopes": ["jws"]"#, #""envelopes": ["headers"]"#)
    try project.expectRefusal(
        planning(previous), code: 1, ["error: production: the envelopes jws are live, and would be headers: "])
}
