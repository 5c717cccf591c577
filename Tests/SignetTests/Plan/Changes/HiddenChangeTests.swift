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
