import ManifestVerifier
import Testing
import TestSupport

private let bad =
    #"{ "id": "bad", "when": { "app": "2.3.1...2.3.4" }, "then": "required", "title": { "en": "Update" } }"#
private let beta = #"{ "id": "beta", "when": { "channel": "beta" }, "then": "available" }"#
private let winter = #"""
    { "id": "winter", "when": { "app": "<3.2.0" }, "then": "recommended", "requiredFrom": "2096-12-01T00:00:00Z",
      "grace": "7d", "description": { "en": "Please update.", "cy": "Diweddarwch." }, "url": "https://shop.example/a" }
    """#

/// What `diff` says of two lists of rules.
private func diff(_ old: String, _ new: String, latest: (String?, String?) = (nil, nil)) throws -> [String] {
    let bench = try GateBench()
    try bench.write(old, latest: latest.0, to: "published")
    try bench.write(new, latest: latest.1, to: "output")
    let result = try bench.project.run(["diff", "published", "output", "--environment", "production"])
    #expect(result.status == 2, "\(result.errors)")
    return result.output.split(separator: "\n").map(String.init)
}

@Test func `diff says whom a new rule blocks, and what a removed one lifts`() throws {
    let head = ["production: what changes for people"]
    #expect(
        try diff(winter, "\(bad), \(winter)") == head + [
            "  iOS: rule bad is new: required: app 2.3.1 to 2.3.4: blocks devices that may run now, such as app 2.3.4",
            "      gate/ios.json", "  iOS: title of rule bad in en is new", "      {+Update+}", "      gate/ios.json",
        ])
    #expect(
        try diff("\(bad), \(winter)", winter) == head + [
            "  iOS: rule bad is removed: required: app 2.3.1 to 2.3.4: lets devices run that are blocked now, such as app "
                + "2.3.4", "      gate/ios.json",
        ])
}

@Test func `diff sees that the order of rules, and rules in front, block and lift`() throws {
    let moved = try diff("\(beta), \(bad)", "\(bad), \(beta)")
    #expect(
        moved.contains(
            "  iOS: order of rules beta, bad → bad, beta: blocks devices that may run now, such as app 2.3.4, channel "
                + "\"beta\""), "\(moved)")
    let exempt = try diff(bad, "\(beta), \(bad)")
    #expect(
        exempt.contains(
            "  iOS: rule beta is new: available: channel \"beta\": lets devices run that are blocked now, such as app "
                + "2.3.4, channel \"beta\""), "\(exempt)")
    // What no device ever meets decides nothing.
    let shadowed = try diff("\(bad)", "\(bad), \(bad.replacing("\"bad\"", with: "\"worse\""))")
    #expect(shadowed.first == "production: what no app is told", "\(shadowed)")
    #expect(shadowed.contains { $0.hasSuffix(": no device is told anything else") })
}

@Test func `diff says from when on a deadline blocks`() throws {
    let earlier = try diff(winter, winter.replacing("2096-12-01", with: "2096-11-01"))
    #expect(
        earlier.contains(
            "  iOS: rule winter recommended: app below 3.2.0; required from 1 December 2096 00:00 UTC, after 7d of grace "
                + "→ recommended: app below 3.2.0; required from 1 November 2096 00:00 UTC, after 7d of grace: blocks "
                + "devices that may run now, such as app below 3.2.0, from 1 November 2096 00:00 UTC, 7d after rule "
                + "winter first told it"), "\(earlier)")
}

@Test func `diff tells texts and addresses of a rule apart from what it decides`() throws {
    let texts = try diff(
        winter,
        winter.replacing("Please update.", with: "Please update now.").replacing(", \"cy\": \"Diweddarwch.\"", with: "")
            .replacing("shop.example/a", with: "store.example/b"))
    for line in [
        "  iOS: URL of rule winter https://shop.example/a → https://store.example/b",
        "  iOS: description of rule winter in en", "      Please [-update.-]{+update now.+}",
        "  iOS: description of rule winter in cy is no longer published: users who read it get another language",
    ] { #expect(texts.contains(line), "\(line)\n\(texts)") }
}

@Test func `diff compares what the store has`() throws {
    let old = #"[ { "app": "3.2.0", "os": ">=15" } ]"#
    let new = #"[ { "app": "3.2.0", "os": ">=16" } ]"#
    let shown = try diff(bad, bad, latest: (old, new))
    #expect(
        shown.prefix(2) == [
            "production: what changes for people",
            "  iOS: versions in the store 3.2.0 on iOS 15 or later → 3.2.0 on iOS 16 or later",
        ], "\(shown)")
}

@Test func `a rule that says what a minimum says is compared as one`() throws {
    func minimum(_ version: String) -> String {
        "{ \"id\": \"minimum-app\", \"when\": { \"app\": \"<\(version)\" }, \"then\": \"required\" }"
    }
    #expect(
        try diff(minimum("3.0.0"), minimum("3.1.0")).contains(
            "  iOS: minimum app 3.0.0 → 3.1.0: versions 3.0.0 to 3.0.x are blocked from now on"))
}
