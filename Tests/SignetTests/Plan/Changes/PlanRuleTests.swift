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

/// Every change from one list of rules to another, in words.
private func changes(_ old: String, _ new: String, latest: (String?, String?) = (nil, nil)) throws -> [String] {
    let bench = try GateBench()
    try bench.write(old, latest: latest.0, to: "published")
    try bench.write(new, latest: latest.1, to: "output")
    return try bench.project.changes(["published", "output", "--environment", "production"])
}

@Test func `a plan says whom a new rule blocks, and what a removed one lifts`() throws {
    #expect(
        try changes(winter, "\(bad), \(winter)") == [
            "iOS: rule bad is new: required: app 2.3.1 to 2.3.4: blocks devices that may run now, such as app 2.3.4",
            "iOS: title of rule bad in en is new",
        ])
    #expect(
        try changes("\(bad), \(winter)", winter) == [
            "iOS: rule bad is removed: required: app 2.3.1 to 2.3.4: lets devices run that are blocked now, such as app "
                + "2.3.4"
        ])
}

@Test func `a plan sees that the order of rules, and rules in front, block and lift`() throws {
    let moved = try changes("\(beta), \(bad)", "\(bad), \(beta)")
    #expect(
        moved.contains(
            "iOS: order of rules beta, bad → bad, beta: blocks devices that may run now, such as app 2.3.4, channel "
                + "\"beta\""), "\(moved)")
    let exempt = try changes(bad, "\(beta), \(bad)")
    #expect(
        exempt.contains(
            "iOS: rule beta is new: available: channel \"beta\": lets devices run that are blocked now, such as app "
                + "2.3.4, channel \"beta\""), "\(exempt)")
    // What no device ever meets decides nothing.
    let shadowed = try changes("\(bad)", "\(bad), \(bad.replacing("\"bad\"", with: "\"worse\""))")
    #expect(shadowed.first?.hasSuffix(": no device is told anything else") == true, "\(shadowed)")
}

@Test func `a plan says from when on a deadline blocks`() throws {
    let earlier = try changes(winter, winter.replacing("2096-12-01", with: "2096-11-01"))
    #expect(
        earlier.contains(
            "iOS: rule winter recommended: app below 3.2.0; required from 1 December 2096 00:00 UTC, after 7d of grace "
                + "→ recommended: app below 3.2.0; required from 1 November 2096 00:00 UTC, after 7d of grace: blocks "
                + "devices that may run now, such as app below 3.2.0, from 1 November 2096 00:00 UTC, 7d after rule "
                + "winter first told it"), "\(earlier)")
}

@Test func `a plan tells texts and addresses of a rule apart from what it decides`() throws {
    let texts = try changes(
        winter,
        winter.replacing("Please update.", with: "Please update now.").replacing(", \"cy\": \"Diweddarwch.\"", with: "")
            .replacing("shop.example/a", with: "store.example/b"))
    for line in [
        "iOS: URL of rule winter https://shop.example/a → https://store.example/b",
        "iOS: description of rule winter in en",
        "iOS: description of rule winter in cy is no longer published: users who read it get another language",
    ] { #expect(texts.contains(line), "\(line)\n\(texts)") }
}

@Test func `a plan compares what the store has`() throws {
    let old = #"[ { "app": "3.2.0", "os": ">=15" } ]"#
    let new = #"[ { "app": "3.2.0", "os": ">=16" } ]"#
    let shown = try changes(bad, bad, latest: (old, new))
    #expect(
        shown.first == "iOS: versions in the store 3.2.0 on iOS 15 or later → 3.2.0 on iOS 16 or later", "\(shown)")
}

@Test func `a rule that says what a minimum says is compared as one`() throws {
    func minimum(_ version: String) -> String {
        "{ \"id\": \"minimum-app\", \"when\": { \"app\": \"<\(version)\" }, \"then\": \"required\" }"
    }
    #expect(
        try changes(minimum("3.0.0"), minimum("3.1.0")).contains(
            "iOS: minimum app 3.0.0 → 3.1.0: versions 3.0.0 to 3.0.x are blocked from now on"))
}
