import Foundation
import Testing
import TestSupport

/// The minimum of iOS in the policy of a plan, and what is live of it.
private let minimum = "\"minimumAppVersion\": { \"value\": \"3.0.0\", \"build\": 30,"

/// A project whose tree is published in a folder for static hosts.
private func published() throws -> Project {
    let project = try TeamCase.project()
    try project.expectDone(["build"])
    try project.expectDone(publish + ["--first"])
    return project
}

private let publish = ["publish", "--environment", "production", "--to", "public"]
private let previous = ["--previous", "public"]

/// Writes entries of `allow` for production.
private func allow(_ entries: String, in project: Project) throws {
    try project.change(
        "policy.json", "\"profile\": \"dated\",", "\"profile\": \"dated\",\n      \"allow\": [\(entries)],")
}

/// Lowers the minimum of iOS, and of the shared app config that of Android.
private func lower(in project: Project) throws {
    try project.change("policy.json", minimum, "\"minimumAppVersion\": { \"value\": \"2.0.0\", \"build\": 20,")
    try project.change("policy.json", "        \"app-config\": \"app-config\",\n", "")
}

@Test func `a reviewed entry of allow lets one change through, and asks to be removed afterwards`() throws {
    let project = try published()
    try lower(in: project)
    try project.expectDone(["build"])
    let refused = try project.run(publish)
    #expect(refused.status == 1)
    // What to paste is printed.
    let printed = entries(refused.said)
    let starts = [
        #""code": "devices-freed", "at": "main.ios.build", "from": "30 "#,
        #""code": "document-removed", "at": "app-config" }"#,
        #""code": "devices-freed", "at": "ios.minimumAppVersion", "from": "3.0.0 "#,
    ]
    #expect(printed.count == 3 && zip(printed, starts).allSatisfy { $0.contains($1) }, "\(refused.said)")
    #expect(refused.errors.contains("signet: error: nothing was published\nhint: acknowledge it in the policy"))

    try allow(printed.joined(separator: ", "), in: project)
    let plan = try project.expectDone(planning(["--strict"] + previous))
    #expect(plan.said.contains("goes down from 3.0.0 to 2.0.0: versions 2.0.0 to 2.x run again, as the policy allows"))
    #expect(
        try project.expectDone(["plan", "public", "--json"]).output.contains(
            "\"devices-freed at main.ios.build, from 30 "))
    try project.expectDone(["build", "--strict"] + previous)
    try project.expectDone(publish)

    // It is live: nothing is wrong, and the entries have served.
    let done = try project.expectDone(planning(["--strict"] + previous))
    #expect(done.said.contains("\"allow\" says of ios.minimumAppVersion [devices-freed] is live [allowance-done]"))
    try project.expectDone(publish)
}

@Test func `an entry that has served does not wait for the same change again`() throws {
    let project = try published()
    let former = try project.folder.text("policy.json")
    try lower(in: project)
    let lowered = try project.folder.text("policy.json")
    try project.expectDone(["build"])
    let printed = entries(try project.run(publish).said).joined(separator: ", ")
    try allow(printed, in: project)
    try project.expectDone(["build"])
    try project.expectDone(publish)
    // The change is undone, and its entries stay.
    try project.folder.write("policy.json", former)
    try allow(printed, in: project)
    try project.expectRefusal(["plan", "public"], code: 1, ["[allowance-unused]"])
    try project.folder.write("policy.json", lowered)
    try project.expectDone(["plan", "public"])
}

@Test(arguments: [
    ("https://distribution.shop.example", "https://other.shop.example", "origin-changed"),
    ("\"resignAfter\": \"12h\"", "\"resignAfter\": \"13h\"", "cache-longer"),
    (
        "\"resignAfter\": \"12h\"", "\"resignAfter\": \"12h\", \"cacheControl\": \"public, max-age=7200\"",
        "cache-longer"
    ),
    ("\"profile\": \"dated\"", "\"profile\": \"body\"", "profile-changed"),
])
func `an entry of allow for how documents reach devices is spent once that is live`(
    former: String, other: String, code: String
) throws {
    let project = try published()
    try project.change("policy.json", former, other)
    try project.expectDone(["build"])
    let printed = entries(try project.run(publish).said)
    #expect(printed.count == 1 && printed[0].contains("\"\(code)\""), "\(printed)")
    try project.change(
        "policy.json", "\"production\": {", "\"production\": { \"allow\": [\(printed.joined(separator: ", "))],")
    try project.expectDone(["build"] + previous)
    try project.expectDone(publish)

    let done = try project.expectDone(planning(["--strict"] + previous))
    #expect(done.said.contains("[\(code)] is live [allowance-done]"), "\(done.said)")
    try project.expectDone(publish)
    // The way back, and the same once more: the entry is for the one that was.
    try project.change("policy.json", other, former)
    #expect(try project.run(planning(previous)).status == (code == "cache-longer" ? 0 : 1))
}

@Test(
    arguments: [
        "{ \"code\": \"devices-freed\", \"at\": \"ios.minimumAppVersion\", \"from\": \"3.0.0\", \"to\": \"1.0.0\" }",
        "{ \"code\": \"devices-freed\", \"at\": \"ios.minimumAppVersion\", \"from\": \"3.1.0\", \"to\": \"2.0.0\" }",
        "{ \"code\": \"document-removed\", \"at\": \"notes.txt\" }",
        "{ \"code\": \"recommendation-removed\", \"at\": \"ios.recommendedAppVersion\", \"from\": \"9.9.9\" }",
        "{ \"code\": \"devices-freed\", \"at\": \"ios.minimumAppVersion\" }",
    ])
func `an entry of allow that fits no change is refused, so that none is planted for later`(entry: String) throws {
    let project = try published()
    try allow(entry, in: project)
    let plan = try project.run(planning(previous))
    #expect(plan.status == 1)
    #expect(plan.said.contains("that fits no change [allowance-unused]"), "\(plan.said)")
    try project.expectRefusal(["build"] + previous, code: 1, ["[allowance-unused]"])
    try project.expectDone(["build"])
    try project.expectRefusal(publish, code: 1, ["[allowance-unused]", "nothing was published"])
}

@Test(
    arguments: [
        ("{ \"code\": \"bundle-reoffered\", \"at\": \"v1.0.0\" }", "is not a code that a policy can acknowledge"),
        ("{ \"code\": \"unverified-document\", \"at\": \"a\" }", "is not a code that a policy can acknowledge"),
        ("{ \"code\": \"key-revoked\", \"at\": \"a\" }", "is not a code that a policy can acknowledge"),
        ("{ \"code\": \"devices-freed\" }", "missing member \"at\""),
        ("{ \"code\": \"devices-freed\", \"at\": \"a\", \"until\": \"b\" }", "unknown member \"until\""),
        ("\"devices-freed\"", "expected an object"),
    ])
func `allow is read strictly, and never for keys or bundles`(entry: String, words: String) throws {
    let project = try TeamCase.project()
    try allow(entry, in: project)
    let plan = try project.run(["plan", "none"])
    #expect(plan.status != 0)
    #expect(plan.said.contains(words), "\(plan.said)")
}

@Test func `neither allow nor publishTo is inherited, and no two environments share a place`() throws {
    let project = try published()
    try project.expectDone(["keys", "generate", "staging", "--environment", "staging"])
    let lowered =
        "{ \"code\": \"devices-freed\", \"at\": \"ios.minimumAppVersion\", \"from\": \"3.0.0\", \"to\": \"2.0.0\" }"
    let own = "\"publishTo\": \"s3://bucket/production\",\n      \"allow\": [\(lowered)],"
    try project.change("policy.json", "\"profile\": \"dated\",", "\"profile\": \"dated\",\n      \(own)")
    func setStaging(_ members: String) throws {
        let text = try project.folder.text("policy.json")
        let end = try #require(text.range(of: "\n  }\n}", options: .backwards))
        try project.folder.write(
            "policy.json",
            text[..<end.lowerBound] + ",\n    \"staging\": { \"extends\": \"production\"\(members) }"
                + text[end.lowerBound...])
    }
    let before = try project.folder.text("policy.json")
    try setStaging("")
    try project.expectRefusal(
        ["plan", "none"], code: 1,
        ["environments \"production\" and \"staging\" are both served from https://distribution.shop.example"])
    try project.folder.write("policy.json", before)
    let origin = ", \"origin\": \"https://staging.example.com\""
    try setStaging(origin)
    try project.expectDone(["build", "--output", "trees"])
    let plan = try project.run(["plan", "trees"])
    #expect(plan.said.contains("production: \"allow\" has an entry"))
    #expect(!plan.said.contains("staging: \"allow\""), "\(plan.said)")
    try project.expectRefusal(["publish", "--environment", "staging"], code: 64, ["where to?"])

    try project.folder.write("policy.json", before)
    try setStaging("\(origin), \"publishTo\": \"s3://bucket/production/\"")
    let shared = try project.run(["plan", "none"])
    #expect(
        shared.said.contains("environments \"production\" and \"staging\" are both published to s3://bucket/production")
    )
    try project.folder.write("policy.json", before)
    try setStaging(", \"publishTo\": \"https://example.com\"")
    #expect(
        try project.run(["plan", "none"]).said.contains(
            "is not s3://BUCKET, s3://BUCKET/PREFIX or a folder beside the policy"))
}

@Test(arguments: [(" 2.0.0", " 1.9.0"), ("\"2.0.0 ", "\"2.0.0 0"), ("\"3.0.0 ", "\"3.0.0 0")])
func `an entry of allow is for the values and the documents that it names, whatever else the change is`(
    word: String, other: String
) throws {
    let project = try published()
    try lower(in: project)
    let printed = entries(try project.run(planning(previous)).said).map { entry in
        guard entry.contains("ios.minimumAppVersion") else { return entry }
        // Of a digest, the first digit is another one: the same words about other documents.
        return other.hasSuffix("0") && word.hasSuffix(" ")
            ? entry.replacing(word, with: other, maxReplacements: 1).replacing(/( 0[0-9a-f]{7})[0-9a-f]/) { "\($0.1)" }
            : entry.replacing("\"2.0.0", with: "\"1.9.0")
    }
    try allow(printed.joined(separator: ", "), in: project)
    try project.expectDone(["build"])
    let refused = try project.run(publish)
    #expect(refused.status == 1)
    #expect(refused.said.contains("ios.minimumAppVersion goes down from 3.0.0 to 2.0.0"))
    #expect(refused.said.contains("[allowance-unused]"))
    // Not even at a terminal: the entry must go.
    try project.expectRefusal(publish + ["--allow", "devices-freed"], code: 1, ["[allowance-unused]"])
}

@Test func `a planned demise is honoured by publish as by plan`() throws {
    let project = try published()
    for (find, demise) in [
        (minimum, "\"minimumAppVersion\": { \"value\": \"4.0.0\", \"demise\": true, \"build\": 40,"),
        (
            "{ \"value\": 30, \"versionName\": \"3.0.0\"",
            "{ \"value\": 40, \"demise\": true, \"versionName\": \"4.0.0\""
        ),
    ] { try project.change("policy.json", find, demise) }
    try project.expectDone(["build", "--strict"] + previous)
    let result = try project.expectDone(publish)
    #expect(result.output.contains("minimum app 3.0.0 → 4.0.0") && !result.errors.contains("newest-blocked"))
    // Without the policy nothing says that it is planned.
    try project.folder.remove("public")
    try project.expectDone(["build"])
}

@Test(arguments: [
    ("\"https://apps.apple.com/app/id1\"", "\"https://apps.apple.com/gb/app/id2\"", "the app id2 instead of id1"),
    (
        "\"https://play.google.com/store/apps/details?id=a\"",
        "\"https://play.google.com/store/apps/details?hl=en&id=b\"",
        "the app b instead of a"
    ),
])
func `another app in the store must be acknowledged, another address of the same app need not`(
    former: String, other: String, words: String
) throws {
    let project = try published()
    try project.change("policy.json", former, other)
    try project.expectDone(["build"])
    try project.expectRefusal(publish, code: 1, ["\(words) [store-changed]"])
    try project.folder.write("policy.json", TeamCase.policy)
    try project.change(
        "policy.json", former,
        former.replacingOccurrences(of: "/app/id1", with: "/gb/app/name/id1").replacingOccurrences(
            of: "?id=a", with: "?hl=en&id=a"))
    try project.expectDone(["build", "--strict"] + previous)
    try project.expectDone(publish)
}

@Test(.peers(.seaweed, .python3, .curl)) func `publish goes to the bucket that the policy names`() throws {
    let bench = try BucketBench()
    let policy = try bench.project.folder.text("policy.json")
    try bench.project.folder.write(
        "policy.json",
        policy.replacingOccurrences(
            of: "\"origin\":", with: "\"publishTo\": \"s3://\(bench.bucket.name)/app/\",\n      \"origin\":"))
    let words = bench.words.enumerated().filter { index, word in
        word != "--to" && (index == 0 || bench.words[index - 1] != "--to")
    }.map(\.element)
    let first = try bench.project.expectDone(words, environment: bench.environment)
    #expect(first.output.contains("s3://\(bench.bucket.name)/app/: "))
    #expect(first.errors.contains("nothing is published at s3://\(bench.bucket.name)/app/: nothing to compare with"))
    let live = ["--environment", "production"]
    #expect(try bench.project.changes(live, environment: bench.environment) == [])
    try bench.project.change("policy.json", "\"value\": \"3.0.0\"", "\"value\": \"3.1.0\"")
    let changes = try bench.project.changes(live, environment: bench.environment)
    #expect(changes.contains { $0.hasPrefix("iOS: minimum app 3.0.0 → 3.1.0") }, "\(changes)")
    try bench.project.expectDone(["build"])
    let dry = try bench.project.expectDone(words + ["--dry-run"], environment: bench.environment)
    #expect(dry.output.contains("  ios      minimum app 3.0.0 → 3.1.0: versions 3.0.0 to 3.0.x are blocked"))
    let sent = try bench.project.expectDone(words, environment: bench.environment)
    #expect(sent.output.contains("  ios      minimum app 3.0.0 → 3.1.0"))
}

@Test func `an entry of allow for how long caches keep documents is for those documents alone`() throws {
    let project = try published()
    let origin = "\"origin\":"
    func keep(_ values: String) -> String { "\"cacheControl\": { \(values) }, \(origin)" }
    let long = "\"public, max-age=7200\""
    try project.change("policy.json", origin, keep("\"files\": \(long)"))
    try allow(entries(try project.run(planning(previous)).said).joined(separator: ", "), in: project)
    try project.expectDone(["build"] + previous)
    try project.expectDone(publish)
    try project.change("policy.json", "\"files\": \(long)", "\"files\": \(long), \"availability\": \(long)")
    let plan = try project.run(planning(previous))
    #expect(plan.status == 1 && plan.said.contains("max-age=7200: caches may keep"), "\(plan.said)")
    #expect(plan.said.contains("[cache-longer]") && plan.output.contains("1 finding needs acknowledgement"))
}

@Test func `of a site that a revoked key signed, only what is signed is a document, and the next step is for a person`()
    throws
{
    let project = try published()
    try project.folder.write("public/index.html", "<p>the team's own page")
    try project.expectDone(["keys", "revoke", "--active", "production"])
    try project.expectDone(["keys", "rotate", "production", "--unshipped"])
    let plan = try project.run(planning(previous))
    #expect(plan.status == 1 && plan.said.contains("which is revoked [unverified-document]"), "\(plan.said)")
    #expect(!plan.said.contains("document-removed") && !plan.said.contains("_headers"), "\(plan.said)")
    #expect(plan.output.contains("signet publish --allow unverified-document acknowledges it"), "\(plan.said)")
}
