import Foundation
import TestSupport
import Testing

/// The sections whose commands are run by a test, by article. A new block of commands needs its test and its line here.
private let runSections: [String: Set<String>] = [
    "README.md": [
        // By `.ci/run`, which builds a release and runs the two commands in a checkout.
        "Install", "The two commands",
        "Your own policy in five minutes", "If you publish", "If you review",
    ],
    "Sources/AppGate/AppGate.docc/GateAnApp.md": ["Embed the key ring"],
    // `every program of the article is run by a test here, but for those that cannot be run`
    "Sources/ManifestVerifier/ManifestVerifier.docc/VerifyWithoutSignet.md": ["A .jws", "Headers and .sig", "cosign"],
    "Sources/signet/signet.docc/ContinuousIntegration.md": ["Rehearse rules"],
    "Sources/signet/signet.docc/Documents.md": ["Firebase"],
    "Sources/signet/signet.docc/Policy.md": ["Begin", "Change a value"],
    "Sources/signet/signet.docc/Publishing.md": [
        "Build", "See what changes", "Count whom it blocks", "Sign what was reviewed", "To a bucket",
        "To a host that sends no headers", "Check what is live",
    ],
    "Sources/signet/signet.docc/KeysForTheLongRun.md": [
        "Overview", "Planned rotation", "A key set for other people", "A key is stolen",
    ],
    "Sources/signet/signet.docc/Reviewing.md": [
        "A change to the policy", "A page for reviewers", "A tree", "What a device would be told", "The key ring",
    ],
    "Sources/signet/signet.docc/WebBundles.md": ["Pack and build", "Rehearse it"],
]

@Test(arguments: Article.allPaths)
func `every command that an article shows is run by a test`(path: String) throws {
    let sections = try Article(path: path).blocks.filter { $0.language == "sh" }.map(\.section)
    #expect(Set(sections) == runSections[path] ?? [])
}

/// Runs a block of commands as it stands.
@discardableResult
func shell(
    _ code: String, in folder: TemporaryFolder, environment: [String: String] = [:],
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> String {
    let tools = String(signetPath.dropLast("/signet".count))
    let result = try run(
        "sh", ["-e", "-c", code], in: folder.root,
        environment: environment.merging(["PATH": "\(tools):/usr/bin:/bin"]) { $1 })
    #expect(result.status == 0, "\(code)\(result.output)\(result.errors)", sourceLocation: sourceLocation)
    return result.output
}

@Test func `the README's own policy is built and verified as it says`() throws {
    let output = try shell(
        Article.readme.blocks(in: "Your own policy in five minutes")[0].code, in: TemporaryFolder())
    #expect(output.contains("output/production: all 4 documents verify"))
}

@Test func `the environment in the article goes into the starter policy`() throws {
    let folder = try TemporaryFolder()
    #expect(try signet(["init"], in: folder).status == 0)
    let block = try #require(Article("signet/Policy").blocks(in: "Environments").last)
    #expect(block.language == "json")
    let policy = try folder.text("policy.json")
    let first = try #require(policy.firstRange(of: "\"production\": {"))
    try folder.write(
        "policy.json", policy.replacingCharacters(in: first, with: "\(block.code),\n    \"production\": {"))
    #expect(try signet(["keys", "generate", "staging"], in: folder).status == 0)
    #expect(try signet(["build"], in: folder).status == 0)
    #expect(try folder.text("output/staging/distribution/availability-ios").contains("\"value\": \"3.1.0\""))
}

@Test func `the documents in the article are built, one of every format`() throws {
    let block = try Article("signet/Documents").blocks(in: "Formats", language: "json")[0]
    let policy = Project.everyFormatPolicy
    let start = try #require(policy.firstRange(of: "\"documents\": {"))
    let end = try #require(policy.firstRange(of: "\n    },\n    \"staging\""))
    let project = try Project.everyFormat(
        replacing: String(policy[start.lowerBound..<end.lowerBound]), with: block.code)
    let origin = "\"origin\": \"https://distribution.example.com\","
    try project.change("policy.json", origin, "\(origin) \"profile\": \"dated\",")
    try project.expectDone(["build"])
    #expect(
        try project.folder.snapshot("output/production").keys.filter {
            !$0.hasSuffix(".sig") && !$0.hasSuffix(".headers")
        }.sorted() == [
            "api/v1/app-config", "api/v1/update-required-android", "api/v1/update-required-ios", "configs/env.json",
            "configs/v1/env.json", "distribution/availability-android", "distribution/availability-ios",
            "docs/notes.txt", "gate/android.json", "gate/ios.json", "publication.json", "remote-config-android.json",
            "remote-config-ios.json",
            "remoteconfig.template.json",
        ])
}

@Test(.peers(.openssl)) func `what reviewers and app developers run works on the starter's tree`() throws {
    let folder = try TemporaryFolder()
    try shell("signet init && signet build", in: folder)
    let fingerprint = try #require(
        try check(signetPath, ["keys", "list"], in: folder.root).firstMatch(of: #/fingerprint ([0-9a-f]{64})/#)?.1)
    let reviewing = try Article("signet/Reviewing")
    let places = [
        (try Article.readme, "If you review"), (reviewing, "A page for reviewers"), (reviewing, "A tree"),
        (reviewing, "What a device would be told"),
        (reviewing, "The key ring"), (try Article("AppGate/GateAnApp"), "Embed the key ring"),
        (try Article("signet/Policy"), "Begin"), (try Article("signet/Policy"), "Change a value"),
    ]
    var output = ""
    for (article, section) in places {
        for block in try article.blocks(in: section, language: "sh") {
            output += try shell(block.code, in: folder, environment: ["FINGERPRINT": String(fingerprint)])
        }
    }
    #expect(output.contains("\(fingerprint)\n") && output.contains("required: update iOS"))
    #expect(try folder.text("KeyRing.swift").contains("let productionKeyRing = "))
    #expect(try folder.text("policy.schema.json").contains("\"$schema\""))
}

@Test func `a site for a host that sends no headers is written with the command of the article`() throws {
    let folder = try TemporaryFolder()
    try shell("signet init && signet build", in: folder)
    // There is no host yet.
    try folder.write(
        "policy.json", folder.text("policy.json").replacing("distribution.example.com", with: "127.0.0.1:1/project"))
    let code = try Article("signet/Publishing").blocks(in: "To a host that sends no headers", language: "sh")[0].code
    #expect(
        try shell("\(code.trimmingCharacters(in: .newlines)) --first", in: folder).hasSuffix(
            "public/site: 4 documents, each with its .jws\n"))
    #expect(folder.exists("public/site/.nojekyll"))
}

@Test func `what was reviewed is signed with the commands of the article`() throws {
    let folder = try TemporaryFolder()
    try shell("signet init", in: folder)
    let publishing = try Article("signet/Publishing")
    for block in try publishing.blocks(in: "Build", language: "sh") { try shell(block.code, in: folder) }
    try folder.remove("output")
    let code = try publishing.blocks(in: "Sign what was reviewed", language: "sh")[0].code
    let lines = code.split(separator: "\n").map(String.init)
    try #require(lines.count == 2)
    let output = try shell(lines[0], in: folder)
    let reviewed = try #require(output.firstMatch(of: #/[0-9a-f]{64}/#)?.0)
    try shell(lines[1], in: folder, environment: ["REVIEWED": String(reviewed)])
    #expect(try signet(["verify", "output/production"], in: folder).status == 0)
}

@Test func `rules are rehearsed with the table and the commands of the article`() throws {
    let project = try Project.gate(replacing: "\"active\": true", with: "\"active\": false")
    let article = try Article("signet/ContinuousIntegration")
    let table = try #require(article.blocks(in: "Rehearse rules", language: "csv").first).code
    let code = try #require(article.blocks(in: "Rehearse rules", language: "sh").first).code
    try project.folder.write("cases.csv", table)
    #expect(try shell(code, in: project.folder).hasSuffix("cases.csv: all 4 cases are as expected\n"))
    try project.change("policy.json", "\"2.3.1...2.3.4\"", "\"2.3.3...2.3.4\"")
    let tools = String(signetPath.dropLast("/signet".count))
    let changed = try run(
        "sh", ["-e", "-c", code], in: project.folder.root, environment: ["PATH": "\(tools):/usr/bin:/bin"])
    #expect(changed.status == 1 && changed.errors.contains("2 of 4 cases are not as expected"), "\(changed.errors)")
}
