import Foundation
import Testing
import TestSupport

/// The client of the web, and the vectors that it must pass.
private enum WebClient {
    static func path(_ name: String) -> String {
        repositoryRoot.appending(path: "Sources/ReferenceClients/web/\(name)").path
    }

    static func read(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

    /// What holds the client against the vectors.
    static let driver = repositoryRoot.appending(path: "Tests/Clients/web/vectors.mjs").path
    static let vectors = repositoryRoot.appending(path: "Tests/Vectors").path

    static var vectorFiles: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: vectors).filter { $0.hasSuffix(".json") }.sorted()
        }
    }

    /// A project whose documents carry their own signatures; version 3.0.0 is needed.
    static func project() throws -> Project {
        let project = try Project(
            policy: Project.policy().replacing("\"profile\"", with: #""envelopes": ["headers", "jws"], "profile""#))
        try project.expectDone(["build"])
        return project
    }
}

@Test(.peers(.node)) func `the client of the web passes every vector in Node`() throws {
    let files = try WebClient.vectorFiles.map { "\(WebClient.vectors)/\($0)" }
    let result = try run("node", [WebClient.driver, WebClient.path("signet.js")] + files)
    #expect(result.status == 0, "\(result.said)")
    #expect(files.count >= 5 && result.output.contains(" cases, and "), "\(result.said)")
}

@Test(.inCI, .peers(.typescript)) func `every name and type in the client of the web is right`() throws {
    let result = try run(
        "tsc",
        [
            "--allowJs", "--checkJs", "--noEmit", "--target", "esnext", "--module", "esnext", "--lib",
            "esnext,dom,dom.iterable", WebClient.path("signet.js"),
        ])
    #expect(result.status == 0 && result.said == "", "\(result.said)")
}

@Test(.peers(.node)) func `the gate of the web keeps its promises over fetches and sessions`() throws {
    let tests = repositoryRoot.appending(path: "Tests/Clients/web/gate.test.mjs").path
    let result = try run("node", ["--test", tests])
    #expect(result.status == 0, "\(result.said)")
}

@Test(
    .peers(.node),
    arguments: [
        (#""verdict": "bad-signature""#, #""verdict": "accepted""#, "expected \"accepted: "),
        (#""profile": "#, #""profil": "#, #"Error: unknown member \"profil\""#),
    ])
func `a vector with another verdict or an unknown member fails the client`(old: String, new: String, said: String)
    throws
{
    let folder = try TemporaryFolder()
    let text = try String(contentsOfFile: "\(WebClient.vectors)/verification-headers.json", encoding: .utf8)
    try folder.write("verification-headers.json", text.replacing(old, with: new, maxReplacements: 1))
    let result = try run(
        "node", [WebClient.driver, WebClient.path("signet.js"), folder.path("verification-headers.json")])
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
    let project = try WebClient.project()
    let server = try RawHTTPServer()
    func serve(_ path: String, _ type: String, _ text: String) throws {
        try server.answer(path, with: RawHTTPServer.Answer(headers: ["Content-Type: \(type)"], body: Array(text.utf8)))
    }
    try serve("/", "text/html", "<!doctype html><title>vectors</title>")
    try serve("/favicon.ico", "image/x-icon", "")
    try serve("/signet.js", "text/javascript", WebClient.read("signet.js"))
    try serve("/key-ring.js", "text/javascript", project.expectDone(["keys", "export", "--js"]).output)
    try serve("/vectors.mjs", "text/javascript", String(contentsOfFile: WebClient.driver, encoding: .utf8))
    for name in try WebClient.vectorFiles {
        try serve(
            "/\(name)", "application/json", String(contentsOfFile: "\(WebClient.vectors)/\(name)", encoding: .utf8))
    }
    let path = "distribution/availability-ios"
    try serve("/\(path).jws", "application/jose", project.folder.text("output/production/\(path).jws"))
    let script = try testText("Pages/vectors.js").replacing("VECTORS", with: "\(WebClient.vectorFiles)").replacing(
        "PATH", with: path)
    let result = try visit(server.origin + "/", script: script, returning: PageResult.self).result
    #expect(result.failures.isEmpty, "\(result.failures)")
    #expect(result.count > 1_000)
    #expect(result.decisions == ["required fetched undefined", "required stored transport"])
}

@Test(.peers(.node, .openssl, .python3))
func `the example of the client of the web decides by a signed tree`() throws {
    let project = try WebClient.project()
    let server = try HTTPSServer(serving: project.folder.path("output/production"))
    for name in ["signet.js", "package.json"] { try project.folder.write("app/\(name)", WebClient.read(name)) }
    let example = try WebClient.read("example.js")
    #expect(example.split(separator: "\n").count <= 12)
    try project.folder.write(
        "app/example.js", example.replacing("https://distribution.example.com", with: server.origin))
    try project.folder.write("app/key-ring.js", project.expectDone(["keys", "export", "--js"]).output)
    func said() throws -> String {
        try check(
            // What Node 18 has only when told to.
            "node", ["--experimental-global-webcrypto", "app/example.js"], in: project.folder.root,
            environment: [
                "NODE_EXTRA_CA_CERTS": server.certificate, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "",
            ])
    }
    #expect(try said() == "required: Update the app / now\n")
    try project.folder.write("policy.json", project.folder.text("policy.json").replacing("3.0.0", with: "2.9.4"))
    try project.expectDone(["build"])
    #expect(try said() == "the app runs\n")
    // A document that another key has signed decides nothing.
    try project.folder.write(
        "app/key-ring.js", Project(hasOwnKeys: true).expectDone(["keys", "export", "--js"]).output)
    try project.folder.write("policy.json", project.folder.text("policy.json").replacing("2.9.4", with: "3.0.0"))
    try project.expectDone(["build"])
    #expect(try said() == "the app runs\n")
}
