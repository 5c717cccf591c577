import Foundation
import Testing
import TestSupport

private func blocks(_ section: String, _ language: String) throws -> String {
    try #require(Article("signet/Documents").blocks(in: section, language: language).first).code
}

@Test(.peers(.python3)) func `env.json gets into a web app by the commands of the article`() throws {
    let project = try Project.everyFormat()
    let base = try project.folder.text("env.json")
    try project.folder.write("public/configs/env.json", base)
    try project.folder.remove("env.json")
    try project.change("policy.json", "\"base\": \"env.json\"", "\"base\": \"public/configs/env.json\"")
    try project.folder.write("public/robots.txt", "User-agent: *\n")
    // What the build of a web app does with such a folder.
    let npm = "npm() { mkdir -p dist && cp -R public/. dist/ && echo '<p>' > dist/index.html; }\n"
    let commands = try blocks("For the apps that read them", "sh")
    func run(_ more: String = "") throws {
        try shell("\(npm)\(commands.trimmingCharacters(in: .newlines))\(more)", in: project.folder)
    }
    try run(" --first")
    let document = try project.folder.read("output/production/configs/env.json")
    #expect(document != Array(base.utf8) && String(decoding: document, as: UTF8.self).contains("\"build\""))
    for path in ["public", "dist"] { #expect(try project.folder.read("\(path)/configs/env.json") == document) }
    #expect(project.folder.exists("dist/configs/env.json.sig") && project.folder.exists("dist/index.html"))
    // Again, as every deployment does it: nothing is left to change.
    try run()
    #expect(try project.folder.read("output/production/configs/env.json") == document)
    #expect(try project.folder.text("dist/robots.txt") == "User-agent: *\n")
    try project.folder.remove("dist")
    try check("cp", ["-a", "output", "kept"], in: project.folder.root)
    try run(" --against kept/production")
    #expect(try project.folder.read("dist/configs/env.json") == document)
}

@Test(.peers(.nginx, .curl, .python3, .openssl))
func `an nginx serves documents at the address of an API as the article says`() throws {
    let project = try Project.everyFormat()
    let backend = try RawHTTPServer()
    try backend.answer("/api/orders", with: RawHTTPServer.Answer(body: Array("orders".utf8)))
    try backend.answer("/api/v1/app-config", with: RawHTTPServer.Answer(body: Array("another".utf8)))
    try project.expectDone(["build", "--environment", "production"])
    try project.expectDone(["publish", "--environment", "production", "--to", "documents", "--first"])
    let lines = try blocks("At the address of an API", "nginx")
        .replacing("/srv/www/documents", with: project.folder.path("documents"))
        .replacing("http://backend", with: backend.origin)
    let server = try NginxServer(server: "expires off;\n\(lines)", http: "")
    let variables = curlEnvironment(trusting: server.certificate)
    try project.expectDone(["verify", server.origin, "--settle", "0"], environment: variables)
    func ask(_ path: String) throws -> String {
        try check("curl", ["-q", "-sS", "--cacert", server.certificate, "\(server.origin)/\(path)"])
    }
    #expect(try ask("api/orders") == "orders")
    #expect(try ask("api/v1/app-config") == project.folder.text("output/production/api/v1/app-config"))
}

@Test(.peers(.node, .python3)) func `the article's worker sends requests for documents to their host`() throws {
    let folder = try TemporaryFolder()
    let code = try blocks("At the address of an API", "js")
    try folder.write("worker.mjs", code)
    try folder.write(
        "run.mjs",
        """
        import worker from "./worker.mjs";
        globalThis.fetch = (request) => (typeof request === "string" ? request : `API ${request.url}`);
        for (const path of process.argv.slice(2)) {
          console.log(worker.fetch(new Request(`https://api.example.com/${path}`)));
        }
        """)
    let paths = [
        "api/v1/app-config", "api/v1/app-config.sig", "publication.jws", "api/v1/app-configs", "api/orders",
        "api/v1/app-config/x",
    ]
    let answers = try check("node", ["run.mjs"] + paths, in: folder.root).split(separator: "\n")
    let expected =
        paths.prefix(3).map { "https://distribution.example.com/\($0)" }
        + paths.dropFirst(3).map { "API https://api.example.com/\($0)" }
    #expect(answers.map(String.init) == expected)
}
