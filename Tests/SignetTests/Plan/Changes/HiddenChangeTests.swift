import Foundation
import ManifestVerifier
import TestSupport
import Testing

/// One way to hide a change of what devices are told behind another one, or behind what looks like none: two lists of rules,
/// and what must be said.
private struct HiddenChange: CustomTestStringConvertible {
    let testDescription: String
    let old: String
    let new: String
    var latest: (String?, String?) = (nil, nil)
    let said: [String]
}

private let minimum = #"{ "id": "minimum-app", "when": { "app": "<3.0.0" }, "then": "required" }"#
private let advice =
    #"{ "id": "advice", "when": { "app": "3.1.0...3.1.9" }, "then": "recommended", "grace": "999999h" }"#
private let winter =
    #"{ "id": "winter", "when": { "app": "<3.1.0" }, "then": "recommended", "grace": "7d", "url": "https://apps.example/a" }"#
private let soft = #"{ "id": "soft", "when": { "app": "<3.0.0", "region": "GB" }, "then": "recommended" }"#
private let lifts = "lets devices run that are blocked now, such as "
private let blocks = "blocks devices that may run now, such as "

private let hidden = [
    HiddenChange(
        testDescription: "a long grace before a rule that ends", old: "\(advice), \(minimum)",
        new:
            #"{ "id": "tidy", "when": { "until": "2060-01-01T00:00:00Z" }, "then": "available" }, \#(advice), \#(minimum)"#,
        said: ["rule tidy is new: available: until 1 January 2060 00:00 UTC: \(lifts)app "]),
    HiddenChange(
        testDescription: "a build in the place of a version", old: minimum,
        new: #"{ "id": "minimum-app", "when": { "build": "<2" }, "then": "required" }"#, said: [lifts, blocks]),
    HiddenChange(
        testDescription: "a rule of another name", old: "\(winter), \(minimum)",
        new: "\(winter.replacing("\"winter\"", with: "\"spring\"").replacing("apps.example", with: "evil.example")), "
            + minimum,
        said: [
            "URL of rule spring https://apps.example/a → https://evil.example/a", lifts,
            "7d after rule winter first told it",
        ]),
    HiddenChange(
        testDescription: "a text for who cannot update", old: "\(soft), \(minimum)",
        new: "\(soft.dropLast(2)), \"orElse\": { \"en\": \"Later\" } }, \(minimum)", latest: ("[]", "[]"),
        said: ["rule soft stays: recommended: app below 3.0.0; region \"GB\": \(lifts)app "]),
    HiddenChange(
        testDescription: "a minimum that goes up beside it", old: "\(soft), \(minimum)",
        new: "\(soft), \(minimum.replacing("<3.0.0", with: "<3.0.1"))",
        latest: (
            #"[ { "app": "3.2.0", "os": ">=13.5" } ]"#,
            #"[ { "app": "3.2.0", "os": ">=13.5" }, { "app": "3.1.0", "os": ">=12" } ]"#
        ),
        said: ["minimum app 3.0.0 → 3.0.1: version 3.0.0 is blocked from now on; \(lifts)app "]),
    HiddenChange(
        testDescription: "a letter that only looks like another",
        old: #"{ "id": "kiosk", "when": { "channel": "KIOSK" }, "then": "required" }"#,
        new: "{ \"id\": \"kiosk\", \"when\": { \"channel\": \"\u{212A}IOSK\" }, \"then\": \"required\" }",
        said: [lifts, blocks]),
    HiddenChange(
        testDescription: "a condition that no client knows",
        old: #"{ "id": "all", "when": { "moon": "full" }, "then": "required" }"#,
        new: #"{ "id": "all", "when": {}, "then": "required" }"#, said: ["\(blocks)every device"]),
    HiddenChange(
        testDescription: "maintenance above it",
        old: #"{ "id": "maintenance", "then": "maintenance" }, \#(minimum)"#,
        new: #"{ "id": "maintenance", "then": "maintenance" }, \#(minimum.replacing("<3.0.0", with: "<2.0.0"))"#,
        said: ["minimum app 3.0.0 → 2.0.0: versions 2.0.0 to 2.x run again"]),
    HiddenChange(
        testDescription: "what can be installed", old: minimum, new: minimum,
        latest: ("[ { \"app\": \"3.0.0\" } ]", "[ { \"app\": \"3.0.0\", \"os\": \">=99\" } ]"),
        said: ["iOS: versions in the store"]),
]

@Test(arguments: hidden)
private func `no rule hides whom another change blocks or lets run`(_ change: HiddenChange) throws {
    let bench = try GateBench()
    try bench.write(change.old, latest: change.latest.0, to: "published")
    try bench.write(change.new, latest: change.latest.1, to: "output")
    let said = try bench.project.changes(["published", "output", "--environment", "production"])
    for words in change.said { #expect(said.contains { $0.contains(words) }, "\(words) in\n\(said)") }
    #expect(!said.contains { $0.contains("written differently") }, "\(said)")
}

/// A change of a policy that no reading compares, and what must be said of it.
private struct DeliveryChange: CustomTestStringConvertible {
    let testDescription: String
    let find: String
    let replacement: String
    let said: [String]
}

private let delivery = [
    DeliveryChange(
        testDescription: "where documents are", find: "\"origin\": \"https://distribution.example.com\"",
        replacement: "\"origin\": \"https://other.example.com\"",
        said: ["origin https://distribution.example.com → https://other.example.com"]),
    DeliveryChange(
        testDescription: "how long caches keep them", find: "\"origin\":",
        replacement: "\"cacheControl\": \"public, max-age=31536000\", \"origin\":",
        said: ["cache-control ", " → public, max-age=31536000: caches may keep what is published now for longer"]),
    DeliveryChange(
        testDescription: "when they are signed again", find: "\"origin\":",
        replacement: "\"resignAfter\": \"9999d\", \"origin\":",
        said: ["age at which signatures are renewed 86400s → 863913600s: signatures become older"]),
]

@Test(arguments: delivery)
private func `what changes on the way to devices is told`(_ change: DeliveryChange) throws {
    let project = try Project.everyFormat()
    try project.expectDone(["build"])
    try #require(Project.everyFormatPolicy.contains(change.find), "\(change.find)")
    try project.change("policy.json", change.find, change.replacement)
    let said = try project.changes(["output", "--environment", "production"]).joined(separator: "\n")
    for words in change.said { #expect(said.contains(words), "\(words) in\n\(said)") }
}

@Test func `a member of a team's own file is named beside any other change, hosts first`() throws {
    let project = try Project.everyFormat()
    let base = #"{ "environments": { "mainnet": { "apps": {}, "a": "x", "api": { "host": "api.example" } } } }"#
    try project.folder.write("base.json", base)
    let environments = #""environments": { "mainnet": "production" }"#
    try project.folder.write(
        "policy.json",
        #"""
        { "environments": { "production": { "origin": "https://distribution.example.com",
            "ios": { "storeURL": "https://apps.apple.com/app/id1", "minimumAppVersion": { "value": "3.0.0", "build": 3 } },
            "documents": { "environment-config": { "path": "env.json", "base": "base.json", \#(environments) } } } } }
        """#)
    try project.expectDone(["build", "--environment", "production"])
    try project.folder.write(
        "base.json", base.replacing("api.example", with: "evil.example").replacing("\"x\"", with: "\"y\""))
    try project.change("policy.json", "app/id1", "app/id1?l=en")
    let said = try project.changes(["output", "--environment", "production"])
    #expect(
        said.filter { $0.contains("member ") } == [
            #"member env.json/environments/mainnet/api/host "api.example" → "evil.example""#,
            #"member env.json/environments/mainnet/a "x" → "y""#,
        ], "\(said)")
    #expect(said.contains { $0.contains("URL for updates") }, "\(said)")
}

@Test func `a new document is compared with what devices do without it`() throws {
    let bench = try GateBench()
    let tree = try HandSignedTree(bench.project)
    let other = #"{ "gate": 1, "platform": "android", "rules": [] }"#
    try tree.write(
        documents: [("gate/android.json", .gateAndroid, other)], to: "published/production")
    try tree.write(
        documents: [
            ("gate/android.json", .gateAndroid, other), ("gate/ios.json", .gateIOS, GateBench.document(minimum)),
        ], to: "output/production")
    let said = try bench.project.changes(["published", "output", "--environment", "production"])
    #expect(
        said == [
            "iOS: minimum app 3.0.0, none before: versions below 3.0.0 are blocked from now on",
            "document gate/ios.json is new",
        ])
    let gone = try bench.project.changes(["output", "published", "--environment", "production"])
    #expect(gone.contains { $0.hasSuffix("versions below 3.0.0 run again") }, "\(gone)")
}

@Test func `to which shells a web bundle is offered is compared, and needs to be acknowledged`() throws {
    let web = try Project()
    try web.writeWebBuild()
    try web.pack("1.0.0", shell: ["--shell", "2.0.0...2.9.9"])
    try web.expectDone(["build"])
    let list = try web.folder.text("bundles.json")
    let plan = ["plan", "output"]
    #expect(try !web.expectDone(plan).errors.contains("bundle-bounds"))
    try web.folder.write("bundles.json", list.replacing("\"2.9.9\"", with: "\"999.0.0\""))
    let words = "web bundle v1.0.0.shells.ios iOS shells 2.0.0 to 2.9.9 → iOS shells 2.0.0 to 999.0.0"
    #expect(try web.changes(["output", "--environment", "production"]).contains { $0.hasPrefix(words) })
    let found = try web.run(plan)
    #expect(found.errors.contains(words) && found.errors.contains("[bundle-bounds]"), "\(found.errors)")
}

@Test func `what only one platform's document says of maintenance is told of that platform`() throws {
    func policy(_ platforms: String, isClosed: Bool = true) -> String {
        """
        { "environments": { "production": { "origin": "https://d.shop.example", \(platforms)
          "maintenance": { "active": \(isClosed), "message": { "en": "Tonight." } },
          "documents": { "app-config": "app-config-{platform}" } } } }
        """
    }
    let ios = """
        "ios": { "storeURL": "https://apps.apple.com/app/id1", "minimumAppVersion": { "value": "3.0.0" },
          "latestAppVersion": { "value": "3.2.0" } },
        """
    let android = """
        "android": { "storeURL": "https://play.google.com/store/apps/details?id=a.b",
          "minimumAppVersion": { "versionName": "3.0.0" }, "latestAppVersion": { "versionName": "3.2.0" } },
        """
    let project = try Project(policy: policy(ios + android))
    try project.expectDone(["build", "--output", "published"])
    func told(_ new: String) throws -> String {
        try project.folder.write("policy.json", new)
        return try project.run(["plan", "published", "--environment", "production"]).output
    }
    #expect(try told(policy(ios + android, isClosed: false)).contains("\n  all      maintenance is switched off"))
    #expect(try told(policy(ios)).contains("\n  android  maintenance is switched off"))
}
