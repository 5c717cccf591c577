import Foundation
import Testing
import TestSupport

/// A project's template as `firebase remoteconfig:get` writes it, with the members that only the REST resource has.
private let base = testText("Policies/firebase-base.json")

private let path = "output/production/remoteconfig.template.json"

/// A project whose template has that base, and other members of the document.
private func project(_ base: String?, _ more: String = "") throws -> Project {
    let named = base == nil ? "" : #", "base": "firebase-base.json""#
    let project = try Project.everyFormat(
        replacing: #""firebase-template": "remoteconfig.template.json""#,
        with: #""firebase-template": { "path": "remoteconfig.template.json"\#(named)\#(more) }"#)
    if let base { try project.folder.write("firebase-base.json", base) }
    return project
}

private let build = ["build", "--environment", "production"]

@Test(.peers(.python3)) func `a template keeps all that a project has but the two parameters and conditions`() throws {
    let project = try project(base)
    // Testers had a minimum of their own, which goes.
    for platform in ["ios.minimumAppVersion", "android.minimumAppVersion.versionName"] {
        let entry = "{ \"code\": \"base-changed\", \"at\": \"\(platform)\", \"from\": \"99\", \"to\": \"3.0.0\" }"
        try project.expectRefusal(build, code: 1, ["firebase-base.json:25:53", entry])
    }
    try project.change(
        "policy.json", "\"origin\": \"https://distribution",
        """
        "allow": [
          { "code": "base-changed", "at": "ios.minimumAppVersion", "from": "99", "to": "3.0.0" },
          { "code": "base-changed", "at": "android.minimumAppVersion.versionName", "from": "99", "to": "3.0.0" }
        ], "origin": "https://distribution
        """)
    try project.expectDone(build)
    try check("python3", [peerProgram("template-comparison.py"), path], in: project.folder.root)
    let text = try project.folder.text(path)
    #expect(text.contains("\"percent\": 5.0\n") && text.contains("\"more\": 1e3\n"), "numbers keep their spelling")
    // What a deployment made is the next base, and gives the same.
    try project.folder.write("firebase-base.json", text)
    try project.expectDone(build)
    #expect(try project.folder.text(path) == text)
}

@Test func `a project that has no template yet has an empty base, and gets what one without a base gets`() throws {
    let (empty, without) = (try project("{}"), try project(nil))
    let said = try empty.expectDone(build)
    #expect(!said.errors.contains("firebase-base-missing"), "\(said.errors)")
    #expect(try without.expectDone(build).errors.contains("[firebase-base-missing]"))
    #expect(try empty.folder.text(path) == without.folder.text(path))
    #expect(
        try empty.folder.text(path).hasPrefix(
            "{\n  \"conditions\": [\n    {\n      \"name\": \"ios\",\n      \"expression\": \"device.os == 'ios'\"\n"))
}

@Test func `a condition that only these two parameters use is the policy's, and one that others use is not`() throws {
    let own = #"""
        { "conditions": [ { "name": "ios", "expression": "true", "tagColor": "BLUE" } ],
          "parameters": { "force_update_version": { "conditionalValues": { "ios": { "value": "1" } } } } }
        """#
    let project = try project(own)
    try project.expectDone(build)
    #expect(
        try project.folder.text(path).contains(
            "\"expression\": \"device.os == 'ios'\",\n      \"tagColor\": \"BLUE\""))
    try project.folder.write(
        "firebase-base.json",
        own.replacing(
            "\"parameters\": {", with: "\"parameters\": { \"must\": { \"conditionalValues\": { \"ios\": {} } },"))
    try project.expectRefusal(
        build, code: 1,
        ["firebase-base.json:1:19: error: the condition \"ios\" is not device.os == 'ios', and other parameters use it"]
    )
}

@Test(arguments: [
    ("[]", "firebase-base.json:1:1: error: expected an object, found an array"),
    ("{ \"a\": 1, }", "firebase-base.json:1:9: error: trailing comma"),
    ("{ \"parameters\": [] }", "firebase-base.json:1:17: error: expected an object"),
    ("{ \"conditions\": {} }", "firebase-base.json:1:17: error: expected an array"),
    ("{ \"conditions\": [ { \"name\": \"a\" } ] }", "missing member \"expression\""),
    (
        #"{ "conditions": [ { "name": "a", "expression": "" }, { "name": "a", "expression": "" } ] }"#,
        "1:54: error: the condition \"a\" appears twice"
    ),
    (#"{ "parameters": { "a": { "defaultValue": "1" } } }"#, "expected an object, found a string"),
    (#"{ "parameters": { "a": { "defaultValue": { "value": 1 } } } }"#, "expected a string, found a number"),
    (#"{ "parameters": { "a": { "conditionalValues": { "b": {} } } } }"#, "1:49: error: there is no condition \"b\""),
    (
        #"{ "parameters": { "a": {} }, "parameterGroups": { "g": { "parameters": { "a": {} } } } }"#,
        "1:74: error: the parameter \"a\" appears twice"
    ),
    (#"{ "parameterGroups": { "g": 1 } }"#, "1:29: error: expected an object, found a number"),
    (
        #"{ "parameters": {}, "environments": { "a": { "apps": { "ios": { "build": 1 } } } } }"#,
        "firebase-base.json:1:21: error: \"environments\" makes it an environment-config document"
    ),
])
func `a base that is no template of Firebase, or could be another document, is refused at its place`(
    base: String, words: String
) throws {
    let project = try project(base)
    let result = try project.run(build)
    #expect(result.status != 0 && result.errors.contains(words), "\(result.errors)")
    #expect(!project.folder.exists("output/production"))
}

@Test func `decide says what Firebase tells each platform, wherever the parameters are`() throws {
    let project = try project(base.replacing("\"99\"", with: "\"2.0.0\""))
    try project.expectDone(build + ["--at", "2026-08-03T22:59:35Z"])
    let time = ["--at", "2026-08-04T00:00:00Z"]
    for (platform, app, said) in [
        ("ios", "2.9.9", "required: update the app to 3.0.0 or later"),
        ("ios", "3.1.9", "recommended: update the app to 3.2.0 or later"), ("ios", "3.2.0", "available"),
        ("android", "2.9.9", "required: update the app to 3.0.0 or later"), ("android", "3.2.0", "available"),
    ] {
        let device = ["decide", path, "--platform", platform, "--os", "30", "--app", app]
        let output = try project.expectDone(device + time).output
        #expect(output.hasPrefix("\(said)\n"), "\(output)")
        #expect(output.contains("    firebase-template \(path)\n"))
    }
    let ios = ["--platform", "ios", "--os", "14", "--app", "2"]
    // The team's own one is not decided by platforms alone.
    try project.expectRefusal(
        ["decide", "firebase-base.json", "--unverified"] + ios, code: 1,
        ["\"force_update_version\" has a value under the condition \"beta\", of which only Firebase knows"])
    // The index says under which other names the parameters are, and a document that is copied out of its tree does not.
    try project.folder.write("firebase-base.json", "{}")
    try project.change(
        "policy.json", "\"base\": \"firebase-base.json\"",
        "\"base\": \"firebase-base.json\", \"forceParameter\": \"must\"")
    try project.expectDone(build + ["--at", "2026-08-03T23:59:35Z"])
    #expect(try project.expectDone(["decide", path] + time + ios).output.hasPrefix("required: "))
    for name in ["", ".headers"] { try project.folder.write("alone\(name)", project.folder.read(path + name)) }
    try project.expectRefusal(["decide", "alone"] + time + ios, code: 1, ["it has no \"force_update_version\""])
}
