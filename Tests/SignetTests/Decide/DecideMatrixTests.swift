import ManifestVerifier
import TestSupport
import Testing

private let rules = #"""
    { "id": "beta", "when": { "channel": "beta" }, "then": "available" },
    { "id": "staged", "when": { "app": "<3.3.0", "share": { "salt": "s", "steps": [ ["2026-08-05T00:00:00Z", 10] ] } },
      "then": "recommended", "requiredFrom": "2026-08-07T00:00:00Z" },
    { "id": "old", "when": { "app": "<3.0.0" }, "then": "required" }
    """#
private let path = "output/production/\(GateBench.path)"
private let columns = "app,os,channel,share,at,outcome,rule,version,obtainable,due,why"

private func project() throws -> Project {
    let bench = try GateBench()
    try bench.write(rules, latest: #"[ { "app": "3.4.0", "os": ">=15" } ]"#, to: "output")
    return bench.project
}

private func write(_ lines: [String], columns: String = columns, in project: Project) throws {
    try project.folder.write("cases.csv", ([columns] + lines).map { $0 + "\r\n" }.joined())
}

@Test func `a table of cases holds a document to what is expected of it`() throws {
    let project = try project()
    try write(
        [
            "2.9,15,,,2026-08-04T00:00:00Z,required,old,3.4.0,yes,-,\"below, by far\"",
            "2.9,14,,,2026-08-04T00:00:00Z,required,old,-,no,-,",
            "2.9,15,beta,,2026-08-04T00:00:00Z,available,beta,,,,",
            "3.2,15,,0.0999,2026-08-05T00:00:00Z,recommended,staged,3.4,yes,2026-08-07T00:00:00Z,",
            "3.2,15,,0.1,2026-08-05T00:00:00Z,available,-,,,,",
        ], in: project)
    let done = try project.expectDone(["decide", path, "--matrix", "cases.csv"])
    #expect(done.output == "cases.csv: all 5 cases are as expected\n")
    // The same is true of what is not signed.
    try project.expectDone(["decide", path, "--matrix", "cases.csv", "--unverified"])
}

@Test func `every line that comes otherwise is named with what came instead`() throws {
    let project = try project()
    try write(
        [
            "2.9,15,,,2026-08-04T00:00:00Z,available,,,,,", "3.2,15,,0,2026-08-05T00:00:00Z,recommended,staged,,,-,",
            "3.3,15,,,2026-08-04T00:00:00Z,available,,,,,",
        ], in: project)
    let words = ["decide", path, "--matrix", "cases.csv"]
    let refused = try project.expectRefusal(words, code: 1, ["cases.csv: 2 of 3 cases are not as expected"])
    #expect(
        refused.output == """
            cases.csv:2: outcome is required, not available
                at 4 August 2026 00:00 UTC: rule "old" decides
                rule "beta" does not: the channel is not known (--channel)
                rule "staged" does not: the place in roll-outs is not known (--share)
            cases.csv:3: due is 2026-08-07T00:00:00Z, not -
                at 5 August 2026 00:00 UTC: rule "staged" decides
                rule "beta" does not: the channel is not known (--channel)

            """)
    let json = try project.run(words + ["--json"]).json
    let mismatches = try #require(json["mismatches"]).asArray()
    #expect(try mismatches.map { try $0["line"]?.asInteger() } == [2, 3])
    #expect(try mismatches.map { try $0["column"]?.asString() } == ["outcome", "due"])
    #expect(try json["cases"]?.asInteger() == 3)
}

@Test func `why a case comes otherwise is said once, for all its columns`() throws {
    let project = try project()
    try write(["2.9,15,,,2026-08-04T00:00:00Z,available,beta,-,,,"], in: project)
    let refused = try project.expectRefusal(["decide", path, "--matrix", "cases.csv"], code: 1, ["1 of 1 cases"])
    #expect(
        refused.output == """
            cases.csv:2: outcome is required, not available
            cases.csv:2: rule is old, not beta
            cases.csv:2: version is 3.4.0, not -
                at 4 August 2026 00:00 UTC: rule "old" decides
                rule "beta" does not: the channel is not known (--channel)
                rule "staged" does not: the place in roll-outs is not known (--share)

            """)
}

@Test func `a column that is almost one that counts is named, and so is a rule that is not there`() throws {
    let project = try project()
    let words = ["decide", path, "--matrix", "cases.csv"]
    try write(["15,available,beta"], columns: "os,outcome,rules", in: project)
    let done = try project.expectDone(words)
    #expect(
        done.errors.contains("warning: cases.csv:1: column \"rules\" is not looked at\nhint: did you mean \"rule\"?"),
        "\(done.errors)")
    try write(["15,available,stagde=7d"], columns: "os,outcome,first-seen", in: project)
    try project.expectRefusal(
        words, code: 65,
        ["cases.csv:2: first-seen names rule \"stagde\", which is not in \(path)", "did you mean \"staged\"?"])
    for target in [path, "output/production"] {
        try project.expectRefusal(
            ["decide", target, "--platform", "ios", "--os", "15", "--app", "3", "--first-seen", "x=7d"], code: 64,
            ["\(target): --first-seen names rule \"x\", which is not in it", "its rules are beta, staged, old"])
    }
}

@Test func `a table that cannot be read says where, and which columns there are`() throws {
    let project = try project()
    let words = ["decide", path, "--matrix", "cases.csv"]
    for (columns, line, said) in [
        ("app,os", "1,15", "cases.csv:1: the first line does not name the column \"outcome\""),
        ("app,outcome", "1,required", "cases.csv:1: the first line does not name the column \"os\""),
        ("os,outcome", "", "cases.csv: there is no case behind the first line"),
        ("os,os,outcome", "1,1,required", "the column \"os\" is there twice"),
        ("os,outcome", "15", "cases.csv:2:3: there are 1 fields, and the first line names 2 columns"),
        ("os,outcome", "15,blocked", "cases.csv:2: outcome is available, recommended, required or maintenance"),
        ("os,outcome", "x,required", "cases.csv:2: os is a version of iOS like 17.4, not \"x\""),
        ("os,outcome,share", "15,required,1.5", "cases.csv:2: share is a place from 0 up to 1"),
        ("os,outcome,at", "15,required,soon", "cases.csv:2: at is a time like"),
        ("os,outcome,due", "15,required,soon", "cases.csv:2: due is a time like"),
    ] {
        try write([line], columns: columns, in: project)
        try project.expectRefusal(
            words, code: 65, [said, "the first line names columns"].prefix(said.contains("fields") ? 1 : 2).map { $0 })
    }
    try project.expectRefusal(words + ["--app", "3"], code: 64, ["--app and --matrix exclude each other"])
    try project.expectRefusal(
        ["decide", "output/production", "--matrix", "cases.csv"], code: 64, ["--matrix is for one document"])
}

@Test func `a table can be of a document without rules`() throws {
    let project = try Project()
    try project.expectDone(["build"])
    try project.folder.write(
        "cases.csv",
        "platform,os,app,outcome,version\nios,15,2.9,required,3.0.0\nios,15,3.0,available,\nios,13,3,required,\n")
    let words = ["decide", "output/production/distribution/availability-ios", "--matrix", "cases.csv"]
    try project.expectDone(words)
    try project.change("cases.csv", "ios,15,3.0,available", "ios,15,3.0,recommended")
    let refused = try project.expectRefusal(words, code: 1, ["1 of 3 cases"])
    #expect(refused.output == "cases.csv:3: outcome is available, not recommended\n")
}
