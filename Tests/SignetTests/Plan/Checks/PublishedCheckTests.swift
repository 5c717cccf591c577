import Testing
import TestSupport

/// What is compared with the tree that was built before.
private let previous = ["--previous", "output"]

@Test func `a minimum that was never published is told from a planned demise`() throws {
    let project = try TeamCase.project()
    try project.expectDone(["build"])
    try project.change("policy.json", "\"value\": \"3.0.0\", \"build\": 30", "\"value\": \"9.9.9\", \"build\": 99")
    try project.change(
        "policy.json", "{ \"value\": 30, \"versionName\": \"3.0.0\"", "{ \"value\": 99, \"versionName\": \"9.9.9\"")
    let plan = try project.run(planning(previous))
    for words in [
        "iOS: minimum app 3.0.0 → 9.9.9: it blocks the newest version that is live: app 3.2.0 [newest-blocked]",
        "Android: minimum app 30 → 99: it blocks the newest version that is live: version code above 31, ",
        "minimumAppVersion 9.9.9 of ios is above recommendedAppVersion 3.1.0 [minimum-above-recommended]",
        "minimumAppVersion 99 of android is above latestAppVersion 32 [minimum-above-latest]",
    ] {
        #expect(plan.said.contains(words), "\(words) is not in: \(plan.said)")
    }
    try project.change("policy.json", "\"value\": \"9.9.9\",", "\"value\": \"9.9.9\", \"demise\": true,")
    try project.change("policy.json", "\"value\": 99,", "\"value\": 99, \"demise\": true,")
    let demised = try project.run(planning(previous))
    #expect(!demised.said.contains("newest-blocked") && !demised.said.contains("above"))
    #expect(demised.said.contains("BLOCKS devices"))
}

@Test func `a language that disappears is named`() throws {
    let project = try TeamCase.project()
    try project.expectDone(["build"])
    try project.change(
        "Texts.xcstrings", "\"en\": { \"stringUnit\": { \"state\": \"translated\", \"value\": \"Update\" } },", "")
    try project.change(
        "Texts.xcstrings", "\"ar\": { \"stringUnit\": { \"state\": \"translated\", \"value\": \"تحديث\"",
        "\"en\": { \"stringUnit\": { \"state\": \"translated\", \"value\": \"Update\"")
    let plan = try project.run(planning(previous))
    #expect(
        plan.said.contains("ios.recommendedAppVersion.title is no longer in ar [text-removed]"), "\(plan.said)")
    #expect(!plan.said.contains("description is no longer"))
}

@Test func `a published document without a valid signature is not trusted`() throws {
    let project = try TeamCase.project()
    try project.expectDone(["build"])
    let path = "output/production/availability-ios"
    try project.folder.write(path, try project.folder.text(path).replacing("13.5", with: "99.0"))
    let plan = try project.run(planning(previous))
    #expect(plan.said.contains("production/availability-ios was published without a signature that verifies"))
    #expect(plan.said.contains(" [unverified-document]\n"))
    #expect(!plan.said.contains("[devices-freed]"))
}

@Test func `a retired key still says what was published, a revoked one does not`() throws {
    let project = try TeamCase.project()
    try project.expectDone(["build"])
    try project.change("policy.json", "23", "22")
    try project.change("keys/keyring.json", "\"active\"", "\"retired\"")
    try project.expectDone(["keys", "generate", "new", "--environment", "production"])
    try project.expectDone(["keys", "rotate", "production", "--unshipped"])
    let retired = try project.run(planning(previous))
    #expect(retired.said.contains("[devices-freed]") && !retired.said.contains("[unverified-document]"))
    try project.change("keys/keyring.json", "\"retired\"", "\"revoked\"")
    let revoked = try project.run(planning(previous))
    #expect(!revoked.said.contains("[devices-freed]") && revoked.said.contains("[unverified-document]"))
}

@Test func `another tree is compared with when it is named`() throws {
    let project = try TeamCase.project()
    try project.expectDone(["build", "--output", "published"])
    try project.change("policy.json", "23", "22")
    #expect(try project.expectDone(["plan", "none"]).said.contains("; compared with nothing\n"))
    for previous in ["published", "published/production"] {
        let plan = try project.run(["plan", previous])
        #expect(plan.said.contains("[devices-freed]"))
    }
    let missing = try project.run(["plan", "elsewhere"])
    #expect(missing.status == 66)
    #expect(missing.errors.contains("elsewhere: there is no tree of environment \"production\"\nhint: "))
}
