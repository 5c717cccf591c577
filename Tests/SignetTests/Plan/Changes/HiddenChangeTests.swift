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
private let exempt = #"{ "id": "gb", "when": { "region": "GB" }, "then": "available" }"#
private let kiosk = #"{ "id": "kiosk", "when": { "channel": "kiosk" }, "then": "available" }"#
private let demo = kiosk.replacing("kiosk", with: "demo")
private let raised = minimum.replacing("<3.0.0", with: "<3.0.1")
private let lowered = minimum.replacing("<3.0.0", with: "<2.9.9")
private let lifts = "lets devices run that are blocked now, such as "
private let blocks = "blocks devices that may run now, such as "

private let hidden = [
    HiddenChange(
        testDescription: "a long grace before a rule that ends", old: "\(advice), \(minimum)",
        new:
            #"{ "id": "tidy", "when": { "until": "2060-01-01T00:00:00Z" }, "then": "available" }, \#(advice), \#(minimum)"#,
        said: ["rule tidy is new: available: until 1 January 2060 00:00 UTC; \(lifts)app "]),
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
        said: ["rule soft stays: recommended: app below 3.0.0; region \"GB\"; \(lifts)app "]),
    HiddenChange(
        testDescription: "a minimum that goes up beside it", old: "\(soft), \(minimum)",
        new: "\(soft), \(minimum.replacing("<3.0.0", with: "<3.0.1"))",
        latest: (
            #"[ { "app": "3.2.0", "os": ">=13.5" } ]"#,
            #"[ { "app": "3.2.0", "os": ">=13.5" }, { "app": "3.1.0", "os": ">=12" } ]"#
        ),
        said: [
            "minimum app 3.0.0 → 3.0.1; version 3.0.0 is blocked from now on",
            "3.1.0 on iOS 12 or later; \(lifts)app below 3.0.0, iOS 12, region \"GB\"",
        ]),
    HiddenChange(
        testDescription: "an exemption that goes while the minimum goes up by a patch",
        old: #"{ "id": "all", "then": "available" }, \#(minimum)"#, new: raised,
        said: [
            "minimum app 3.0.0 → 3.0.1; version 3.0.0 is blocked from now on",
            "rule all is removed: available: everyone; \(blocks)app below 3.0.0",
        ]),
    HiddenChange(
        testDescription: "an exemption of some that goes while the minimum of the system goes up by a patch",
        old: "\(exempt), \(minimum.replacing("app", with: "os").replacing("minimum-os", with: "minimum-system"))",
        new: minimum.replacing("app", with: "os").replacing("minimum-os", with: "minimum-system")
            .replacing("<3.0.0", with: "<3.0.1"),
        said: ["rule gb is removed: available: region \"GB\"; \(blocks)iOS below 3.0.0, region \"GB\""]),
    HiddenChange(
        testDescription: "an exemption that comes while the minimum goes down by a patch", old: minimum,
        new: "\(exempt), \(lowered)",
        said: [
            "minimum app 3.0.0 → 2.9.9; versions 2.9.9 to 2.x run again",
            "rule gb is new: available: region \"GB\"; \(lifts)app below 2.9.9, region \"GB\"",
        ]),
    HiddenChange(
        testDescription: "an order behind a minimum that goes up by a patch",
        old: "\(exempt), \(minimum)", new: "\(raised), \(exempt)",
        said: ["order of rules gb, minimum-app → minimum-app, gb; \(blocks)app below 3.0.0, region \"GB\""]),
    HiddenChange(
        testDescription: "an order behind a text",
        old: #"{ "id": "a", "when": { "app": "<2" }, "then": "available" }, \#(winter), \#(minimum)"#,
        new:
            #"\#(minimum.dropLast(2)), "title": { "en": "New" } }, { "id": "a", "when": { "app": "<2" }, "then": "available" }, \#(winter)"#,
        said: ["order of rules a, winter, minimum-app → minimum-app, a, winter; \(blocks)app 2"]),
    HiddenChange(
        testDescription: "what the store has behind an order that means nothing",
        old: "\(demo), \(kiosk), \(soft), \(minimum)", new: "\(kiosk), \(demo), \(soft), \(minimum)",
        latest: (
            #"[ { "app": "3.2.0", "os": ">=13.5" } ]"#,
            #"[ { "app": "3.2.0", "os": ">=13.5" }, { "app": "3.1.0", "os": ">=12" } ]"#
        ),
        said: [
            "3.1.0 on iOS 12 or later; \(lifts)app",
            "order of rules demo, kiosk, soft, minimum-app → kiosk, demo, soft, minimum-app; no device is told anything else",
        ]),
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
        said: ["minimum app 3.0.0 → 2.0.0; versions 2.0.0 to 2.x run again"]),
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
    // The day after what is live was signed, which therefore does not stand still.
    let words = ["published", "output", "--environment", "production", "--at", "2026-08-04T10:00:00Z"]
    let said = try bench.project.changes(words)
    for words in change.said { #expect(said.contains { $0.contains(words) }, "\(words) in\n\(said)") }
    #expect(!said.contains { $0.contains("written differently") }, "\(said)")
}

@Test func `rules that cannot be compared refuse the plan until that is acknowledged`() throws {
    let bench = try GateBench()
    try bench.write(minimum, to: "published")
    try bench.write("\(minimum), \(raised)", to: "output")
    let result = try bench.project.run(["plan", "published", "output", "--environment", "production"])
    #expect(result.status == 1, "\(result.output)")
    #expect(result.errors.contains("[not-compared]"), "\(result.errors)")
    #expect(result.output.contains(#"{ "code": "not-compared", "at": "gate/ios.json""#), "\(result.output)")
}
