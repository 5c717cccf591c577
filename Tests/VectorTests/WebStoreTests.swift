import Foundation
import Testing
import TestSupport

/// Two users of one storage with the client of the web.
@Suite struct WebStoreTests {
    private static let client = repositoryRoot.appending(path: "Sources/ReferenceClients/web/signet.js").path
    private static let races = repositoryRoot.appending(path: "Tests/Clients/web/races.mjs").path

    @Test(.peers(.node), arguments: ["gates", "workers"])
    func `two gates of the web over one storage lose nothing, in two threads or in one`(mode: String) throws {
        let result = try run("node", [Self.races, Self.client, mode, "\(Fuzz.races)"])
        #expect(result.status == 0, "\(result.said)")
        #expect(result.output.contains("\(Fuzz.races) rounds"), "\(result.said)")
    }

    @Test(.peers(.chromium, .python3)) func `two tabs of a browser over one database lose nothing`() throws {
        let server = try RawHTTPServer()
        func serve(_ path: String, _ type: String, _ text: String) throws {
            try server.answer(
                path, with: RawHTTPServer.Answer(headers: ["Content-Type: \(type)"], body: Array(text.utf8)))
        }
        try serve("/", "text/html", "<!doctype html><title>one</title>")
        try serve("/favicon.ico", "image/x-icon", "")
        try serve("/signet.js", "text/javascript", String(contentsOfFile: Self.client, encoding: .utf8))
        try serve("/races.mjs", "text/javascript", String(contentsOfFile: Self.races, encoding: .utf8))
        // The other tab does what the first one tells it.
        let other = testText("Pages/other-tab.html")
        try serve("/other", "text/html", other)
        let script = testText("Pages/first-tab.js").replacing("ROUNDS", with: "\(Fuzz.races)")
        let visit = try visit(
            server.origin + "/", script: script, returning: [String].self, ["--timeout", "\(60 + Fuzz.races)"])
        #expect(visit.result == [])
        #expect(visit.exceptions == [] && visit.windows.count == 1, "\(visit)")
    }
}
