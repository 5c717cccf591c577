import Foundation
import Testing
import TestSupport

/// The first of the lines that a policy has for rules.
private let versions = "[\"2.3.1...2.3.4\", \"2.4.0\"]"

/// A project whose policy is published: with few enough rules to compare, and with maintenance only where that changes.
func publishedRules(for change: String) throws -> Project {
    let isClosed = change.contains("maintenance")
    return try Project.copy(of: "published rules, \(isClosed ? "closed" : "open")") {
        try makePublishedRules(
            isClosed ? Project.gate() : Project.gate(replacing: "\"active\": true", with: "\"active\": false"))
    }
}

private func makePublishedRules(_ project: Project) throws -> Project {
    let policy = try project.folder.text("policy.json")
    let start = try #require(policy.firstRange(of: ",\n          { \"id\": \"winter\""))
    let end = try #require(policy.firstRange(of: "\n        ]\n      },\n      \"android\""))
    try project.folder.write(
        "policy.json", policy.replacingCharacters(in: start.lowerBound..<end.lowerBound, with: ""))
    try project.expectDone(["build"])
    try project.expectDone(publish + ["--first"])
    return project
}

private let publish = ["publish", "--environment", "production", "--to", "public"]
private let previous = ["--previous", "public"]

@Test(arguments: [
    (
        "{ \"value\": \"1.0.0\",", "\"3.2.0\"", "\"3.2.1\"",
        "iOS: minimum app 1.0.0 → 3.2.1: it blocks the newest version that is live: app 3.2.0"
    ),
    (
        "{ \"value\": 30,", "32", "33",
        "Android: minimum app 30 → 33: it blocks the newest version that is live: app 3.2.0, version code 32"
    ),
])
func `a minimum that blocks the newest live version, and what the store has, needs to be acknowledged`(
    minimum: String, known: String, unknown: String, words: String
) throws {
    let project = try Project.gate()
    try project.expectDone(["build"])
    for (value, isFound) in [(known, false), (unknown, true)] {
        try project.folder.write("policy.json", Project.gatePolicy)
        try project.change("policy.json", minimum, "{ \"value\": \(value),")
        let said = try project.run(["plan", "output"]).said
        #expect(said.contains("BLOCKS devices"), "\(said)")
        #expect(said.contains("[newest-blocked]") == isFound, "\(said)")
        // What is new enough is not for their system.
        #expect(said.contains("[cannot-obey]"), "\(said)")
        if isFound { #expect(said.contains("production: \(words)"), "\(said)") }
    }
}

@Test func `a raised minimum that means nothing in one of its documents blocks in the other one`() throws {
    let project = try Project.gate(
        replacing: "\"documents\": {",
        with: "\"documents\": { \"availability\": \"distribution/availability-{platform}\",")
    try project.change(
        "policy.json", "{ \"id\": \"testers\"", "{ \"id\": \"all\", \"then\": \"available\" }, { \"id\": \"testers\"")
    try project.expectDone(["build"])
    try project.change("policy.json", "{ \"value\": \"1.0.0\",", "{ \"value\": \"2.0.0\",")
    let said = try project.run(["plan", "output"]).said
    let raised = "  ios      minimum app 1.0.0 → 2.0.0: "
    #expect(said.contains(raised + "versions 1.0.0 to 1.x are blocked from now on"), "\(said)")
    #expect(!said.contains("gate/ios.json"), "\(said)")
}

@Test(arguments: [
    (versions, "\"2.4.0\"", "devices-freed"),
    (
        "\"minimumAppVersion\": { \"value\": \"1.0.0\"", "\"minimumAppVersion\": { \"value\": \"0.9.0\"",
        "devices-freed"
    ),
    ("https://www.shop.example/help", "https://www.store.example/help", "host-changed"),
])
func `an entry of allow lets one change of a rule through plan, build and publish`(
    find: String, replacement: String, code: String
) throws {
    let project = try publishedRules(for: find)
    try project.change("policy.json", find, replacement)
    #expect(try project.run(["build", "--strict"] + previous).status == 1)
    try project.expectDone(["build"])
    let refused = try project.run(publish)
    if code != "host-changed" { #expect(refused.status == 1 && refused.said.contains("[\(code)]"), "\(refused.said)") }
    let plan = try project.run(planning(previous))
    let entry = try #require(
        plan.said.firstMatch(of: #/to "allow" of "production": (\{.*\})/#)?.1, "\(plan.said)")
    #expect(entry.contains(code))
    let own = "\"profile\": \"dated\","
    try project.change("policy.json", own, "\(own) \"allow\": [\(entry)],")
    let allowed = try project.expectDone(planning(["--strict"] + previous))
    if refused.status != 0 { #expect(allowed.said.contains(", as the policy allows [\(code)]"), "\(allowed.said)") }
    try project.expectDone(["build", "--strict"] + previous)
    try project.expectDone(publish)
    let done = try project.expectDone(planning(["--strict"] + previous))
    #expect(done.said.contains("[allowance-done]"), "\(done.said)")
}
