import Foundation
import Testing
import TestSupport

/// The page's side of the plugin in a browser, with a native side that is none.
@Suite struct PluginPageTests {
    /// Serves the package's module, a stand-in for Capacitor's, and files of the tests.
    private static func server() throws -> RawHTTPServer {
        let server = try RawHTTPServer()
        let web = AssembledPlugin.tests.appending(path: "web")
        func text(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }
        for name in ["index.js", "web.js"] {
            let module = try text(AssembledPlugin.source.appending(path: "dist/\(name)"))
            try server.answer("/dist/\(name)", text: module, type: "text/javascript")
        }
        let core = try text(web.appending(path: "core/index.js"))
        try server.answer("/core/index.js", text: core, type: "text/javascript")
        try server.answer("/native.js", text: text(web.appending(path: "native.js")), type: "text/javascript")
        try server.answer("/favicon.ico", text: "", type: "image/x-icon")
        try server.answer(
            "/", text: "<!doctype html><title>native</title><iframe></iframe>", type: "text/html")
        let app = try text(web.appending(path: "app.html"))
        try server.answer(
            "/app.html", text: app.replacing("NATIVE", with: "window.Capacitor = parent.native.inject()"),
            type: "text/html")
        try server.answer("/browser.html", text: app.replacing("NATIVE", with: ""), type: "text/html")
        return server
    }

    @Test(.peers(.chromium, .python3), .unlessHung)
    func `a page is told and heard, and what an old one says is not said of the new one`() throws {
        let server = try Self.server()
        let script = try String(contentsOf: AssembledPlugin.tests.appending(path: "web/session.js"), encoding: .utf8)
        let visit = try visit(server.origin + "/", script: script, returning: [String].self)
        #expect(visit.result == [])
        #expect(visit.exceptions == [])
    }

    private struct Screen: Decodable, Equatable, Sendable {
        let title: String
        let text: String
        let hasLater: Bool
        let isShown: Bool
        /// After Escape.
        let isKept: Bool
        let news: String
        let about: String
    }

    /// The example, whose bare names a bundler would resolve.
    private static func example() throws -> RawHTTPServer {
        let server = try server()
        let folder = AssembledPlugin.source.appending(path: "example")
        for (name, type) in [
            ("index.html", "text/html"), ("style.css", "text/css"), ("main.js", "text/javascript"),
        ] {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                .replacing("'signet-capacitor'", with: "'/dist/index.js'")
                .replacing(
                    #"<script type="module" src="main.js">"#,
                    with: #"<script src="/inject.js"></script><script type="module" src="main.js">"#)
            try server.answer("/\(name)", text: text, type: type)
        }
        let module = try String(contentsOf: AssembledPlugin.source.appending(path: "dist/index.js"), encoding: .utf8)
        try server.answer(
            "/dist/index.js", text: module.replacing("'@capacitor/core'", with: "'/core/index.js'"),
            type: "text/javascript")
        return server
    }

    @Test(.peers(.chromium, .python3), .unlessHung, arguments: [false, true])
    func `the example asks kindly for a newer app, and insists only where nothing else is left`(isRequired: Bool) throws
    {
        let server = try Self.example()
        try server.answer(
            "/inject.js",
            text: try String(contentsOf: AssembledPlugin.tests.appending(path: "web/native.js"), encoding: .utf8)
                .replacing("export class Native", with: "class Native")
                    + """

                    window.native = new Native(null, 1e6)
                    window.Capacitor = native.inject()
                    native.tell('shellTooOld', { version: '2.0.0', minimumShell: '3.0.0', isRequired: \(isRequired) })
                    native.tell('updateReady', { version: '1.6.0' })
                    """, type: "text/javascript")
        let script = """
            const element = (id) => document.getElementById(id)
            const isSeen = (id) => element(id).checkVisibility()
            while (!element('about').textContent) await new Promise((done) => setTimeout(done, 5))
            const seen = {
              title: element('title').textContent, text: element('text').textContent, hasLater: isSeen('later'),
              isShown: isSeen('shell'), news: element('news').innerText, about: element('about').textContent }
            await press('Escape')
            // What may not be closed opens again a little later.
            for (let i = 0; i < 400 && element('shell').open !== \(isRequired); i++) {
              await new Promise((done) => setTimeout(done, 5))
            }
            return { ...seen, isKept: element('shell').open }
            """
        let visit = try visit(
            server.origin + "/index.html", script: script, returning: Screen.self,
            ["--width", "390", "--height", "844"])
        #expect(
            visit.result
                == Screen(
                    title: "Please update the app",
                    text: isRequired
                        ? "This version can no longer be used. Your data is safe."
                        : "Version 2.0.0 has more to offer, but needs a newer app.",
                    hasLater: !isRequired, isShown: true, isKept: isRequired,
                    news: "A new version is here. Use it", about: "Version 1.4.0"))
        #expect(visit.violations == [] && visit.exceptions == [])
    }
}
