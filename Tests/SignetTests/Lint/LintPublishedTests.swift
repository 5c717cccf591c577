import Testing
import TestSupport

/// Changes to what was published; a lint tells them from the ones that are almost the same.
private let cases: [LintCase] = [
    LintCase(
        "minimum-lowered", "\"13.5\"", "\"13.4.9\"",
        "production: ios.minimumOSVersion goes down from 13.5 to 13.4.9: devices with iOS 13.4.9 to 13.4.x run again",
        nearMiss: "\"13.5.0\""),
    LintCase(
        "minimum-lowered", "23", "22",
        "android.minimumSDKVersion goes down from 23 to 22: devices with SDK level 22 run again", nearMiss: "24"),
    LintCase(
        "minimum-lowered", "{ \"value\": 30,", "{ \"value\": 9,",
        "android.minimumAppVersion goes down from 30 to 9: version codes 9 to 29 run again",
        nearMiss: "{ \"value\": 31,"),
    LintCase(
        "build-lowered", "\"build\": 30", "\"build\": 29",
        "main.ios.build goes down from 30 to 29: build 29 runs again",
        nearMiss: "\"build\": 31"),
    LintCase(
        "recommendation-removed",
        "\"recommendedOSVersion\": { \"value\": \"14\", \"title\": \"title\", \"description\": \"recommended\" },", "",
        "production: ios.recommendedOSVersion was published and must not be removed",
        nearMiss:
            "\"recommendedOSVersion\": { \"value\": \"13.5\", \"title\": \"title\", \"description\": \"recommended\" },"
    ),
    LintCase(
        "document-removed", "\"remote-config\": \"remote-config-{platform}.json\",", "",
        "production: remote-config-android.json is published, but no longer in the policy",
        nearMiss: "\"remote-config\": { \"path\": \"remote-config-{platform}.json\" },"),
    LintCase(
        "document-removed", "\"notes.txt\":", "\"note.txt\":", "production: notes.txt is published",
        nearMiss: "\"more.txt\": \"notes.txt\", \"notes.txt\":"),
    LintCase(
        "host-changed", "https://apps.apple.com/app/id1", "https://apps.shop.example/app/id1",
        "ios.storeURL leads to apps.shop.example instead of apps.apple.com",
        nearMiss: "https://Apps.Apple.com/app/id1"),
    LintCase(
        "minimum-never-published",
        "{ \"value\": 31, \"title\": \"title\", \"description\": \"recommended\" },\n        \"latestAppVersion\": { \"value\": 32,",
        "{ \"value\": 40, \"title\": \"title\", \"description\": \"recommended\" },\n        \"latestAppVersion\": { \"value\": 40,",
        nearMiss:
            "{ \"value\": 32, \"title\": \"title\", \"description\": \"recommended\" },\n        \"latestAppVersion\": { \"value\": 40,"
    ),
]

/// What is compared with the tree that was built before.
private let previous = ["--previous", "output"]

@Test(arguments: cases)
func `a lint says what changes for apps that read another tree`(wrong: LintCase) throws {
    let project = try LintCase.project()
    try project.expectDone(["build"])
    try project.change("policy.json", wrong.find, wrong.replacement)
    if wrong.code == "minimum-never-published" {
        try project.change("policy.json", "{ \"value\": 30,", "{ \"value\": 40,")
    }
    let before = try project.folder.snapshot()
    let lint = try project.run(["lint"] + previous)
    #expect(lint.said.contains(" [\(wrong.code)]\n"), "\(lint.said)")
    for word in wrong.words { #expect(lint.said.contains(word), "\(lint.said)") }
    #expect(lint.status == (wrong.code == "recommendation-removed" ? 1 : 0))
    #expect(try project.run(["lint", "--strict"] + previous).status == 1)
    let strict = try project.run(["build", "--strict"] + previous)
    #expect(strict.status == 1)
    #expect(strict.errors.contains(" [\(wrong.code)]\n"))
    #expect(try project.folder.snapshot() == before)
    // What was built is not what is live.
    #expect(!(try project.run(["lint"]).said.contains(" [\(wrong.code)]\n")))

    try project.folder.write("policy.json", LintCase.policy)
    try project.change("policy.json", wrong.find, wrong.nearMiss)
    #expect(try project.expectDone(["lint", "--strict"] + previous).said.contains("no errors, no warnings\n"))
}

@Test func `a minimum that was never published is told from a planned demise`() throws {
    let project = try LintCase.project()
    try project.expectDone(["build"])
    try project.change("policy.json", "\"value\": \"3.0.0\", \"build\": 30", "\"value\": \"9.9.9\", \"build\": 99")
    try project.change(
        "policy.json", "{ \"value\": 30, \"versionName\": \"3.0.0\"", "{ \"value\": 99, \"versionName\": \"9.9.9\"")
    let lint = try project.expectDone(["lint"] + previous)
    for words in [
        "ios.minimumAppVersion, 9.9.9, is above 3.2.0, the latest version that is published [minimum-never-published]",
        "android.minimumAppVersion, 99, is above 31, the latest version that is published [minimum-never-published]",
        "minimumAppVersion 9.9.9 of ios is above recommendedAppVersion 3.1.0 [minimum-above-recommended]",
        "minimumAppVersion 99 of android is above latestAppVersion 32 [minimum-above-latest]",
    ] {
        #expect(lint.said.contains(words), "\(words) is not in: \(lint.said)")
    }
    try project.change("policy.json", "\"value\": \"9.9.9\",", "\"value\": \"9.9.9\", \"demise\": true,")
    try project.change("policy.json", "\"value\": 99,", "\"value\": 99, \"demise\": true,")
    let demised = try project.expectDone(["lint"] + previous)
    #expect(!demised.said.contains("never-published") && !demised.said.contains("above"))
    #expect(demised.said.contains("[minimum-raised]") && demised.said.contains("[minimum-jump]"))
}

@Test func `a language that disappears is named`() throws {
    let project = try LintCase.project()
    try project.expectDone(["build"])
    try project.change(
        "Texts.xcstrings", "\"en\": { \"stringUnit\": { \"state\": \"translated\", \"value\": \"Update\" } },", "")
    try project.change(
        "Texts.xcstrings", "\"ar\": { \"stringUnit\": { \"state\": \"translated\", \"value\": \"تحديث\"",
        "\"en\": { \"stringUnit\": { \"state\": \"translated\", \"value\": \"Update\"")
    let lint = try project.expectDone(["lint"] + previous)
    #expect(
        lint.said.contains("ios.recommendedAppVersion.title is no longer in ar [language-removed]"), "\(lint.said)")
    #expect(!lint.said.contains("description is no longer"))
}

@Test func `a published document without a valid signature is not trusted`() throws {
    let project = try LintCase.project()
    try project.expectDone(["build"])
    let path = "output/production/availability-ios"
    try project.folder.write(path, try project.folder.text(path).replacing("13.5", with: "99.0"))
    let lint = try project.expectDone(["lint"] + previous)
    #expect(lint.said.contains("production/availability-ios was published without a signature that verifies"))
    #expect(lint.said.contains(" [unverified-document]\n"))
    #expect(!lint.said.contains("[minimum-lowered]"))
}

@Test func `a retired key still says what was published, a revoked one does not`() throws {
    let project = try LintCase.project()
    try project.expectDone(["build"])
    try project.change("policy.json", "23", "22")
    try project.change("keys/keyring.json", "\"active\"", "\"retired\"")
    try project.expectDone(["keys", "generate", "new", "--environment", "production"])
    try project.expectDone(["keys", "rotate", "production", "--unshipped"])
    let retired = try project.expectDone(["lint"] + previous)
    #expect(retired.said.contains("[minimum-lowered]") && !retired.said.contains("[unverified-document]"))
    try project.change("keys/keyring.json", "\"retired\"", "\"revoked\"")
    let revoked = try project.expectDone(["lint"] + previous)
    #expect(!revoked.said.contains("[minimum-lowered]") && revoked.said.contains("[unverified-document]"))
}

@Test func `another tree is compared with when it is named`() throws {
    let project = try LintCase.project()
    try project.expectDone(["build", "--output", "published"])
    try project.change("policy.json", "23", "22")
    #expect(try project.expectDone(["lint"]).said.contains("production: compared with nothing"))
    for previous in ["published", "published/production"] {
        let lint = try project.expectDone(["lint", "--previous", previous])
        #expect(lint.said.contains("[minimum-lowered]"))
    }
    let missing = try project.run(["lint", "--previous", "elsewhere"])
    #expect(missing.status == 66)
    #expect(missing.errors.contains("elsewhere: there is no tree of environment \"production\"\nhint: "))
}
