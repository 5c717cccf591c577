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
            "ios,17.4,3.0.0,30,en,3.1.0,12000", "ios,17.4,3.0.5,30,ar,3.1.0,300", "ios,17.4,3.1.0,31,en,3.1.0,380000",
            "ios,16.0,3.0.0,30,en,3.0.0,45", "android,30,3.0.0,30,en,31,1000", "android,34,3.2.0,32,ar,31,6655",
        ], columns: "platform,os,app,build,language,store,devices")
    return fleet
}

@Test func `impact says in a short table whom a change blocks, by what, and who cannot obey`() throws {
    let fleet = try raised()
    let result = try fleet.project.expectDone(["impact", "published", "--population", "fleet.csv"])
    #expect(
        result.output == """
            production: 13,345 (3.3%) of 400,000 devices are newly blocked, 45 (<0.1%) cannot obey
            newly blocked, by what      devices  share  cannot obey
              iOS: app below 3.1.0       12,345   3.1%           45
                  app-config, availability-ios, remote-config-ios.json and 1 more
              Android: app below 3.1.0    1,000   0.3%            0
                  app-config, remote-config-android.json, template.json
            by platform                 devices  share  cannot obey
              iOS                        12,345   3.1%           45
              Android                     1,000  13.1%            0
            by version of the app       devices  share  cannot obey
              iOS app 3.0.0              12,045   100%           45
              Android app 3.0.0           1,000   100%            0
              iOS app 3.0.5                 300   100%            0
            by system                   devices  share  cannot obey
              iOS 17.4                   12,300   3.1%            0
              Android, SDK level 30       1,000   100%            0
              iOS 16.0                       45   100%           45
            by language                 devices  share  cannot obey
              en                         13,045   3.3%           45
              ar                            300   4.3%            0

            """, "\(result.output)")
    #expect(result.errors == "")
    let quiet = try fleet.project.expectDone(["impact", "published", "--population", "fleet.csv", "--quiet"])
    #expect(quiet.said == "")
    let same = try fleet.project.expectDone(["impact", "published", "published", "--population", "fleet.csv"])
    #expect(same.output == "production: none of 400,000 devices is newly blocked\n")
}

@Test func `impact for a pull request is Markdown, and for programs complete`() throws {
    let fleet = try raised()
    let words = ["impact", "published", "--population", "fleet.csv"]
    let markdown = try fleet.project.expectDone(words + ["--markdown"]).output
    #expect(
        markdown.hasPrefix(
            """
            ### Impact on production

            **13,345 (3.3%) of 400,000 devices are newly blocked, 45 (\\<0.1%) cannot obey**

            | newly blocked, by what | devices | share | cannot obey |
            |---|--:|--:|--:|
            | iOS: app below `3.1.0` (`app-config`, `availability-ios`, `remote-config-ios.json` and 1 more) | 12,345 | 3.1% | 45 |

            """), "\(markdown)")
    let json = try fleet.project.expectDone(words + ["--json", "--max-blocked", "4%"]).json
    #expect(try json.told == ["newlyBlocked": 13_345, "cannotObey": 45])
    #expect(try json["comparedWith"]?.asString() == "published")
    let gate = try #require(json["gates"]?.asArray().first)
    #expect(try gate["gate"]?.asString() == "max-blocked" && gate["allowed"]?.asInteger() == 16_000)
    #expect(try gate["counted"]?.asInteger() == 13_345 && gate["exceeded"]?.asBool() == false)
}

@Test func `a limit that is exceeded fails the command, says by how much, and shows everything all the same`() throws {
    let fleet = try raised()
    let words = ["impact", "published", "--population", "fleet.csv"]
    for (gate, isKept) in [
        ("--max-blocked=13345", true), ("--max-blocked=13344", false), ("--max-blocked=3.33625%", true),
        ("--max-blocked=3.336249999999%", false), ("--max-blocked=100%", true), ("--max-blocked=0", false),
        ("--max-cannot-obey=45", true), ("--max-cannot-obey=44", false), ("--max-cannot-obey=0.01125%", true),
        ("--max-cannot-obey=0.01124%", false),
    ] {
        let result = try fleet.project.run(words + [gate])
        #expect(result.status == (isKept ? 0 : 1), "\(gate)")
        #expect(result.errors.isEmpty == isKept, "\(gate): \(result.errors)")
        #expect(result.output.contains("13,345 (3.3%) of 400,000 devices"))
    }
    let both = try fleet.project.expectRefusal(
        words + ["--max-blocked", "2%", "--max-cannot-obey", "0", "--markdown"], code: 1,
        [
            "signet: error: production: newly blocked: 13,345 of 400,000 devices (3.3%): 5,345 more than the 8,000 of --max-blocked 2%\nhint: raise the minimum less far",
            "newly blocked and cannot obey: 45 of 400,000 devices (<0.1%): 45 more than the 0 of --max-cannot-obey 0\nhint: wait until the stores have the version",
        ])
    #expect(both.output.contains("**Too many:** newly blocked: 13,345 of"))
    let quiet = try fleet.project.run(words + ["--quiet", "--max-blocked", "2%"])
    #expect(quiet.status == 1 && quiet.output == "" && quiet.errors.contains("5,345 more"))
    let json = try fleet.project.run(words + ["--json", "--max-blocked", "2%"])
    #expect(json.status == 1 && json.output.contains("\"exceeded\": true"))
    #expect(json.output.contains("\"stillBlocked\""))
}

@Test(arguments: [
    "", "2", "x", "-1", "2%%", "1.5", "101%", "100.000000000001%", "1e2", " 2%", "٢%", "2 %", ".5%", "5.%",
])
func `a limit is a whole number or an exact percentage`(_ limit: String) throws {
    let fleet = try raised()
    let result = try fleet.project.run(["impact", "published", "--population", "fleet.csv", "--max-blocked", limit])
    #expect(result.status == (limit == "2" ? 1 : 64), "\(result.errors)")
    #expect(limit == "2" || result.errors.contains("--max-blocked"))
}

@Test func `a population belongs to one environment, and is needed`() throws {
    let project = try Project(policy: Project.policy(more: ", \"staging\": { \"extends\": \"production\" }"))
    try project.folder.write("fleet.csv", "platform,os,app,devices\n")
    let words = ["impact", "output", "--population", "fleet.csv"]
    try project.expectRefusal(["impact", "output"], code: 64, ["needs --population FILE"])
    try project.expectRefusal(words, code: 64, ["there are production, staging", "name one with --environment"])
    try project.expectRefusal(words + ["--environment", "x"], code: 66, ["there is no environment \"x\""])
    try project.expectRefusal(
        ["impact", "output", "--population", "none.csv", "--environment", "staging"], code: 66, ["none.csv"])
    try project.expectRefusal(["impact", "a", "b", "c", "--population", "fleet.csv"], code: 64, ["two trees at most"])
}

@Test(.peers(.python3, .curl)) func `where nothing is live, all that the new side blocks is newly blocked`() throws {
    let fleet = try raised()
    try fleet.project.folder.write("hosted/empty", "")
    let server = try HTTPSServer(serving: fleet.project.folder.path("hosted"), sendsHeaders: true)
    try fleet.change("https://distribution.shop.example", server.origin)
    let result = try fleet.project.expectDone(
        ["impact", "--population", "fleet.csv"], environment: ["CURL_CA_BUNDLE": server.certificate])
    #expect(
        result.errors.contains(
            "production: nothing is published at \(server.origin): all that the new side blocks is newly blocked"))
    #expect(result.output.hasPrefix("production: 13,345 (3.3%) of 400,000 devices are newly blocked"))
}

@Test(arguments: [
    "3.0.0|x", "3.0\\|`y`", "<img src=x onerror=alert(1)>", "@shop/security", "https://evil.example/update", "[a](b)",
    "3.0.0 ", "``", "*3*", "3.0\u{202E}0", "3.0\u{1B}[31m", "3.0\u{7}", "&lt;b&gt;", String(repeating: "3.", count: 90),
])
func `no value of a population is more than text`(_ version: String) throws {
    let fleet = try ImpactCase(documents: "\"availability\": \"availability-{platform}\"")
    try fleet.change("\"value\": \"13.5\"", "\"value\": \"15\"")
    try fleet.write(["ios,14,\(version),\(version),1", "ios,14,2,en,1"], columns: "platform,os,app,language,devices")
    for words in [[], ["--markdown"], ["--json"]] {
        let result = try fleet.project.run(["impact", "published", "--population", "fleet.csv"] + words)
        // What cannot be printed may be refused as well.
        #expect([0, 65].contains(result.status), "\(result.errors)")
        for control in ["\u{202E}", "\u{1B}", "\u{7}"] { #expect(!result.said.contains(control)) }
        guard words == ["--markdown"], result.status == 0 else { continue }
        for markup in ["<img", "@shop", "https://", "[a](b)", "*3*", "&lt;", "`y`"] {
            #expect(!result.output.contains(markup), "\(result.output)")
        }
        // Every row has the cells of its table.
        for row in result.output.split(separator: "\n") where row.hasPrefix("|") {
            #expect(row.count { $0 == "|" } == 5, "\(row)")
        }
    }
}

@Test(.peers(.python3, .curl)) func `the command and the columns of the article are those that there are`() throws {
    let article = try Article("signet/Publishing")
    let fleet = try ImpactCase(documents: "\"availability\": \"availability-{platform}\"")
    let server = try HTTPSServer(serving: fleet.project.folder.path("published/production"), sendsHeaders: true)
    try fleet.change("https://distribution.shop.example", server.origin)
    let columns = article.text.matches(of: #/\n\| `([a-z]+)` \| /#).map { String($0.1) }
    #expect(columns == ["platform", "os", "app", "devices", "build", "language", "store"])
    try fleet.write(["ios,17.4,3.0.0,100,30,en,3.1.0"], columns: columns.joined(separator: ","))
    let command = try article.blocks(in: "Count whom it blocks")[0].code
    let output = try shell(command, in: fleet.project.folder, environment: ["CURL_CA_BUNDLE": server.certificate])
    #expect(output == "production: none of 100 devices is newly blocked\n")
}
