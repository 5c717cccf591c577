import ManifestVerifier
import Testing
import TestSupport

/// A project whose minimums go up for both platforms, with a fleet that has some of everything.
private func raised() throws -> ImpactCase {
    let fleet = try ImpactCase()
    try fleet.change("\"value\": \"3.0.0\", \"build\": 30", "\"value\": \"3.1.0\", \"build\": 31")
    try fleet.change("{ \"value\": 30, \"versionName\": \"3.0.0\"", "{ \"value\": 31, \"versionName\": \"3.1.0\"")
    try fleet.write(
        [
            "ios,17.4,3.0.0,30,3.1.0,12000", "ios,17.4,3.0.5,30,3.1.0,300", "ios,17.4,3.1.0,31,3.1.0,380000",
            "ios,16.0,3.0.0,30,3.0.0,45", "android,30,3.0.0,30,31,1000", "android,34,3.2.0,32,31,6655",
        ], columns: "platform,os,app,build,store,devices")
    return fleet
}

@Test func `a plan with a population says how many devices it blocks, by what change, and who cannot obey`() throws {
    let fleet = try raised()
    let words = ["plan", "published", "--population", "fleet.csv"]
    let result = try fleet.project.expectDone(words)
    let verdict = "BLOCKS 13,345 of 400,000 devices now; 45 of them cannot obey"
    #expect(result.output.hasPrefix("production   \(verdict)\n"), "\(result.output)")
    #expect(
        result.output.contains(
            "  ios      minimum app 3.0.0 → 3.1.0: versions 3.0.0 to 3.0.x are blocked from now on (blocks 12,345 devices now)\n"
        ))
    #expect(result.errors == "")
    #expect(try fleet.project.expectDone(words + ["--quiet"]).said == "")
    let same = try fleet.project.expectDone(["plan", "published", "published", "--population", "fleet.csv"])
    #expect(same.output.hasPrefix("production   nothing changes: no byte differs"))

    let markdown = try fleet.project.expectDone(words + ["--markdown"]).output
    #expect(markdown.hasPrefix("### production: \(verdict)\n"), "\(markdown)")
    let json = try fleet.project.expectDone(words + ["--json", "--max-blocked", "4%"]).json
    let environment = try #require(json["environments"]?.asArray().first)
    #expect(try environment["text"]?.asString() == verdict && environment["verdict"]?.asString() == "blocks")
    #expect(try environment["comparedWith"]?.asString() == "published")
    #expect(try environment.told == ["newlyBlocked": 13_345, "cannotObey": 45])
    let limit = try #require(environment["impact"]?["limits"]?.asArray().first)
    #expect(try limit["limit"]?.asString() == "max-blocked" && limit["allowed"]?.asInteger() == 16_000)
    #expect(try limit["counted"]?.asInteger() == 13_345 && limit["exceeded"]?.asBool() == false)
    let change = try #require(environment["changes"]?.asArray().first)
    let moment = try #require(change["devices"]?.asArray().first)
    #expect(try moment["newlyBlocked"]?.asInteger() == 12_345 && moment["cannotObey"]?.asInteger() == 45)
}

@Test func `a limit that is exceeded fails the command, says by how much, and shows everything all the same`() throws {
    let fleet = try raised()
    let words = ["plan", "published", "--population", "fleet.csv"]
    for (gate, isKept) in [
        ("--max-blocked=13345", true), ("--max-blocked=13344", false), ("--max-blocked=3.33625%", true),
        ("--max-blocked=3.336249999999%", false), ("--max-blocked=100%", true), ("--max-blocked=0", false),
        ("--max-cannot-obey=45", true), ("--max-cannot-obey=44", false), ("--max-cannot-obey=0.01125%", true),
        ("--max-cannot-obey=0.01124%", false),
    ] {
        let result = try fleet.project.run(words + [gate])
        #expect(result.status == (isKept ? 0 : 1), "\(gate)")
        #expect(result.errors.isEmpty == isKept, "\(gate): \(result.errors)")
        #expect(result.output.contains("BLOCKS 13,345 of 400,000 devices now"))
    }
    let both = try fleet.project.expectRefusal(
        words + ["--max-blocked", "2%", "--max-cannot-obey", "0", "--markdown"], code: 1,
        [
            "signet: error: production: newly blocked: 13,345 of 400,000 devices (3.3%): 5,345 more than the 8,000 of --max-blocked 2%\nhint: raise the minimum less far",
            "newly blocked and cannot obey: 45 of 400,000 devices (<0.1%): 45 more than the 0 of --max-cannot-obey 0\nhint: wait until the stores have the version",
        ])
    #expect(both.output.contains("- newly blocked: 13,345 of 400,000"), "\(both.output)")
    let quiet = try fleet.project.run(words + ["--quiet", "--max-blocked", "2%"])
    #expect(quiet.status == 1 && quiet.output == "" && quiet.errors.contains("5,345 more"))
    let json = try fleet.project.run(words + ["--json", "--max-blocked", "2%"])
    #expect(json.status == 1 && json.output.contains("\"exceeded\": true"))
    #expect(json.output.contains("\"stillBlocked\""))
}

@Test func `a population belongs to one environment, and a limit needs one`() throws {
    let project = try Project(
        policy: Project.policy(
            more: #", "staging": { "extends": "production", "origin": "https://staging.example.com" }"#))
    try project.folder.write("fleet.csv", "platform,os,app,devices\n")
    let words = ["plan", "output", "--population", "fleet.csv"]
    try project.expectRefusal(words, code: 64, ["does not say of which environment", "--population production=FILE"])
    try project.expectRefusal(
        ["plan", "output", "--population", "staging=fleet.csv", "--max-blocked", "1"], code: 64,
        ["--max-blocked needs the devices of environment \"production\""])
    try project.expectRefusal(words + ["--max-blocked", "1.5"], code: 64, ["--max-blocked"])
    try project.expectRefusal(words + ["--environment", "x"], code: 66, ["there is no environment \"x\""])
    try project.expectRefusal(
        ["plan", "output", "--population", "none.csv", "--environment", "staging"], code: 66, ["none.csv"])
}

@Test(.peers(.openssl, .python3, .curl)) func `where nothing is live, all that the policy blocks is newly blocked`()
    throws
{
    let fleet = try raised()
    try fleet.project.folder.write("hosted/empty", "")
    let server = try HTTPSServer(serving: fleet.project.folder.path("hosted"), sendsHeaders: true)
    try fleet.change("https://distribution.shop.example", server.origin)
    let result = try fleet.project.expectDone(
        ["plan", "--population", "fleet.csv"], environment: ["CURL_CA_BUNDLE": server.certificate])
    #expect(
        result.output.hasPrefix(
            "production   first publication: BLOCKS 13,345 of 400,000 devices now; 45 of them cannot obey\n"),
        "\(result.output)")
}

@Test(arguments: [
    "3.0.0|x", "3.0\\|`y`", "<img src=x onerror=alert(1)>", "@shop/security", "https://evil.example/update", "[a](b)",
    "3.0.0 ", "``", "*3*", "3.0\u{202E}0", "3.0\u{1B}[31m", "3.0\u{7}", "&lt;b&gt;", String(repeating: "3.", count: 90),
])
func `no value of a population is more than text`(_ version: String) throws {
    let fleet = try ImpactCase(documents: "\"availability\": \"availability-{platform}\"")
    try fleet.change("\"value\": \"13.5\"", "\"value\": \"15\"")
    try fleet.write(["ios,14,\(version),\(version),1", "ios,14,2,en,1"], columns: "platform,os,app,channel,devices")
    for words in [[], ["--markdown"], ["--json"]] {
        let result = try fleet.project.run(["plan", "published", "--population", "fleet.csv"] + words)
        // What cannot be printed may be refused as well.
        #expect([0, 1, 65].contains(result.status), "\(result.errors)")
        for control in ["\u{202E}", "\u{1B}", "\u{7}"] { #expect(!result.said.contains(control)) }
        guard words == ["--markdown"], result.status != 65 else { continue }
        for markup in ["<img", "@shop", "https://", "[a](b)", "*3*", "&lt;", "`y`"] {
            #expect(!result.output.contains(markup), "\(result.output)")
        }
        // Every row has the cells of its table.
        for row in result.output.split(separator: "\n") where row.hasPrefix("|") {
            #expect(row.count { $0 == "|" } == 7, "\(row)")
        }
    }
}

@Test(.peers(.openssl, .python3, .curl)) func `the command and the columns of the article are those that there are`()
    throws
{
    let article = try Article("signet/Publishing")
    let fleet = try ImpactCase(documents: "\"availability\": \"availability-{platform}\"")
    let server = try HTTPSServer(serving: fleet.project.folder.path("published/production"), sendsHeaders: true)
    try fleet.change("https://distribution.shop.example", server.origin)
    try fleet.project.expectDone(["build", "--output", "published"])
    let columns = article.text.matches(of: #/\n\| `([a-z]+)` \| /#).map { String($0.1) }
    #expect(columns == ["platform", "os", "app", "devices", "build", "store"])
    try fleet.write(["ios,17.4,3.0.0,100,30,3.1.0"], columns: columns.joined(separator: ","))
    let command = try article.blocks(in: "Count whom it blocks")[0].code
    let output = try shell(command, in: fleet.project.folder, environment: ["CURL_CA_BUNDLE": server.certificate])
    #expect(output.hasPrefix("production   nothing changes"), "\(output)")
}

@Test func `a document that moves blocks where it comes and frees no one where it goes`() throws {
    let fleet = try ImpactCase()
    try fleet.change("\"availability\": \"availability-{platform}\"", "\"availability\": \"moved-{platform}\"")
    try fleet.write(["ios,17.4,2.0.0,20,3.2.0,1000"], columns: "platform,os,app,build,store,devices")
    let result = try fleet.project.run(["plan", "published", "--population", "fleet.csv"])
    let lines = result.output.split(separator: "\n").filter { $0.contains("minimum app 3.0.0") }
    #expect(
        lines.map { $0.hasSuffix("(blocks 1,000 devices now)") } == [true, false]
            && lines[1].hasSuffix("is no longer published: versions below 3.0.0 run again"), "\(result.said)")
}

@Test func `a rule of maintenance says how many devices it blocks`() throws {
    let project = try Project.gate()
    try project.expectDone(["build", "--output", "published"])
    try project.change(
        "policy.json", "\"rules\": [",
        "\"rules\": [ { \"id\": \"closing\", \"then\": \"maintenance\", \"message\": \"closed\" },")
    try project.folder.write("fleet.csv", "platform,os,app,devices\nios,15,2.9.4,1000\n")
    let result = try project.run(["plan", "published", "--population", "fleet.csv"])
    #expect(
        result.output.contains("  ios      rule closing is new: ")
            && result.output.contains("(blocks 1,000 devices from 3 December 2036 00:00 UTC on)\n"), "\(result.said)")
}
