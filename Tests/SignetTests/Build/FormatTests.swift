import Foundation
import ManifestVerifier
import Policy
import Testing
import TestSupport

@Test func `every format is signed and verified`() throws {
    let project = try Project.everyFormat()
    try project.expectDone(["build"])
    let verified = try project.expectDone(["verify", "output", "--verbose"])
    #expect(verified.output.contains("output/production: all 10 documents verify"))
    for format in [
        "app-config", "environment-config", "remote-config-ios", "remote-config-android", "firebase-template",
    ] {
        #expect(verified.output.contains(" bytes, \(format)\n"))
    }
    try project.expectDone(["build", "--check"])
}

@Test func `a base file is published at every path that the policy names`() throws {
    let project = try Project.everyFormat()
    try project.expectDone(["build", "--environment", "production"])
    let body = try project.folder.text("output/production/configs/v1/env.json")
    #expect(try project.folder.text("output/production/configs/env.json") == body)
    #expect(body.contains("\"apps\": { \"ios\": { \"old\": true, \"minimalVersion\": \"3.0.0\", \"build\": 40000,"))
    #expect(body.contains("\"minimalVersion\": \"4.0.0\", \"build\": 50000,"), "of the other environment")
}

@Test(.peers(.python3)) func `a merge changes nothing of the base but the apps`() throws {
    let project = try Project.everyFormat()
    try project.expectDone(["build", "--environment", "production"])
    try check("python3", [peerProgram("merge-comparison.py")], in: project.folder.root)
}

@Test func `maintenance, one update URL and other parameter names are the policy's to choose`() throws {
    let closed = try Project.everyFormat(replacing: "\"active\": false", with: "\"active\": true")
    try closed.expectDone(["build", "--environment", "production"])
    #expect(
        try closed.folder.text("output/production/api/v1/app-config").hasSuffix(
            "  \"maintenanceMode\": true,\n  \"maintenanceMessage\": \"Update the app / now\"\n}\n"))

    let single = try Project.everyFormat(
        replacing: #""app-config": "api/v1/app-config""#,
        with: #""app-config": { "path": "api/v1/app-config", "updateUrl": "https://example.com/get" }"#)
    try single.expectDone(["build", "--environment", "production"])
    #expect(
        try single.folder.text("output/production/api/v1/app-config").contains(
            "  \"updateUrl\": \"https://example.com/get\",\n"))

    let named = try Project.everyFormat(
        replacing: #""remote-config": "remote-config-{platform}.json""#,
        with: #""remote-config": { "path": "rc-{platform}", "forceParameter": "must", "optionalParameter": "may" }"#)
    try named.expectDone(["build", "--environment", "production"])
    #expect(
        try named.folder.text("output/production/rc-ios")
            == "{\n  \"platform\": \"ios\",\n  \"must\": \"3.0.0\",\n  \"may\": \"3.2.0\"\n}\n")
}

@Test func `where a policy recommends nothing, remote configuration only forces`() throws {
    // Android's newest version has no text, so that nobody is advised to install it.
    let project = try Project.everyFormat(
        replacing: #""versionName": "3.2.0", "description": "app""#, with: #""versionName": "3.2.0""#)
    let build = ["build", "--environment", "production"]
    let path = "output/production/remoteconfig.template.json"
    func optional() throws -> JSONValue? {
        try JSONParser.parse(Array(project.folder.text(path).utf8))["parameters"]?["optional_update_version"]
    }
    try project.expectDone(build)
    let flat = try project.folder.text("output/production/remote-config-android.json")
    #expect(flat == "{\n  \"platform\": \"android\",\n  \"force_update_version\": \"3.0.0\"\n}\n")
    #expect(try optional()?["conditionalValues"]?.oneLine == #"{ "ios": { "value": "3.2.0" } }"#)
    for (app, outcome) in [("2.9.9", "required"), ("3.1.0", "available")] {
        let said = try project.expectDone(
            ["decide", "output/production", "--platform", "android", "--os", "30", "--app", app, "--json"])
        let told = try said.decisions().filter {
            ["remote-config-android", "firebase-template"].contains($0["format"] as? String)
        }
        #expect(told.count == 2 && told.allSatisfy { $0["outcome"] as? String == outcome }, "\(app): \(said.output)")
    }

    // A parameter that apps know already goes on telling them that nothing is recommended.
    try project.folder.remove("output")
    try project.change("policy.json", #", "build": 41000, "description": "app""#, #", "build": 41000"#)
    try project.expectDone(build)
    #expect(try optional() == nil)
    try project.change(
        "policy.json", #""firebase-template": "remoteconfig.template.json""#,
        #""firebase-template": { "path": "remoteconfig.template.json", "base": "firebase-base.json" }"#)
    try project.folder.write(
        "firebase-base.json", #"{ "parameters": { "optional_update_version": { "description": "x" } } }"#)
    try project.expectDone(build)
    #expect(try optional()?["defaultValue"]?.oneLine == #"{ "value": "0.0.0" }"#)
    #expect(try optional()?["conditionalValues"]?.oneLine == "{}")
}

@Test(arguments: [
    (
        #""versionName": "3.0.0""#, #""versionName": "3.1.0""#, 1,
        "app-config has one minimumAppVersion for all platforms"
    ),
    (
        #""value": "3.0.0", "build""#, #""value": "3.0", "build""#, 1,
        "does not have exactly 3 numbers, which app-config needs"
    ),
    (
        #""value": "3.2.0", "build": 41000,"#, #""value": "3.2", "build": 41000,"#, 1,
        "does not have exactly 3 numbers"
    ),
    (
        #", "versionName": "3.2.0""#, "", 1,
        "missing member \"latestAppVersion\" with \"versionName\", which remote-config needs"
    ),
    (#", "versionName": "3.0.0""#, "", 1, "missing member \"minimumAppVersion\" with \"versionName\""),
    (
        #""value": "3.0.0", "build": 40000,"#, #""value": "3.0.0","#, 1,
        "missing member \"minimumAppVersion\" with \"build\""
    ),
    (#""storeURL": "https://apps.apple.com/app/id1","#, "", 1, "missing member \"storeURL\", which app-config needs"),
    ("\"base\": \"env.json\"", "\"base\": \"none.json\"", 66, "none.json: no such file or folder"),
    ("\"mainnet\": \"production\"", "\"mainmet\": \"production\"", 1, "env.json has no environment \"mainmet\""),
    ("\"mainnet\": \"production\"", "\"mainnet\": \"test\"", 1, "there is no environment \"test\""),
    (
        "remoteconfig.template.json", "template-{platform}.json", 1,
        "the path of one document for all platforms cannot contain {platform}"
    ),
    (
        #""remote-config-{platform}.json""#, #"{ "path": "r-{platform}", "forceParameter": "1x" }"#, 1,
        "do not start with a digit"
    ),
    (#""remote-config-{platform}.json""#, #"{ "path": "r-{platform}", "force": "x" }"#, 1, "unknown member \"force\""),
    ("[\"configs/env.json\", \"configs/v1/env.json\"]", "[]", 1, "there is no path"),
])
func `what a format cannot say is one clear error`(find: String, replacement: String, code: Int32, words: String) throws
{
    let project = try Project.everyFormat(replacing: find, with: replacement)
    try project.expectRefusal(["build", "--environment", "production"], code: code, [words])
    #expect(!project.folder.exists("output/production"))
}

@Test func `a base file that is no strict JSON is named with its place`() throws {
    let project = try Project.everyFormat()
    try project.folder.write("env.json", "{ \"environments\": {},\n }")
    try project.expectRefusal(["build"], code: 65, ["env.json:1:21: error: trailing comma"])
}

@Test func `a static file that is served as JSON must be strict JSON`() throws {
    let project = try Project()
    try project.folder.write("static/data.json", "{ \"a\": 1,\n \"a\": 2 }")
    try project.expectRefusal(
        ["build"], code: 1, ["files/data.json:2:2: is not valid JSON: duplicate member \"a\""])
}
