import Foundation
import ManifestVerifier
import Testing
import TestSupport

/// Policies that change little from one to the next, with a fleet for each, made at random of so few values that many of
/// them meet.
private struct RandomHistory {
    private var random: RandomValues
    private var side: Side

    init(seed: UInt64) {
        random = RandomValues(seed: seed)
        side = Side(&random)
    }

    /// The next policy.
    mutating func policy() -> String {
        side = side.changed(towards: Side(&random), &random)
        let policy = side.policy
        // Nothing but a document can say that the service is closed.
        return policy.contains("\"app-config\":")
            ? policy : policy.replacing("\"active\": true", with: "\"active\": false")
    }

    /// A population.
    mutating func fleet() -> String {
        let optional = random.some(["build", "store"])
        let columns = (["platform", "os", "app", "devices"] + optional).shuffled(using: &random)
        let rows = (0..<random.number(0...80)).map { _ in
            let isIOS = random.once(in: 2)
            return columns.map { column in
                switch column {
                case "platform": isIOS ? "ios" : "android"
                case "os": isIOS ? random.pick(["13", "14.0", "14.0.1", "15", "16.2"]) : "\(random.number(1...5))"
                case "app": random.pick(["1", "1.0.9", "1.1", "1.1.0-rc1", "1.1.0.3", "2.0.0", "2.1", "beta", ""])
                case "devices": "\(random.number(0...1_000))"
                case "build": random.pick(["1", "2", "3", "4.1", "5", "x", ""])
                default: random.pick(["1.1.0", "2.0", "3", "4", ""])
                }
            }.joined(separator: ",")
        }
        return ([columns.joined(separator: ",")] + rows).map { $0 + "\n" }.joined()
    }

    /// What one of the policies says.
    private struct Side {
        private var values: [String: String] = [:]

        init(_ random: inout RandomValues) {
            let versions = ["1.0.0", "1.1.0", "1.1.1", "2.0.0", "02.1.0"]
            let app = (0..<3).map { _ in random.number(0...4) }.sorted()
            for (name, index) in zip(["minimum", "recommended", "latest"], app) { values[name] = versions[index] }
            let codes = (0..<3).map { _ in random.number(1...5) }.sorted()
            for (name, code) in zip(["code", "advisedCode", "latestCode"], codes) { values[name] = "\(code)" }
            values["build"] = "\(random.number(1...5))"
            values["os"] = random.pick(["13", "14", "14.0.1", "15.0"])
            values["sdk"] = "\(random.number(1...5))"
            values["closed"] = random.once(in: 4) ? "true" : "false"
            values["documents"] = random.some(["availability", "app-config", "environment-config", "remote-config"])
                .joined(separator: " ")
        }

        /// A few of the values as another one has them; those that only make sense together stay together.
        func changed(towards other: Side, _ random: inout RandomValues) -> Side {
            var changed = self
            let groups = [
                ["minimum", "recommended", "latest"], ["code", "advisedCode", "latestCode"], ["build"], ["os"], ["sdk"],
                ["closed"], ["documents"],
            ]
            for group in random.some(groups) {
                for name in group { changed.values[name] = other.values[name] }
            }
            return changed
        }

        var policy: String {
            func value(_ name: String) -> String { values[name] ?? "" }
            func version(_ name: String, _ more: String = "") -> String { "{ \"value\": \"\(value(name))\"\(more) }" }
            func code(_ name: String, _ version: String, _ more: String = "") -> String {
                "{ \"value\": \(value(name)), \"versionName\": \"\(value(version))\"\(more) }"
            }
            let text = ", \"description\": { \"en\": \"Update.\" }"
            let both = ", \"title\": { \"en\": \"Update\" }" + text
            let paths = [
                "availability": "\"availability-{platform}\"", "app-config": "\"app-config\"",
                "environment-config": """
                { "path": "env.json", "base": "base.json", "environments": { "main": "production" } }
                """, "remote-config": "\"remote-{platform}.json\"",
            ]
            let documents = value("documents").split(separator: " ").map { "\"\($0)\": \(paths[String($0)] ?? "")" }
            return """
                {
                  "environments": {
                    "production": {
                      "origin": "https://shop.example", "profile": "body", "envelopes": ["headers"],
                      "ios": {
                        "storeURL": "https://apps.apple.com/app/id1",
                        "minimumOSVersion": \(version("os", text)),
                        "minimumAppVersion": \(version("minimum", text + ", \"build\": \(value("build"))")),
                        "recommendedAppVersion": \(version("recommended", both)),
                        "latestAppVersion": \(version("latest"))
                      },
                      "android": {
                        "storeURL": "https://play.google.com/store/apps/details?id=a",
                        "minimumSDKVersion": { "value": \(value("sdk"))\(text) },
                        "minimumAppVersion": \(code("code", "minimum", text)),
                        "recommendedAppVersion": \(code("advisedCode", "recommended", both)),
                        "latestAppVersion": \(code("latestCode", "latest"))
                      },
                      "maintenance": { "active": \(value("closed")), "message": { "en": "Closed." } },
                      "documents": { \((documents + ["\"files\": { \"a.txt\": \"a.txt\" }"]).joined(separator: ", ")) }
                    }
                  }
                }

                """
        }
    }
}

@Test(.peers(.python3))
func `the impact of any change is what a count in Python, by rules of its own, comes to`() throws {
    let project = try Project()
    try project.folder.write("a.txt", "a\n")
    let other = "{ \"ios\": { \"minimalVersion\": \"9.0\", \"build\": 90, \"url\": \"https://a.example\" } }"
    try project.folder.write("base.json", "{ \"environments\": { \"main\": {}, \"test\": { \"apps\": \(other) } } }")
    var history = RandomHistory(seed: 16)
    var results: [JSONValue] = []
    var jobs: [JSONValue] = []
    for step in 0...20 {
        let policy = history.policy()
        try project.folder.write("policy.json", policy)
        try project.expectDone(["build", "--output", "tree-\(step)"])
        guard step > 0 else { continue }
        let (old, new, fleet) = ("tree-\(step - 1)", "tree-\(step)", "fleet-\(step).csv")
        try project.folder.write(fleet, history.fleet())
        results.append(
            try project.impact([old, new], population: fleet))
        let ios = try #require(policy.firstMatch(of: #/"minimumOSVersion": \{ "value": "([0-9.]+)"/#)).1
        let android = try #require(policy.firstMatch(of: #/"minimumSDKVersion": \{ "value": ([0-9]+)/#)).1
        jobs.append(
            .object([
                JSONMember("old", .string("\(old)/production")), JSONMember("new", .string("\(new)/production")),
                JSONMember("fleet", .string(fleet)), JSONMember("ids", .array([.string("main")])),
                JSONMember("ios", .string(String(ios))), JSONMember("android", .string(String(android))),
            ]))
    }
    try project.folder.write("jobs.json", JSONWriter.bytes(of: .array(jobs)))
    let script = serversFolder.appending(path: "impact-count.py")
    let output = try check("python3", ["-B", script.path, "jobs.json"], in: project.folder.root)
    let counts = try JSONParser.parse(Array(output.utf8)).asArray()
    #expect(counts.count == results.count)
    var told: Set<String> = []
    for (step, (result, counted)) in zip(results, counts).enumerated() {
        let (said, expected) = (try result.told, try #require(counted["total"]).differences)
        #expect(said == expected, "step \(step + 1)")
        #expect(try result.blockedByKind == counted.kinds, "step \(step + 1)")
        try told.formUnion(result.told.keys)
    }
    #expect(told.count == 7, "\(told)")
}

extension JSONValue {
    /// How many devices the changes of each kind block now, without those that block none.
    fileprivate var blockedByKind: [String: Int] {
        get throws {
            var kinds: [String: Int] = [:]
            for change in try #require(self["changes"]).asArray() {
                let count = try change["devices"]?.asArray().first?["newlyBlocked"]?.asInteger() ?? 0
                try kinds[#require(change["kind"]).asString(), default: 0] += count
            }
            return kinds.filter { $0.value != 0 }
        }
    }

    /// The same as the script says it.
    fileprivate var kinds: [String: Int] {
        get throws {
            let members = try JSONObject(#require(self["kinds"])).members
            return Dictionary(uniqueKeysWithValues: try members.map { ($0.name, try $0.value.asInteger()) })
                .filter { $0.value != 0 }
        }
    }
}
