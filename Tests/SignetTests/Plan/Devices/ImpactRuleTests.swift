import ManifestVerifier
import Testing
import TestSupport

private let availability = "\"availability\": \"availability-{platform}\""
private let appConfig = "\"app-config\": \"app-config\""
private let environmentConfig =
    "\"environment-config\": { \"path\": \"env.json\", \"base\": \"base.json\", \"environments\": { \"main\": \"production\" } }"

@Test func `devices at a bound pass, and those below are newly blocked, still blocked, run again or are advised`()
    throws
{
    let raised = try ImpactCase(documents: availability)
    try raised.change("\"value\": \"3.0.0\", \"build\": 30", "\"value\": \"3.1.0\", \"build\": 31")
    try raised.change("\"value\": \"3.1.0\", \"title\"", "\"value\": \"3.2.0\", \"title\"")
    let devices = [
        "ios,17.0,2.9.9,1", "ios,17.0,3.0.0,2", "ios,17.0,3.0.9.9,4", "ios,17.0,3.1,8", "ios,17.0,3.1.0-rc1,16",
        "ios,17.0,3.2.0,32", "ios,13.5.0,3.0,64", "ios,13.4.9,3.0,128",
    ]
    let result = try raised.result(devices)
    #expect(
        try result.told
            == ["newlyBlocked": 70, "cannotObey": 0, "stillBlocked": 129, "newlyRecommended": 24]
            .filter { $0.value != 0 })
    #expect(try result.blocking == ["ios.minimumAppVersion 70"])
    // The other way round the same devices run again, and nobody is advised who was not.
    try raised.project.expectDone(["build", "--output", "raised"])
    let lowered = try raised.project.impact(["raised", "published"])
    #expect(try lowered.told == ["runAgain": 70, "stillBlocked": 129])
}

@Test func `whose system is too old, or whose store lacks the version, cannot obey`() throws {
    let app = try ImpactCase(documents: "\(appConfig), \(environmentConfig)")
    try app.change("\"value\": \"3.0.0\", \"build\": 30", "\"value\": \"3.1.0\", \"build\": 31")
    try app.change("{ \"value\": 30, \"versionName\": \"3.0.0\"", "{ \"value\": 31, \"versionName\": \"3.1.0\"")
    // No document says what the system must be, but the policy does.
    let columns = "platform,os,app,build,store,devices"
    func cannot(_ device: String) throws -> Int { try app.result([device], columns: columns).told["cannotObey"] ?? 0 }
    for (device, count) in [
        ("ios,13.5,3.0.0,30,3.1.0,1", 0), ("ios,13.4,3.0.0,30,3.1.0,1", 1), ("ios,13.5,3.0.0,30,3.0.9,1", 1),
        ("ios,13.5,3.0.0,30,,1", 0), ("android,23,3.0.0,30,31,1", 0), ("android,22,3.0.0,30,31,1", 1),
        ("android,23,3.1.0,30,30,1", 1), ("android,23,3.1.0,30,31,1", 0), ("android,23,3.1.0,30,3.0.0,1", 1),
    ] { #expect(try cannot(device) == count, "\(device)") }

    let system = try ImpactCase(documents: availability)
    try system.change("\"value\": \"13.5\"", "\"value\": \"15\"")
    try system.change("\"value\": \"3.0.0\", \"build\": 30", "\"value\": \"3.1.0\", \"build\": 31")
    let result = try system.result(
        ["ios,14.0,3.0.0,3.1.0,1", "ios,15.0.0,3.0.0,3.1.0,2", "ios,14.0,3.1.0,3.1.0,4"],
        columns: "platform,os,app,store,devices")
    #expect(try result.told == ["newlyBlocked": 7, "cannotObey": 5, "newlyRecommended": 0].filter { $0.value != 0 })
    #expect(try result.blocking == ["ios.minimumOSVersion 5", "ios.minimumAppVersion 2"])
}

@Test func `a version code is compared with a store that counts in version codes`() throws {
    let fleet = try ImpactCase(documents: availability)
    try fleet.change("{ \"value\": 30, \"versionName\": \"3.0.0\"", "{ \"value\": 31, \"versionName\": \"3.1.0\"")
    let result = try fleet.result(
        ["android,30,x,30,31,1", "android,30,x,30,30,2", "android,30,x,30,3.0.0,4", "android,30,x,31,30,8"],
        columns: "platform,os,app,build,store,devices")
    #expect(try result.told == ["newlyBlocked": 7, "cannotObey": 2, "newlyRecommended": 0].filter { $0.value != 0 })
    #expect(try result.blocking == ["android.minimumAppVersion 7"])
}

@Test func `a new document required nothing before, and a document that goes keeps deciding`() throws {
    let fleet = try ImpactCase(documents: availability)
    let devices = ["ios,17,2.0.0,1", "ios,17,3.0.0,2", "android,30,2.0.0,4"]
    try fleet.setDocuments("\(availability), \(appConfig)")
    // Where the availability document blocks already, the new one blocks apps that read it.
    let added = try fleet.result(devices)
    #expect(try added.told["newlyBlocked"] == 5)
    #expect(try added.blocking == ["android.minimumAppVersion.versionName 4", "ios.minimumAppVersion 1"])
    try fleet.project.expectDone(["build", "--output", "both"])
    let removed = try fleet.project.impact(["both", "published"])
    #expect(try removed.told == ["stillBlocked": 5])
}

@Test func `maintenance blocks everybody, first of all, and asks for nothing that cannot be done`() throws {
    let fleet = try ImpactCase()
    try fleet.change("\"value\": \"13.5\"", "\"value\": \"15\"")
    try fleet.change("\"active\": false", "\"active\": true")
    let devices = ["ios,14,3.1.0,31,1", "android,30,3.0.0,30,2", "ios,13,1.0,1,4"]
    let columns = "platform,os,app,build,devices"
    let result = try fleet.result(devices, columns: columns)
    // The last one is blocked now, but by documents that do not know maintenance as well.
    #expect(try result.told == ["newlyBlocked": 3, "stillBlocked": 4])
    #expect(try result.blocking == ["maintenance 3"])
    // A document that is gone is not fetched: nobody believes the maintenance of the stored one.
    try fleet.setDocuments(appConfig)
    try fleet.project.expectDone(["build", "--output", "closed"])
    try fleet.setDocuments(availability)
    try fleet.change("\"active\": true", "\"active\": false")
    try fleet.project.expectDone(["build", "--output", "open"])
    let gone = try fleet.project.impact(["closed", "open"])
    #expect(try gone.told["runAgain"] == 2)
}

@Test func `what the population does not say is unknown, and counts as blocked where a limit is given`() throws {
    let fleet = try ImpactCase(documents: "\(availability), \(environmentConfig)")
    try fleet.change("\"build\": 30", "\"build\": 31")
    let devices = ["ios,17,3.1.0,7", "android,30,3.1.0,1"]
    #expect(try fleet.result(devices).told == ["unknown": 7, "mayBeBlocked": 7])
    let gate = try fleet.project.expectRefusal(
        ["plan", "published", "--population", "fleet.csv", "--max-blocked", "6"], code: 1,
        ["7 of 8 devices (87.5%)", "7 that may be blocked", "1 more than the 6 of --max-blocked 6"])
    #expect(gate.output.contains("with 7 of which the population says too little"), "\(gate.output)")
    // With a build nothing is unknown; a version that begins with no number is.
    let known = try fleet.result(
        ["ios,17,3.1.0,30,1", "ios,17,3.1.0,31,2", "ios,17,3.1.0,beta,4"], columns: "platform,os,app,build,devices")
    #expect(try known.told == ["newlyBlocked": 1, "unknown": 4, "mayBeBlocked": 4])
    // What no longer blocks, and what is only advised, may not block.
    try fleet.change("\"build\": 31", "\"build\": 29")
    #expect(try fleet.result(devices).told == ["unknown": 7])
    _ = try fleet.result(devices, ["--max-blocked", "0"])
}

@Test func `only the environments of an environment config count that are this one`() throws {
    let fleet = try ImpactCase(documents: environmentConfig)
    let other = "{ \"ios\": { \"minimalVersion\": \"9.0\", \"build\": 90, \"url\": \"https://a.example\" } }"
    try fleet.project.folder.write(
        "base.json", "{ \"environments\": { \"main\": {}, \"test\": { \"apps\": \(other) } } }")
    let (devices, columns) = (["ios,17,3.1.0,31,1"], "platform,os,app,build,devices")
    #expect(try fleet.result(devices, columns: columns).told == [:])
    // A tree says which ones are its environment's.
    try fleet.project.expectDone(["build", "--output", "other"])
    #expect(try fleet.project.impact(["published", "other"]).told == [:])
    try fleet.change("\"main\": \"production\"", "\"main\": \"production\", \"test\": \"production\"")
    try fleet.project.folder.write("base.json", "{ \"environments\": { \"main\": {}, \"test\": {} } }")
    #expect(try fleet.result(["ios,17,3.1.0,29,1"], columns: columns).blocking == ["test.ios.build 1"])
}

@Test func `of several bounds a device counts for the highest, and all documents that say it are named`() throws {
    let fleet = try ImpactCase()
    try setMinimums(fleet)
    let result = try fleet.result(
        ["ios,17,3.0.0,30,1", "ios,17,3.0.0,31,2", "ios,17,3.1.0,30,4"], columns: "platform,os,app,build,devices")
    #expect(try result.blocking == ["main.ios.build 4", "ios.minimumAppVersion 3"])
    let documents = try #require(result["changes"]).asArray().prefix(2).map { change in
        try #require(change["documents"]).asArray().map { try $0.asString() }
    }
    #expect(
        documents == [["env.json"], ["app-config", "availability-ios", "remote-config-ios.json", "template.json"]])
}

private func setMinimums(_ fleet: ImpactCase) throws {
    try fleet.change("\"value\": \"3.0.0\", \"build\": 30", "\"value\": \"3.1.0\", \"build\": 31")
    try fleet.change("{ \"value\": 30, \"versionName\": \"3.0.0\"", "{ \"value\": 31, \"versionName\": \"3.1.0\"")
}

@Test func `apps do without a document of another format than theirs`() throws {
    let fleet = try ImpactCase(documents: "\"app-config\": \"gate\"")
    try fleet.setDocuments("\"app-config\": \"gate-{platform}\"")
    try fleet.project.expectDone(["build", "--output", "published"])
    try fleet.setDocuments("\"remote-config\": \"gate-{platform}\"")
    let devices = ["ios,17,3.0.0,1", "ios,17,2.0.0,2"]
    #expect(try fleet.result(devices).told == ["newlyBlocked": 2])
    try setMinimums(fleet)
    #expect(try fleet.result(devices).told == ["newlyBlocked": 3])
}

@Test func `a line of several documents counts the devices of each, and none of another environment`() throws {
    func policy(_ minimum: String, build: Int, staging: Int) -> String {
        func app(_ build: Int) -> String {
            """
            "ios": { "storeURL": "https://apps.apple.com/app/id1", "minimumOSVersion": { "value": "\(minimum)", "description": { "en": "System." } },
              "minimumAppVersion": { "value": "3.0.0", "build": \(build), "description": { "en": "App." } },
              "latestAppVersion": { "value": "3.2.0", "build": 90 } }
            """
        }
        return """
            { "environments": {
              "production": { "origin": "https://d.shop.example", \(app(build)),
                "documents": { "gate": "gate/{platform}.json", "availability": "availability-{platform}",
                  "environment-config": { "path": "env.json", "base": "env-base.json",
                    "environments": { "mainnet": "production", "testnet": "staging" } } } },
              "staging": { "origin": "https://s.shop.example", \(app(staging)), "documents": { "gate": "gate/{platform}.json" } } } }
            """
    }
    func said(_ old: String, _ new: String, _ device: String) throws -> String {
        let project = try Project(policy: old, keys: ["production", "staging"])
        try project.folder.write("env-base.json", #"{ "environments": { "mainnet": {}, "testnet": {} } }"#)
        try project.folder.write("fleet.csv", "platform,os,app,build,devices\n\(device)\n")
        try project.expectDone(["build", "--output", "published"])
        try project.folder.write("policy.json", new)
        return try project.run(
            ["plan", "published", "--environment", "production", "--population", "fleet.csv"]).output
    }
    // The availability document blocks these by their version already, the gate document by their system now.
    let system = try said(
        policy("12", build: 10, staging: 10), policy("15", build: 10, staging: 10), "ios,14,2.0.0,15,100")
    #expect(system.contains("(blocks 100 devices now)"), "\(system)")
    let builds = try said(
        policy("12", build: 10, staging: 10), policy("12", build: 20, staging: 12), "ios,14,3.0.0,15,100")
    let lines = builds.split(separator: "\n")
    #expect(lines.contains { $0.contains("mainnet.ios.build") && $0.contains("(blocks 100 devices now)") }, "\(builds)")
    #expect(!lines.contains { $0.contains("testnet.ios.build") && $0.contains("devices now)") }, "\(builds)")
}
