import Testing
import TestSupport

private let age = "\"resignAfter\": \"12h\","
private let minimum = "\"minimumAppVersion\": { \"value\": \"3.0.0\", \"build\": 30,"

/// A published project that limits what a change may block.
private func limited(_ limit: String) throws -> Project {
    let project = try TeamCase.project()
    try project.change(
        "policy.json", age, "\(age) \"population\": \"devices.csv\", \"maxBlocked\": \"\(limit)\",")
    try project.expectDone(["build"])
    try project.expectDone(publish + ["--first"])
    return project
}

private let publish = ["publish", "--to", "public"]
private let plan = ["plan", "public"]

private func allow(_ entry: String, in project: Project) throws {
    try project.change("policy.json", age, "\(age) \"allow\": [\(entry)],")
}

/// What a plan prints to be pasted into the policy.
private func entry(_ said: String) throws -> String {
    let line = try #require(said.split(separator: "\n").first { $0.hasPrefix("into \"allow\" of") }, "\(said)")
    return String(line.drop { $0 != "{" })
}

@Test func `a policy limits what a change may block, for every command, and one number can be acknowledged`() throws {
    let project = try limited("5%")
    try project.change("policy.json", minimum, "\"minimumAppVersion\": { \"value\": \"3.1.0\", \"build\": 31,")
    try project.change(
        "policy.json", "{ \"value\": 30, \"versionName\": \"3.0.0\"", "{ \"value\": 31, \"versionName\": \"3.1.0\"")
    let refused = try project.run(plan)
    #expect(refused.status == 1)
    #expect(refused.output.hasPrefix("production   BLOCKS 900 of 10,000 devices now"), "\(refused.output)")
    let expected = try entry(refused.output)
    // The digests of what blocks, so that it fits nothing else.
    let form =
        #/{ "code": "over-limit", "at": "maxBlocked", "from": "5%( [0-9a-f]{8})+", "to": "900 of 10,000 devices( [0-9a-f]{8})+" }/#
    #expect(expected.wholeMatch(of: form) != nil, "\(expected)")
    try project.expectRefusal(
        ["build", "--previous", "public"], code: 1, ["production: blocks 900 of 10,000 devices"])
    try project.expectDone(["build"])
    try project.expectRefusal(publish, code: 1, ["[over-limit]", "nothing was published"])

    // One device more is another change.
    try allow(expected, in: project)
    try project.expectDone(plan)
    try project.change("devices.csv", "900\n", "901\n")
    let another = try project.run(plan)
    #expect(another.status == 1 && another.said.contains("[allowance-unused]"))
    #expect(another.output.contains("901 of 10,001 devices"))
    try project.change("devices.csv", "901\n", "900\n")
    try project.expectDone(publish)
    let done = try project.expectDone(plan)
    #expect(done.said.contains("is live [allowance-done]"), "\(done.said)")
    // One for more than are blocked is planted for later.
    try project.change("policy.json", "900 of", "901 of")
    try project.expectRefusal(plan, code: 1, ["[allowance-unused]"])
}

@Test(arguments: [("\"6%\"", "5% → 6%"), ("\"1000\"", "5% → 1000"), ("", "5% is no longer")])
func `a limit that is raised, counted otherwise or gone needs acknowledgement`(limit: String, words: String) throws {
    let project = try limited("5%")
    let member = "\"maxBlocked\": \"5%\","
    try project.change("policy.json", member, limit.isEmpty ? "" : "\"maxBlocked\": \(limit),")
    let refused = try project.run(plan)
    #expect(refused.status == 1 && refused.said.contains(words) && refused.said.contains("[over-limit]"))
    #expect(
        refused.output.contains("no device is blocked, freed or advised otherwise; 1 other change"), "\(refused.output)"
    )
    try allow(entry(refused.output), in: project)
    try project.expectDone(plan)
}

@Test func `a lower limit, and a first one, need nothing; one without devices is an error`() throws {
    let project = try limited("5%")
    try project.change("policy.json", "\"5%\"", "\"4.5%\"")
    try project.expectDone(plan)
    // It counts from the next publish on, also where nothing else has changed.
    try project.expectDone(["build"])
    try project.expectDone(publish)
    #expect(try project.index("public").contains("\"maxBlocked\": \"4.5%\""))
    try project.change("policy.json", "\"population\": \"devices.csv\",", "")
    try project.expectRefusal(
        ["plan", "none"], code: 1, ["\"maxBlocked\" needs the devices", "\"population\": \"devices.csv\""])
}

@Test(arguments: [("../devices.csv", 1), ("keys/devices.csv", 1), (".devices.csv", 1), ("none.csv", 66)])
func `only a file in the policy's folder is a population`(path: String, code: Int32) throws {
    let project = try TeamCase.project()
    try project.change("policy.json", age, "\(age) \"population\": \"\(path)\",")
    try project.expectRefusal(["plan", "none"], code: code, ["policy.json:8:"])
}

@Test func `a population that is no table is refused with its place, and the command line can name another`() throws {
    let project = try TeamCase.project()
    try project.expectDone(["build", "--output", "public"])
    try project.folder.write("notes.csv", "platform,app\nios\n")
    try project.change("policy.json", age, "\(age) \"population\": \"notes.csv\",")
    try project.expectRefusal(["plan", "public"], code: 65, ["notes.csv:1:"])
    let named = try project.expectDone(["plan", "public", "--population", "devices.csv", "--json"])
    #expect(named.output.contains("\"devices.csv\""))
}
