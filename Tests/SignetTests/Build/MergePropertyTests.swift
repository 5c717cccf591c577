import Testing
import TestSupport

@Test(.peers(.python3), arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
func `a build changes no byte of a base file but the apps of the mapped environments`(seed: UInt64) throws {
    var random = RandomValues(seed: seed)
    // The second letter says which platforms there are.
    let names = (0..<30).map { "e\($0 < 15 ? "a" : "b")\($0)" }
    let environments = names.map { name in
        let platform = "{ \"storeURL\": \"https://a.example\", \"minimumAppVersion\": "
        let android =
            name.hasPrefix("eb") ? "\"android\": \(platform){ \"value\": 30, \"versionName\": \"1.0\" } }," : ""
        return """
            "\(name)": { "origin": "https://\(name).example",
              "ios": \(platform){ "value": "1.0", "build": 30 } }, \(android)
              "documents": { "environment-config": { "path": "env.json", "base": "\(name).json",
                "environments": { "main": "\(name)", "copy": "\(name)" } } } }
            """
    }
    let project = try Project(policy: "{ \"environments\": { \(environments.joined(separator: ",")) } }", keys: [])
    for name in names {
        let base = OddBase(&random, platforms: name.hasPrefix("eb") ? ["ios", "android"] : ["ios"])
        try project.folder.write("\(name).json", base.text)
    }
    try project.expectDone(["build", "--unsigned"])
    try check(
        "python3", [peerProgram("base-comparison.py")] + names.map { "\($0).json=output/\($0)/env.json" },
        in: project.folder.root)
    // What was built is the next base, and is not touched again.
    for name in names {
        let built = try project.folder.read("output/\(name)/env.json")
        try project.folder.write("\(name).json", built)
    }
    let before = try project.folder.snapshot("output")
    try project.expectDone(["build", "--unsigned"])
    #expect(try project.folder.snapshot("output") == before)
}

@Test(arguments: [1, 2, 3, 4] as [UInt64])
func `of random base files all is found that the document would lower, remove or point elsewhere`(seed: UInt64) throws {
    var random = RandomValues(seed: seed)
    let project = try Project(policy: "", keys: [])
    var expected: Set<String> = []
    let environments = try (0..<40).map { number in
        let name = "e\(number)"
        let platforms = random.once(in: 2) ? ["ios"] : ["ios", "android"]
        var apps: [String] = []
        for platform in ["ios", "android"] where random.once(in: 4) == false {
            let values = [
                ("build", random.pick(["", "7", "30", "31", "\"29\"", "\"31\"", "3.1e1", "\"beta\"", "5000", "null"])),
                ("minimalVersion", random.pick(["", "\"0.9\"", "\"1\"", "\"1.0.1\"", "\"2\"", "\"x\""])),
                (
                    "url",
                    random.pick(["", "\"https://a.example\"", "\"https:\\/\\/a.example\"", "\"https://b.example\""])
                ),
            ].filter { !$0.1.isEmpty }
            apps.append("\"\(platform)\": { \(values.map { "\"\($0)\": \($1)" }.joined(separator: ", ")) }")
            if platforms.contains(platform) {
                for (member, value) in values where !said[member, default: []].contains(value) {
                    expected.insert("\(name) main.\(platform).\(member)")
                }
            } else if !values.isEmpty {
                expected.insert("\(name) main.\(platform).build")
            }
        }
        try project.folder.write(
            "\(name).json", "{ \"environments\": { \"main\": { \"apps\": { \(apps.joined(separator: ", ")) } } } }")
        let minimums = platforms.map { platform in
            let value =
                platform == "ios" ? "\"value\": \"1.0\", \"build\": 30" : "\"value\": 30, \"versionName\": \"1.0\""
            return "\"\(platform)\": { \"storeURL\": \"https://a.example\", \"minimumAppVersion\": { \(value) } }"
        }
        return """
            "\(name)": { "origin": "https://\(name).example", \(minimums.joined(separator: ", ")),
              "documents": { "environment-config": { "path": "env.json", "base": "\(name).json",
                "environments": { "main": "\(name)" } } } }
            """
    }
    try project.folder.write("policy.json", "{ \"environments\": { \(environments.joined(separator: ",")) } }")
    let plan = try project.run(["plan", "none"])
    let found = plan.errors.matches(of: #/(?m)^policy\.json:[0-9:]+ error: (e[0-9]+): (\S+) .*\[base-changed\]$/#)
    #expect(Set(found.map { "\($0.1) \($0.2)" }) == expected)
    #expect(found.count == expected.count && found.count > 40)
}

/// The spellings in a base file of what asks no more than build 30, version 1.0 and the policy's URL.
private let said = [
    "build": ["7", "30", "\"29\"", "null"], "minimalVersion": ["\"0.9\"", "\"1\""],
    "url": ["\"https://a.example\"", "\"https:\\/\\/a.example\""],
]
