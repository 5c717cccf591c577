import Foundation
import Testing
import TestSupport

/// The code of the articles on web bundles, as far as this machine can run it.
@Suite struct BundleArticleTests {
    private static let clients = repositoryRoot.appending(path: "Tests/Clients")

    @Test(.inCI) func `the article's code for a WKWebView has the types of the libraries`() throws {
        let folder = try TemporaryFolder()
        for module in ["UIKit", "WebKit"] {
            let source = Self.clients.appending(path: "apple/\(module).swift").path
            let words = ["-emit-module", "-parse-as-library", "-module-name", module, "-swift-version", "6", source]
            try check("swiftc", words, in: folder.root)
        }
        let blocks = try Article("WebBundles/ServingBundles").blocks.filter { $0.language == "swift" }
        #expect(blocks.count == 4)
        for (index, block) in blocks.enumerated() { try folder.write("Block\(index).swift", block.code) }
        try folder.write("KeyRing.swift", "let productionKeyRing = \"\"\n")
        let modules = builtFolder.appending(path: "Modules").path
        let libraries = ["CLibcrypto", "CZlib", "CLinux"].flatMap { name in
            ["-I", repositoryRoot.appending(path: "Sources/\(name)").path]
        }
        let files = ["Block0", "Block1", "Block2", "Block3", "KeyRing"].map { "\($0).swift" }
        let words = [
            "-typecheck", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors", "-I", ".", "-I", modules,
        ]
        let result = try run("swiftc", words + libraries + files, in: folder.root)
        #expect(result.status == 0 && result.said == "", "\(result.said)")
    }

    @Test(.peers(.java)) func `the article's code for a WebView compiles with the package for Android`() throws {
        let folder = try TemporaryFolder()
        let stubs = try String(contentsOf: Self.clients.appending(path: "android/webview.txt"), encoding: .utf8)
        var files: [String] = []
        for part in stubs.components(separatedBy: "==> ").dropFirst() {
            let lines = part.split(separator: "\n", maxSplits: 1).map(String.init)
            try folder.write(lines[0], lines[1])
            files.append(folder.path(lines[0]))
        }
        let imports = [
            "android.app.*", "android.content.*", "android.net.Uri", "android.util.Log", "android.webkit.*",
            "java.io.File", "java.util.concurrent.*", "signet.KeyRing", "signet.bundles.*",
        ]
        let code = try Article("WebBundles/BundlesOnAndroid").blocks.first { $0.language == "java" }?.code
        try folder.write(
            "BundleClient.java", imports.map { "import \($0);\n" }.joined() + (try #require(code)))
        _ = try AndroidClient(files + [folder.path("BundleClient.java")])
    }

    @Test(
        .peers(.chromium, .python3),
        arguments: [
            (
                "ServingBundles", "{ messageHandlers: { bundleWorks: { postMessage: (said) => { heard = said } } } }",
                "webkit"
            ),
            ("BundlesOnAndroid", "{ works: (said) => { heard = said } }", "shell"),
        ])
    func `a page says of which bundle it is`(article: String, shell: String, name: String) throws {
        let code = try Article("WebBundles/\(article)").blocks.first { $0.language == "js" }?.code
        let server = try RawHTTPServer()
        try server.answer("/builds/v1.5.1/", text: "<!doctype html><title>page</title>", type: "text/html")
        try server.answer("/favicon.ico", text: "", type: "image/x-icon")
        let script = "let heard; window.\(name) = \(shell)\n\(try #require(code))\nreturn heard"
        #expect(
            try visit(server.origin + "/builds/v1.5.1/", script: script, returning: String.self).result == "v1.5.1")
    }

    private struct Workers: Decodable, Equatable, Sendable {
        let scopes: [String]
        let caches: [String]
        /// What the pages get for a file of theirs.
        let files: [String]
    }

    @Test(.peers(.chromium, .python3)) func `the worker of a version serves it alone, and goes with it`() throws {
        let article = try Article("WebBundles/ServiceWorkersAndStores")
        let server = try RawHTTPServer()
        try server.answer("/favicon.ico", text: "", type: "image/x-icon")
        for version in ["v1.5.0", "v1.5.1"] {
            let html = """
                <!doctype html><title>\(version)</title><script type="module">import "./page.js"; window.isDone = true</script>
                """
            try server.answer("/builds/\(version)/", text: html, type: "text/html")
            for name in ["page.js", "worker.js"] {
                try server.answer(
                    "/builds/\(version)/\(name)", text: article.code(name, language: "js"), type: "text/javascript")
            }
            try server.answer("/builds/\(version)/data.txt", text: version, type: "text/plain")
        }
        let script = """
            const until = async (isSo) => { while (!await isSo()) await new Promise((done) => setTimeout(done, 10)) }
            const state = async (page) => {
              const registrations = await navigator.serviceWorker.getRegistrations()
              const files = await page.fetch('data.txt').then((answer) => answer.text())
              return {
                scopes: registrations.map(({ scope }) => new URL(scope).pathname),
                caches: (await caches.keys()).map((name) => new URL(name).pathname), files: [files] }
            }
            const hasWorker = async () => {
              const [registration] = await navigator.serviceWorker.getRegistrations()
              return registration?.active?.state === 'activated'
            }
            await until(() => window.isDone)
            await until(hasWorker)
            const before = await state(window)
            const frame = document.body.appendChild(document.createElement('iframe'))
            frame.src = '/builds/v1.5.1/'
            await until(() => frame.contentWindow.isDone)
            await until(hasWorker)
            return [before, await state(frame.contentWindow)]
            """
        let result = try visit(
            server.origin + "/builds/v1.5.0/", script: script, returning: [Workers].self
        ).result
        let paths = ["/builds/v1.5.0/", "/builds/v1.5.1/"]
        let expected = zip(paths, ["v1.5.0", "v1.5.1"]).map { path, file in
            Workers(scopes: [path], caches: [path], files: [file])
        }
        #expect(result == expected)
    }
}
