import Foundation
import Testing
import TestSupport

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
        Article.readme.blocks(in: "Your own policy")[0].code, in: TemporaryFolder())
    #expect(output.contains("output/production: all 3 documents verify"))
}

@Test func `the README's example of a change leaves nothing to warn of but what init leaves`() throws {
    let folder = try TemporaryFolder()
    try shell(Article.readme.blocks(in: "Your own policy")[0].code, in: folder)
    let command = try #require(Article.readme.prose.firstMatch(of: #/`(signet set [^`]+)`/#)?.1)
    try shell("cd shop && \(command)", in: folder)
    #expect(try folder.text("shop/policy.json").contains("\"latestAppVersion\": { \"value\": \"1.1.0\""))
    let said = try run(signetPath, ["plan", "none"], in: folder.path("shop")).errors
    #expect(said.split(separator: "\n").filter { $0.contains(": warning: ") }.count == 3, "\(said)")
    #expect(said.matches(of: #/\[placeholder-value\]\n/#).count == 3, "\(said)")
}

@Test func `the members in the articles go into a policy, and a plan has nothing against them`() throws {
    let policy = try Article("signet/Policy")
    func code(_ article: Article, _ section: String) throws -> String {
        try String(article.blocks(in: section, language: "json")[0].code.dropLast())
    }
    let project = try TeamCase.project()
    try project.folder.write("static/images/logo.svg", "<svg/>\n")
    let members = try [
        code(policy, "How long caches keep a document"), code(policy, "Envelopes"),
        code(Article("signet/Publishing"), "Acknowledge a change"),
    ]
    try project.change(
        "policy.json", "\"profile\": \"dated\", \"envelopes\": [\"headers\"],",
        "\"profile\": \"dated\", \(members.joined(separator: ", ")),")
    try project.change("policy.json", "{ \"notes.txt\": \"notes.txt\" }", "{ \"images/\": \"static/images/\" }")
    let plan = try project.run(["plan", "none", "--strict"])
    #expect(plan.status == 0, "\(plan.errors)")

    // A text of its own has its own languages.
    let text = try code(policy, "Texts")
    let small = try Project(
        policy: """
            { "environments": { "production": { "origin": "https://shop.example", "profile": "dated", "envelopes": ["headers"], "ios": { \(text) },
              "documents": { "gate": "gate/{platform}.json" } } } }
            """)
    let built = try small.run(["build"])
    #expect(built.status == 0, "\(built.errors)")
    #expect(try small.folder.text("output/production/gate/ios.json").contains("Diweddarwch yr ap."))
}

@Test(.peers(.nginx, .python3, .curl)) func `a static host serves a site with the configuration of the article`() throws
{
    let project = try Project()
    try project.expectDone(["build"])
    let publishing = try Article("signet/Publishing")
    let publish = try publishing.blocks(in: "To a static host", language: "sh")[0].code
    try shell("\(publish.trimmingCharacters(in: .newlines)) --first", in: project.folder)
    let block = try publishing.blocks(in: "To a static host", language: "nginx")[0].code
    let lines = block.replacing("/srv/www/2026-08-04", with: project.folder.path("public")).split(separator: "\n")
    try #require(lines.first == "server {" && lines.last == "}")
    let host = try NginxServer(server: lines.dropFirst().dropLast().joined(separator: "\n"), http: "")
    let result = try project.run(["verify", host.origin], environment: ["CURL_CA_BUNDLE": host.certificate])
    #expect(result.status == 0, "\(result.errors)")
}

@Test(.peers(.node, .python3)) func `the worker of the article refuses what is too old with the signed document`()
    throws
{
    let folder = try TemporaryFolder()
    let server = try RawHTTPServer()
    try server.answer("/api/orders", with: RawHTTPServer.Answer(body: Array("orders".utf8)))
    try server.answer("/gate/ios.json.jws", with: RawHTTPServer.Answer(body: Array("signed".utf8)))
    let worker = try Article("signet/Publishing").blocks(in: "Behind a gateway", language: "js")[0].code
    let gateway = "import gateway from \"./gateway/production.json\";"
    try #require(worker.contains(gateway))
    let bounds = """
        const gateway = {
          ios: { below: [{ version: "1.2.0" }, { version: "2", build: 20 }], refusal: "gate/ios.json.jws" },
          android: { below: [{ build: 8 }], refusal: "gate/android.json.jws" },
        };
        """
    try folder.write(
        "worker.mjs",
        worker.replacing("https://distribution.example.com", with: server.origin).replacing(gateway, with: bounds))
    try folder.write(
        "run.mjs",
        """
        import worker from "./worker.mjs";
        for (const app of process.argv.slice(2)) {
          const [platform, version, build] = app.split(" ");
          const headers = { "x-app-platform": platform, "x-app-version": version, "x-app-build": build ?? "" };
          const answer = await worker.fetch(new Request("\(server.origin)/api/orders", { headers }));
          console.log(`${app}: ${answer.status} ${await answer.text()} ${answer.headers.get("cache-control")}`);
        }
        """)
    let refused = ["ios 1.1.9", "ios 1.1-rc1", "ios 1.9 19"]
    // Without a signed answer, and for what is new enough or unknown, the request passes.
    let passed = [
        "ios 1.9 20", "ios 2.0 19", "android 1.1.9 7", "ios 1.2", "ios 1.10.0", "web 1.1.9", "constructor 1.1.9",
        "environment 1.1.9",
    ]
    let said = try check("node", ["run.mjs"] + refused + passed, in: folder.root)
    let lines = refused.map { "\($0): 403 signed no-store\n" } + passed.map { "\($0): 200 orders null\n" }
    #expect(said == lines.joined())
}

@Test func `the environment in the article goes into a policy`() throws {
    let folder = try TemporaryFolder()
    try folder.makeProject()
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
    try project.change("policy.json", "\"profile\": \"body\"", "\"profile\": \"dated\"")
    try project.expectDone(["build"])
    #expect(
        try project.folder.snapshot("output/production").keys.filter {
            !$0.hasSuffix(".sig") && !$0.hasSuffix(".headers")
        }.sorted() == [
            "api/v1/app-config", "configs/env.json", "configs/v1/env.json", "distribution/availability-android",
            "distribution/availability-ios",
            "docs/notes.txt", "gate/android.json", "gate/ios.json", "publication.jws", "remote-config-android.json",
            "remote-config-ios.json",
            "remoteconfig.template.json",
        ])
}

@Test(.peers(.openssl)) func `what reviewers and app developers run works on a tree`() throws {
    let folder = try TemporaryFolder()
    try folder.makeProject()
    try shell("signet build", in: folder)
    let fingerprint = try #require(
        try check(signetPath, ["keys", "list"], in: folder.root).firstMatch(of: #/fingerprint ([0-9a-f]{64})/#)?.1)
    let reviewing = try Article("signet/Reviewing")
    let places = [
        (reviewing, "A tree"), (reviewing, "What a device would be told"), (reviewing, "The key ring"),
        (try Article("AppGate/GateAnApp"), "Embed the key ring"),
        (try Article("AppGate/GateAnAndroidApp"), "Add the client"),
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
    #expect(try folder.text("ProductionKeyRing.java").contains("class ProductionKeyRing "))
    #expect(try folder.text("policy.schema.json").contains("\"$schema\""))
}

@Test func `a site for a host that sends no headers is written with the command of the article`() throws {
    let folder = try TemporaryFolder()
    try folder.makeProject()
    // There is no host yet.
    try folder.write(
        "policy.json", folder.text("policy.json").replacing("distribution.example.com", with: "127.0.0.1:1/project"))
    try shell("signet build", in: folder)
    let code = try Article("signet/Publishing").blocks(in: "To a host that sends no headers", language: "sh")[0].code
    #expect(
        try shell("\(code.trimmingCharacters(in: .newlines)) --first", in: folder).hasSuffix(
            "public: 4 documents, each with its .jws\n"))
    #expect(folder.exists("public/.nojekyll"))
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
