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
