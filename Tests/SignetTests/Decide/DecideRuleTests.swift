import ManifestVerifier
import Testing
import TestSupport

private let rules = testText("Policies/decided-rules.json")

private let latest = #"[ { "app": "3.4.0", "os": ">=15" }, { "app": "2.9.4", "os": ">=12" } ]"#
private let path = "output/production/\(GateBench.path)"

private func built() throws -> GateBench {
    let bench = try GateBench()
    try bench.write(rules, latest: latest, to: "output")
    return bench
}

private func words(_ app: String, os: String = "15", at: String, _ more: [String] = []) -> [String] {
    ["decide", path, "--platform", "ios", "--os", os, "--app", app, "--at", at] + more
}

@Test func `decide says which rule decides and why those before it do not`() throws {
    let project = try built().project
    let result = try project.expectDone(
        words("3.0.0", at: "2026-08-05T00:00:00Z", ["--share", "0.37", "--channel", "public", "--first-seen", "1d"]))
    #expect(
        result.output == testText("Expected/decide/rule.txt").replacing("PATH", with: path))
}

@Test func `decide tells the places in a roll-out apart to the hundredth of a percent`() throws {
    let project = try built().project
    for (share, outcome) in [("0", "staged"), ("0.3699", "staged"), ("0.369999999", "staged"), ("0.37", "winter")] {
        let shown = try project.expectDone(words("3.0.0", at: "2026-08-05T00:00:00Z", ["--share", share])).output
        #expect(shown.contains("rule \"\(outcome)\" decides"), "\(share): \(shown)")
    }
    // SHA-256 of "gate:3.3.0:" and the id begins with 7548afd0, 0.458 of all.
    let id = "00112233445566778899aabbccddeeff"
    let installed = try project.expectDone(words("3.0.0", at: "2026-08-05T00:00:00Z", ["--install", id])).output
    #expect(installed.contains("rule \"staged\" does not: it says for 37% from"), "\(installed)")
    let everyone = try project.expectDone(words("3.0.0", at: "2026-08-06T00:00:00Z", ["--install", id])).output
    #expect(everyone.contains("rule \"staged\" decides"))
    let unknown = try project.expectDone(words("3.0.0", at: "2026-08-06T00:00:00Z")).output
    #expect(unknown.contains("rule \"staged\" does not: the place in roll-outs is not known (--share)"))
}

@Test func `decide says since when an update is required, and whether the device can get one`() throws {
    let project = try built().project
    let seen = ["--first-seen", "2026-08-03T12:00:00Z"]
    let due = try project.expectDone(words("3.0.0", at: "2026-08-06T00:00:00Z", seen)).output
    #expect(due.hasPrefix("required: update the app to 3.4.0, required since 6 August 2026 00:00 UTC\n"), "\(due)")
    let grace = try project.expectDone(words("3.0.0", at: "2026-08-06T00:00:00Z", ["--first-seen", "1d"])).output
    #expect(grace.hasPrefix("recommended: update the app to 3.4.0, required from 7 August 2026 00:00 UTC\n"))
    let old = try project.expectDone(words("3.0.0", os: "14.8", at: "2026-08-06T00:00:00Z", seen)).output
    #expect(
        old.hasPrefix(
            """
            required: update the app, required since 6 August 2026 00:00 UTC
                en: Use the website.
                this device can get no version that may run

            """), "\(old)")
    let json = try project.expectDone(words("3.0.0", os: "14.8", at: "2026-08-06T00:00:00Z", seen + ["--json"])).json
    let document = try #require(json["documents"]?.asArray().first)
    #expect(try document["rule"]?.asString() == "winter")
    #expect(try document["ruleTime"]?.asString() == "2026-08-06T00:00:00Z")
    #expect(try document["update"]?["due"]?.asString() == "2026-08-06T00:00:00Z")
    if case .bool(let isObtainable)? = document["update"]?["obtainable"]?.content { #expect(!isObtainable) }
    #expect(try document["earlierRules"]?.asArray().count == 5)
}

@Test func `decide closes a part of the app only where it is asked for`() throws {
    let project = try built().project
    let at = "2026-08-04T20:00:00Z"
    let closed = try project.expectDone(words("3.3.0", at: at, ["--scope", "payments"])).output
    #expect(
        closed.hasPrefix(
            "maintenance\n    en: Closed\n    en: Back at ten.\n    at 4 August 2026 20:00 UTC: rule \"tonight\" decides\n"
        ))
    #expect(try project.expectDone(words("3.3.0", at: at)).output.hasPrefix("available\n"))
    let over = try project.expectDone(words("3.3.0", at: "2026-08-04T22:00:00Z", ["--scope", "payments"])).output
    #expect(over.contains("rule \"tonight\" does not: it says until 4 August 2026 22:00 UTC\n"))
}

@Test func `decide says where its answer takes another signature`() throws {
    let project = try built().project
    let seen = ["--first-seen", "2026-08-09T00:00:00Z"]
    let shown = try project.expectDone(words("3.0.0", at: "2026-12-08T00:00:00Z", seen)).output
    #expect(shown.hasPrefix("required: "), "\(shown)")
    #expect(
        shown.contains(
            "if it is signed again by then; as it is signed now, devices are told: recommended, by rule \"winter\"\n"
        ), "\(shown)")
    // Where the answer is the same, another signature does not matter.
    let same = try project.expectDone(words("3.3.0", at: "2026-12-08T00:00:00Z")).output
    #expect(!same.contains("signed again"), "\(same)")
    // What is not signed has no such date.
    let unverified = try project.run(words("3.0.0", at: "2026-12-08T00:00:00Z", ["--unverified"]))
    #expect(unverified.status == 0)
    #expect(unverified.output.contains("at 8 December 2026 00:00 UTC: rule \"winter\" decides"))
}

@Test func `decide refuses what it cannot use`() throws {
    let project = try built().project
    for (flags, said) in [
        (["--share", "1"], "--share is a place from 0 up to 1"), (["--share", "37%"], "--share is a place"),
        (["--install", "AB"], "--install AB is not 32 lowercase"),
        (["--share", "0.1", "--install", "00112233445566778899aabbccddeeff"], "exclude each other"),
        (["--first-seen", "soon"], "--first-seen is a time"),
    ] { try project.expectRefusal(words("3", at: "2026-08-05T00:00:00Z", flags), code: 64, [said]) }
    try project.expectRefusal(
        ["decide", path, "--platform", "android", "--os", "30", "--app", "3"], code: 1, ["give --platform ios"])
    try project.expectDone(["build", "--output", "classic"])
    try project.expectRefusal(
        [
            "decide", "classic/production/distribution/availability-ios", "--platform", "ios", "--os", "15", "--app",
            "3",
            "--channel", "beta",
        ], code: 64, ["--channel is for documents of rules"])
}
