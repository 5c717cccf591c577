import Foundation
import Testing
import TestSupport

/// Two users of one storage with the client of the web.
@Suite struct WebStoreTests {
    private static let races = repositoryRoot.appending(path: "Tests/Clients/web/races.mjs").path

    @Test(.peers(.node), arguments: ["gates", "workers"])
    func `two gates of the web over one storage lose nothing, in two threads or in one`(mode: String) throws {
        let result = try run("node", [Self.races, WebClient.module, mode, "\(Fuzz.races)"])
        #expect(result.status == 0, "\(result.said)")
        #expect(result.output.contains("\(Fuzz.races) rounds"), "\(result.said)")
    }

    @Test(.peers(.chromium, .python3)) func `two tabs of a browser over one database lose nothing`() throws {
        let server = try RawHTTPServer()
        try server.answer("/", text: "<!doctype html><title>one</title>", type: "text/html")
        try server.answer("/favicon.ico", text: "", type: "image/x-icon")
        try WebClient.serve(on: server)
        try server.answer(
            "/races.mjs", text: String(contentsOfFile: Self.races, encoding: .utf8), type: "text/javascript")
        // The other tab does what the first one tells it.
        try server.answer("/other", text: testText("Pages/other-tab.html"), type: "text/html")
        let script = testText("Pages/first-tab.js").replacing("ROUNDS", with: "\(Fuzz.races)")
        let visit = try visit(
            server.origin + "/", script: script, returning: [String].self, ["--timeout", "\(60 + Fuzz.races)"])
        #expect(visit.result == [])
        #expect(visit.exceptions == [] && visit.windows.count == 1, "\(visit)")
    }
}
