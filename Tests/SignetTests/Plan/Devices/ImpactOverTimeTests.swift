import Foundation
import ManifestVerifier
import Testing
import TestSupport

private let start = "2026-08-04T00:00:00Z"

/// What `plan` says of two lists of rules and a population.
private func impact(
    _ old: String, _ new: String, latest: String? = nil, columns: String = "platform,os,app,devices",
    _ devices: [String], _ words: [String] = []
) throws -> CommandResult {
    let bench = try GateBench()
    try bench.write(old, latest: latest, to: "published")
    try bench.write(new, latest: latest, to: "output")
    try bench.project.folder.write("fleet.csv", ([columns] + devices).map { $0 + "\n" }.joined())
    return try bench.project.run(
        [
            "plan", "published", "output", "--environment", "production", "--population", "fleet.csv", "--at", start,
        ] + words)
}

private let winter = #"""
    { "id": "winter", "when": { "app": "<3.2.0" }, "then": "recommended", "requiredFrom": "2026-12-01T00:00:00Z",
      "description": { "en": "Please update." } }
    """#
private let staged = #"""
    { "id": "staged", "when": { "app": "<3.3.0", "share": { "salt": "s", "steps": [
        ["2026-09-01T00:00:00Z", 12.5], ["2026-10-01T00:00:00Z", 100] ] } }, "then": "required" }
    """#

/// Two lists of rules, what a change does first, and how many devices its line counts.
@Test(arguments: [
    (
        #"{ "id": "spring", "then": "recommended" }, { "id": "minimum", "when": { "app": "<1.0.0" }, "then": "required" }"#,
        #"""
        { "id": "spring", "when": { "share": { "salt": "s1", "steps": [
            ["2026-07-20T00:00:00Z", 5], ["2026-08-09T12:00:00Z", 100] ] } }, "then": "recommended",
          "requiredFrom": "2026-08-06T00:00:00Z" },
        { "id": "minimum", "when": { "app": "<1.0.0" }, "then": "required" }
        """#,
        "blocks devices that may run now, such as app below 1.0.0 (blocks 950 devices now, 2,000 devices from 9 August"
    ),
    (
        #"{ "id": "r", "when": { "region": "DE" }, "then": "maintenance" }"#,
        #"""
        { "id": "r", "when": { "app": "<2.1.0", "from": "2026-08-09T12:00:00Z", "until": "2026-08-12T00:00:00Z" },
          "then": "available" }
        """#,
        #"lets devices run that are blocked now, such as app 2.1.0, region "DE" (frees 2,000 devices now)"#
    ),
    (
        #"""
        { "id": "r", "when": { "region": "DE" }, "then": "available" },
        { "id": "minimum", "when": { "app": "<1.0.0" }, "then": "required" }
        """#,
        #"""
        { "id": "r", "when": { "region": "FR", "from": "2026-08-06T00:00:00Z" }, "then": "maintenance" },
        { "id": "minimum", "when": { "app": "<1.0.0" }, "then": "required" }
        """#,
        #"blocks devices that may run now, such as app below 1.0.0, region "DE" (blocks 1,000 devices now)"#
    ),
])
func `a change is dated by what it does first, and counts every device that it blocks or frees`(
    old: String, new: String, said: String
) throws {
    let result = try impact(
        old, new, columns: "platform,os,app,region,devices", ["ios,15,0.9,DE,1000", "ios,15,2.0,DE,1000"])
    #expect(result.output.contains(said), "\(result.output)")
}

@Test func `a plan counts rules over time, with the devices to be expected in a roll-out`() throws {
    let result = try impact(
        winter, "\(staged), \(winter)", latest: #"[ { "app": "3.4.0", "os": ">=15" } ]"#,
        ["ios,15,3.0,800", "ios,14,3.2.0,101", "ios,15,3.3,99"])
    #expect(
        result.output.hasPrefix(
            "production   BLOCKS 901 of 1,000 devices from 1 October 2026 00:00 UTC on; 101 of them cannot obey\n"),
        "\(result.output)")
    let table = try impact(
        winter, "\(staged), \(winter)", latest: #"[ { "app": "3.4.0", "os": ">=15" } ]"#,
        ["ios,15,3.0,800", "ios,14,3.2.0,101", "ios,15,3.3,99"], ["--markdown"])
    #expect(
        table.output.contains(
            """
            | from | newly blocked | cannot obey | run again | required | advised |
            |---|--:|--:|--:|--:|--:|
            | now | 0 (0%) | 0 (0%) | 0 (0%) | 0 (0%) | 800 (80.0%) |
            | 1 September 2026 00:00 UTC | 113 (11.3%) | 13 (1.3%) | 0 (0%) | 113 (11.3%) | 700 (70.0%) |
            | 1 October 2026 00:00 UTC | 901 (90.1%) | 101 (10.1%) | 0 (0%) | 901 (90.1%) | 0 (0%) |
            | 1 December 2026 00:00 UTC | 101 (10.1%) | 101 (10.1%) | 0 (0%) | 901 (90.1%) | 0 (0%) |
            """), "\(table.output)")
}

@Test func `a rule that blocks 160,000 devices over time, of which 40,000 now, is told so in every form`() throws {
    let rule = #"""
        { "id": "staged", "when": { "app": "<3.2.0", "share": { "salt": "s", "steps": [
            ["2026-08-01T00:00:00Z", 25], ["2026-12-01T00:00:00Z", 100] ] } }, "then": "required" }
        """#
    let devices = ["ios,17,3.0,160000", "ios,17,3.2.0,240000"]
    let words = "BLOCKS 40,000 of 400,000 devices now, 160,000 from 1 December 2026 00:00 UTC on; all of them can obey"
    let latest = #"[ { "app": "3.2.0" } ]"#
    #expect(try impact("", rule, latest: latest, devices).output.hasPrefix("production   \(words)\n"))
    let markdown = try impact("", rule, latest: latest, devices, ["--markdown"]).output
    #expect(markdown.hasPrefix("### production: \(words)\n"), "\(markdown)")
    #expect(markdown.contains("| 1 December 2026 00:00 UTC | 160,000 (40.0%) |"), "\(markdown)")
    let json = try impact("", rule, latest: latest, devices, ["--json"]).json
    let environment = try #require(json["environments"]?.asArray().first)
    #expect(try environment["text"]?.asString() == words)
    let change = try #require(environment["changes"]?.asArray().first)
    #expect(try change["devices"]?.asArray().map { try $0["newlyBlocked"]?.asInteger() } == [40_000, 160_000])
}

@Test func `limits apply to the worst time`() throws {
    let devices = ["ios,15,3.0,800", "ios,15,3.3,200"]
    let words = ["--max-blocked", "10%"]
    let refused = try impact(winter, "\(staged), \(winter)", devices, words)
    #expect(refused.status == 1)
    #expect(
        refused.errors.contains(
            "newly blocked: 800 of 1,000 devices (80.0%) from 1 October 2026 00:00 UTC on: 700 more than the 100 of "
                + "--max-blocked 10%"), "\(refused.errors)")
    let few = try impact(winter, "\(staged.replacing(", 100]", with: ", 12.5]")), \(winter)", devices, words)
    #expect(!few.errors.contains("--max-blocked"), "\(few.errors)")
    #expect(few.output.hasPrefix("production   BLOCKS 100 of 1,000 devices from 1 September 2026 00:00 UTC on"))
}

@Test func `a rule that compares what the population does not say may block`() throws {
    let beta = #"{ "id": "beta", "when": { "channel": "beta" }, "then": "required" }"#
    let unknown = try impact(winter, beta, ["ios,15,3.4,10"], ["--max-blocked", "5"])
    #expect(unknown.status == 1 && unknown.errors.contains("10 that may be blocked"), "\(unknown.errors)")
    let known = try impact(
        winter, beta, columns: "platform,os,app,channel,devices", ["ios,15,3.4,beta,3", "ios,15,3.4,public,7"],
        ["--max-blocked", "5", "--markdown"])
    #expect(!known.errors.contains("--max-blocked"), "\(known.errors)")
    #expect(known.output.contains("| now | 3 (30.0%) | 0 (0%) | 0 (0%) | 3 (30.0%) | 0 (0%) |"), "\(known.output)")
}

@Test func `a rule that lets run whom the population does not say may have been all that did`() throws {
    let minimum = #"{ "id": "minimum", "when": { "app": "<4.0" }, "then": "required" }"#
    let beta = #"{ "id": "beta", "when": { "channel": "beta" }, "then": "available" }"#
    let devices = ["ios,15,3.4,10"]
    let gone = try impact("\(beta), \(minimum)", minimum, devices, ["--max-blocked", "5"])
    #expect(gone.status == 1 && gone.errors.contains("10 that may be blocked"), "\(gone.errors)")
    let advised = beta.replacing("available", with: "recommended").replacing("\"beta\", ", with: "\"other\", ")
    let kept = try impact("\(beta), \(minimum)", "\(advised), \(minimum)", devices, ["--max-blocked", "5"])
    #expect(!kept.errors.contains("--max-blocked"), "\(kept.errors)")
}

@Test func `a rule that may block counts where what may have spared devices from it goes, or comes after it`() throws {
    let region = #"{ "id": "gb", "when": { "region": "GB", "app": "<4.0" }, "then": "required" }"#
    let beta = #"{ "id": "beta", "when": { "channel": "beta" }, "then": "available" }"#
    let narrower = beta.replacing("\"beta\" }", with: "\"beta\", \"app\": \"<3.0\" }")
    for new in [region, "\(region), \(beta)", "\(narrower), \(region)"] {
        let gone = try impact("\(beta), \(region)", new, ["ios,15,3.4,10"], ["--max-blocked", "5"])
        #expect(gone.status == 1 && gone.errors.contains("10 that may be blocked"), "\(gone.errors)")
    }
}

@Test func `without rules there is one moment`() throws {
    let project = try Project()
    try project.expectDone(["build"])
    try project.folder.write("fleet.csv", "platform,os,app,devices\nios,17.4,3.2.0,5\n")
    #expect(try project.impact(["output"])["impact"]?["moments"]?.asArray().count == 1)
}

/// Rules made of so few values that many of them meet; shares are in tenths, which the count in Python looks at.
private struct RandomTimeline {
    private var random: RandomValues

    init(seed: UInt64) { random = RandomValues(seed: seed) }

    private static let times = ["2026-08-01", "2026-08-10", "2026-08-20", "2026-09-01"].map { "\($0)T00:00:00Z" }

    mutating func rule(_ id: Int) -> String {
        var when: [String] = []
        if random.once(in: 2) { when.append("\"app\": \"\(random.pick(["<2", "<=2.1", "1.0...1.5", ">=2.0.1"]))\"") }
        if random.once(in: 4) { when.append("\"os\": \"\(random.pick([">=15", "<15"]))\"") }
        if random.once(in: 4) { when.append("\"channel\": \"beta\"") }
        if random.once(in: 4) { when.append("\"model\": \"\(random.pick(["iPhone8,*", "iPhone9,1"]))\"") }
        if random.once(in: 4) { when.append("\"from\": \"\(random.pick(Self.times))\"") }
        if random.once(in: 3) { when.append("\"until\": \"\(random.pick(Self.times))\"") }
        if random.once(in: 3) {
            let first = random.number(0...9) * 10
            when.append(
                "\"share\": { \"salt\": \"\(random.pick(["s", "t"]))\", \"steps\": [ [\"\(Self.times[1])\", \(first)], "
                    + "[\"\(Self.times[2])\", \(random.number((first / 10)...10) * 10)] ] }")
        }
        let outcome = random.pick(["required", "recommended", "recommended", "available", "maintenance"])
        var members = [
            "\"id\": \"r\(id)\"", "\"when\": { \(when.joined(separator: ", ")) }", "\"then\": \"\(outcome)\"",
        ]
        if outcome == "recommended" {
            if random.once(in: 2) { members.append("\"requiredFrom\": \"\(random.pick(Self.times))\"") }
            if random.once(in: 2) { members.append("\"grace\": \"\(random.pick(["3d", "9d"]))\"") }
            if random.once(in: 4) { members.append("\"requiredBy\": \"\(random.pick(Self.times))\"") }
            if random.once(in: 2) { members.append("\"orElse\": { \"en\": \"Too old.\" }") }
        }
        return "{ \(members.joined(separator: ", ")) }"
    }

    mutating func rules() -> [String] { (0..<random.number(1...4)).map { rule($0) } }

    mutating func changed(_ rules: [String]) -> [String] {
        var rules = rules
        switch random.number(0...2) {
        case 0: rules.remove(at: random.number(0...(rules.count - 1)))
        case 1: rules.insert(rule(8), at: random.number(0...rules.count))
        default: rules[random.number(0...(rules.count - 1))] = rule(9)
        }
        return rules
    }

    mutating func latest() -> String? {
        random.once(in: 2) ? nil : #"[ { "app": "2.5", "os": ">=15" }, { "app": "1.7" } ]"#
    }

    mutating func fleet() -> [String] {
        (0..<random.number(1...12)).map { _ in
            [
                "ios", random.pick(["14.2", "15", "16.1"]), random.pick(["1.0", "1.5.0.1", "2", "2.1", "3", "x"]),
                random.pick(["beta", "public", ""]), random.pick(["\"iPhone8,4\"", "\"iPhone9,1\"", ""]),
                "\(random.number(1...999))",
            ].joined(separator: ",")
        }
    }
}

@Test(.peers(.python3))
func `the impact of rules over time is what a count in Python, device by device, comes to`() throws {
    var random = RandomTimeline(seed: 2026)
    let bench = try GateBench()
    let folder = bench.project.folder
    var results: [[JSONValue]] = []
    var jobs: [JSONValue] = []
    let times = (0..<11).map { day in
        Instant(start)?.advanced(by: Int64(day) * 3 * 86_400).description ?? ""
    }
    for round in 0..<24 {
        let (old, latest) = (random.rules(), random.latest())
        try bench.write(old.joined(separator: ", "), latest: latest, to: "old-\(round)")
        try bench.write(random.changed(old).joined(separator: ", "), latest: latest, to: "new-\(round)")
        let fleet = "fleet-\(round).csv"
        try folder.write(
            fleet, (["platform,os,app,channel,model,devices"] + random.fleet()).map { $0 + "\n" }.joined())
        let result = try bench.project.impact(
            ["old-\(round)", "new-\(round)", "--environment", "production", "--at", start], population: fleet)
        let moments = try #require(result["impact"]?["moments"]).asArray()
        results.append(moments)
        jobs.append(
            .object([
                JSONMember("old", .string("old-\(round)/production/\(GateBench.path)")),
                JSONMember("new", .string("new-\(round)/production/\(GateBench.path)")),
                JSONMember("fleet", .string(fleet)),
                JSONMember("start", .string(start)), JSONMember("times", .array(times.map { .string($0) })),
            ]))
    }
    try folder.write("jobs.json", JSONWriter.bytes(of: .array(jobs)))
    let script = serversFolder.appending(path: "impact-rules.py")
    let output = try check("python3", ["-B", script.path, "jobs.json"], in: folder.root)
    let counts = try JSONParser.parse(Array(output.utf8)).asArray()
    var told: Set<String> = []
    for (round, (moments, counted)) in zip(results, counts).enumerated() {
        for (time, counted) in try zip(times, counted.asArray()) {
            let latest = try moments.last { try $0["time"]?.asString() ?? "" <= time }
            let moment = try #require(latest)
            let expected = Dictionary(
                uniqueKeysWithValues: try JSONObject(counted).members.map { ($0.name, try $0.value.asInteger()) })
            let said = try moment.numbers
            #expect(said == expected, "round \(round) at \(time)")
            told.formUnion(said.keys)
        }
    }
    #expect(results.count == counts.count && told.count > 6, "\(told)")
}

extension JSONValue {
    /// The numbers of a moment that are not 0.
    fileprivate var numbers: [String: Int] {
        get throws {
            var numbers: [String: Int] = [:]
            let told = [
                "required", "maintenance", "recommended", "newlyBlocked", "cannotObey", "runAgain", "mayBeBlocked",
            ]
            for name in told { numbers[name] = try #require(self["counts"]?[name]).asInteger() }
            for name in ["blocked", "stuck"] { numbers[name] = try #require(self[name]).asInteger() }
            return numbers.filter { $0.value != 0 }
        }
    }
}
