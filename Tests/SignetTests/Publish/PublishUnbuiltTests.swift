import Testing
import TestSupport

private let publish = ["publish", "--environment", "production", "--to", "site", "--first"]

@Test(arguments: [
    ("\"value\": \"13.5\"", "\"value\": \"13.6\"", "iOS: minimum iOS 13.5 → 13.6"),
    ("\"profile\": \"dated\"", "\"profile\": \"body\"", "profile dated → body"),
    ("\"notes.txt\": \"notes.txt\"", "\"other.txt\": \"notes.txt\"", " and 1 more"),
])
func `publish refuses a tree that is not what the policy gives`(find: String, new: String, said: String) throws {
    let project = try TeamCase.project()
    try project.expectDone(["build"])
    try project.change("policy.json", find, new)
    for words in [publish, publish + ["--dry-run"]] {
        try project.expectRefusal(
            words, code: 1, ["output/production is not what policy.json gives: ", said, "build first: signet build"])
    }
    #expect(!project.folder.exists("site"))
    // Without a policy, nothing says otherwise.
    try check("mv", ["policy.json", "elsewhere.json"], in: project.folder.root)
    try project.expectDone(publish)
    try check("mv", ["elsewhere.json", "policy.json"], in: project.folder.root)
    try project.folder.remove("base.json")
    try project.expectRefusal(publish, code: 66, ["policy.json:", "base.json"])
}

@Test func `publish says what is missing first`() throws {
    let project = try TeamCase.project()
    try project.expectRefusal(
        publish, code: 66,
        ["output/production: no such file or folder", "hint: build it with: signet build"])
    for words in [["publish"], publish] {
        let result = try signet(words, in: TemporaryFolder())
        #expect(result.status == 66, "\(result.errors)")
        #expect(
            result.errors.hasPrefix(
                "signet: error: policy.json: no such file or folder\nhint: make one with: signet init"),
            "\(result.errors)")
    }
}

@Test func `what publish wrote for a host is checked where it is served`() throws {
    let project = try TeamCase.project()
    try project.expectDone(["build"])
    try project.expectDone(publish)
    let result = try project.expectRefusal(
        ["verify", "site", "--environment", "production"], code: 1,
        ["site/_headers: is not part of the publication", "check it where it is served: signet verify https://…"])
    #expect(!result.errors.contains("remove it"))
}
