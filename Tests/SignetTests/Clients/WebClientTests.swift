import Foundation
import Testing
import TestSupport

private let vectors = repositoryRoot.appending(path: "Tests/Vectors").path

private var vectorFiles: [String] {
    get throws {
        try FileManager.default.contentsOfDirectory(atPath: vectors).filter { $0.hasSuffix(".json") }.sorted()
    }
}

/// A project whose gate documents are files that carry their own signatures; version 3.0.0 is needed.
private func gateProject(rules: String = "") throws -> Project {
    let policy = Project.policy(envelopes: #"["jws"]"#, documents: #""gate": "gate/{platform}.json""#)
    let project = try Project(
        policy: policy.replacing("\"ios\": {", with: "\"ios\": { \(rules.isEmpty ? "" : "\"rules\": [\(rules)],")"))
    try project.expectDone(["build"])
    return project
}

@Test(.peers(.node)) func `a copy of the client of the web passes the vectors by the command of its README`() throws {
    let folder = try TemporaryFolder()
    try check("cp", ["-r", WebClient.folder.path, folder.path("signet")], in: folder.root)
    try check("cp", ["-r", vectors, folder.path("Vectors")], in: folder.root)
    let readme = try Article(path: "Sources/ReferenceClients/web/README.md")
    let command = try readme.blocks(in: "Prove it", language: "sh")[0].code
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let said = try check("sh", ["-ec", command], in: folder.root, environment: ["PATH": path])
    #expect(said.contains(" cases, and "), "\(said)")
}

@Test(.inCI, .peers(.typescript)) func `every name and type in the client of the web is right`() throws {
    let result = try run(
        "tsc",
        [
            "--allowJs", "--checkJs", "--strict", "--noEmit", "--target", "esnext", "--module", "esnext",
            "--moduleResolution", "node", "--lib", "esnext,dom,dom.iterable", WebClient.module,
        ])
    #expect(result.status == 0 && result.said == "", "\(result.said)")
}

/// With Debian's 4.8: an app that installs the client finds its types by `package.json`.
@Test(.inCI, .peers(.typescript)) func `the types of the client of the web find the mistakes of an app`() throws {
    let folder = try TemporaryFolder()
    try check("mkdir", ["node_modules"], in: folder.root)
    try check("cp", ["-r", WebClient.folder.path, "node_modules/signet-client"], in: folder.root)
    try folder.write("app.mts", testText("Clients/web/mistakes.ts"))
    let result = try run(
        "tsc",
        [
            "--strict", "--noEmit", "--target", "es2020", "--module", "node16", "--moduleResolution", "node16", "--lib",
            "es2020,dom", folder.path("app.mts"),
        ])
    #expect(result.status == 0 && result.said == "", "\(result.said)")
}

/// Type-checked against what the code uses of each framework, and that of React Native runs with stand-ins for its modules.
@Test(.inCI, .peers(.typescript), .peers(.node))
func `the article's code for React, Vue and React Native has the types of the client of the web`() throws {
    let folder = try TemporaryFolder()
    let article = try Article("AppGate/GateAWebApp")
    try check("mkdir", ["node_modules"], in: folder.root)
    try check("cp", ["-r", WebClient.folder.path, "node_modules/signet-client"], in: folder.root)
    try folder.write("package.json", #"{ "type": "module" }"#)
    try folder.write("key-ring.d.ts", "export const keyRing: { keys: object[] }")
    try folder.write("frameworks.d.ts", testText("Clients/web/frameworks.d.ts"))
    try folder.write("useGate.tsx", article.code("useGate.tsx", language: "tsx"))
    try folder.write("vue/useGate.ts", article.code("useGate.ts", language: "ts"))
    try folder.write("gate.ts", article.code("gate.ts", language: "ts"))
    let result = try run(
        "tsc",
        [
            "--strict", "--target", "es2022", "--module", "node16", "--moduleResolution", "node16", "--lib",
            "es2022,dom", "--jsx", "preserve",
        ] + ["frameworks.d.ts", "useGate.tsx", "vue/useGate.ts", "gate.ts"].map { folder.path($0) })
    #expect(result.status == 0 && result.said == "", "\(result.said)")
    let driver = repositoryRoot.appending(path: "Tests/Clients/web/react-native.mjs").path
    #expect(try check("node", [driver, folder.root], in: folder.root) == "it decides, and keeps\n")
}

@Test(.peers(.node), arguments: ["gate.test.mjs", "platforms.test.mjs"])
func `the gate of the web keeps its promises over fetches and sessions`(file: String) throws {
    let tests = repositoryRoot.appending(path: "Tests/Clients/web/\(file)").path
    let result = try run("node", ["--test", tests])
    #expect(result.status == 0, "\(result.said)")
}

@Test(
    .peers(.node),
    arguments: [
        (#""verdict": "bad-signature""#, #""verdict": "unknown-key""#, "expected \"unknown-key: "),
        (#""profile": "#, #""profil": "#, #"Error: unknown member \"profil\""#),
    ])
func `a vector with another verdict or an unknown member fails the client`(old: String, new: String, said: String)
    throws
{
    let folder = try TemporaryFolder()
    let text = try String(contentsOfFile: "\(vectors)/verification-jws.json", encoding: .utf8)
    try folder.write("verification-jws.json", text.replacing(old, with: new, maxReplacements: 1))
    let result = try run("node", [WebClient.driver, folder.path("verification-jws.json")])
    #expect(result.status != 0 && result.said.contains(said), "\(result.said)")
}

/// What a page of the client says.
private struct PageResult: Decodable, Sendable {
    let count: Int
    let failures: [String]
    /// Outcome and source of a first session, and of a second one without a network.
    let decisions: [String]
}

@Test(.peers(.chromium, .python3))
func `the client of the web passes every vector in a browser, and keeps what it has verified`() throws {
    let project = try gateProject()
    let server = try RawHTTPServer()
    try server.answer("/", text: "<!doctype html><title>vectors</title>", type: "text/html")
    try server.answer("/favicon.ico", text: "", type: "image/x-icon")
    try WebClient.serve(on: server)
    try server.answer(
        "/key-ring.js", text: project.expectDone(["keys", "export", "--js"]).output, type: "text/javascript")
    try server.answer(
        "/vectors.mjs", text: String(contentsOfFile: WebClient.driver, encoding: .utf8), type: "text/javascript")
    for name in try vectorFiles {
        try server.answer(
            "/\(name)", text: String(contentsOfFile: "\(vectors)/\(name)", encoding: .utf8), type: "application/json")
    }
    let path = "gate/ios.json"
    try server.answer(
        "/\(path).jws", text: project.folder.text("output/production/\(path).jws"), type: "application/jose")
    let script = try testText("Pages/vectors.js").replacing("VECTORS", with: "\(vectorFiles)").replacing(
        "PATH", with: path)
    let result = try visit(server.origin + "/", script: script, returning: PageResult.self).result
    #expect(result.failures.isEmpty, "\(result.failures)")
    #expect(result.count > 1_000)
    #expect(result.decisions == ["required fetched undefined", "required stored transport"])
}

/// What the page of the example shows.
private struct Screen: Decodable, Equatable, Sendable {
    let text: [String]
    let isAppHidden: Bool
    /// What it shows once "Later" was said and Escape was pressed.
    let after: [String]
}

/// The example of the client of the web, with the gate document that has these rules.
func serveWebExample(rules: String) throws -> RawHTTPServer {
    let project = try gateProject(rules: rules)
    let server = try RawHTTPServer()
    try WebClient.serve(on: server)
    try server.answer("/favicon.ico", text: "", type: "image/x-icon")
    try server.answer("/client/example.html", text: WebClient.read("example.html"), type: "text/html")
    try server.answer(
        "/client/example.js",
        text: WebClient.read("example.js").replacing("https://distribution.example.com", with: server.origin),
        type: "text/javascript")
    try server.answer(
        "/client/key-ring.js", text: project.expectDone(["keys", "export", "--js"]).output, type: "text/javascript")
    try server.answer(
        "/gate/ios.json.jws", text: project.folder.text("output/production/gate/ios.json.jws"), type: "application/jose"
    )
    return server
}

private let update = #""title": { "en": "Update" }, "description": { "en": "Now" }, "url": "https://example.com""#

@Test(
    .peers(.chromium, .python3),
    arguments: [
        (
            #"{ "id": "r", "when": { "app": "<3" }, "then": "required", \#(update) }"#, ["Update", "Now", "Update"],
            true
        ),
        (#"{ "id": "r", "then": "recommended", \#(update) }"#, ["Update", "Now", "Update", "Later"], false),
        (
            #"{ "id": "r", "then": "maintenance", "title": { "en": "Closed" }, "message": { "en": "Tonight" } }"#,
            ["Closed", "Tonight", "Try again"], true
        ),
    ])
func `the example of the client of the web shows what a signed tree says`(
    rule: String, text: [String], isBlocked: Bool
) throws {
    let server = try serveWebExample(rules: rule)
    let shown = try visit(
        server.origin + "/client/example.html", script: testText("Pages/example.js"),
        returning: Screen.self,
        ["--width", "390", "--height", "844"])
    #expect(shown.result == Screen(text: text, isAppHidden: isBlocked, after: isBlocked ? text : []))
    #expect(shown.exceptions == [])
}

@Test(.peers(.node, .openssl, .python3))
func `the first lines of the client of the web decide by a signed tree`() throws {
    let project = try gateProject()
    let server = try HTTPSServer(serving: project.folder.path("output/production"))
    try check("cp", ["-r", WebClient.folder.path, project.folder.path("signet")], in: project.folder.root)
    let begin = try Article(path: "Sources/ReferenceClients/web/README.md").blocks(in: "Begin")
    let (export, code) = (begin[0].code, begin[1].code)
    #expect(export == "signet keys export --js --environment production > key-ring.js\n")
    // Node has no IndexedDB.
    try project.folder.write(
        "app.mjs",
        code.replacing("https://distribution.example.com", with: server.origin)
            .replacing("  device: ", with: "  storage: null, device: "))
    try project.folder.write("key-ring.js", project.expectDone(["keys", "export", "--js"]).output)
    try project.folder.write("package.json", #"{ "type": "module" }"#)
    func said() throws -> String {
        try check(
            // What Node 18 has only when told to.
            "node", ["--experimental-global-webcrypto", "app.mjs"], in: project.folder.root,
            environment: [
                "NODE_EXTRA_CA_CERTS": server.certificate, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "",
            ])
    }
    #expect(try said() == "required: Update the app / now\n")
    try project.folder.write("policy.json", project.folder.text("policy.json").replacing("3.0.0", with: "2.9.4"))
    try project.expectDone(["build"])
    #expect(try said() == "the app runs\n")
    // A document that another key has signed decides nothing.
    try project.folder.write("key-ring.js", Project(hasOwnKeys: true).expectDone(["keys", "export", "--js"]).output)
    try project.folder.write("policy.json", project.folder.text("policy.json").replacing("2.9.4", with: "3.0.0"))
    try project.expectDone(["build"])
    #expect(try said() == "the app runs\n")
}
