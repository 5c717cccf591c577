import Foundation
import Testing
import TestSupport

/// What cannot work in an app, or must not be in one, is found when a bundle is packed.
@Suite struct BundleInspectionTests {
    private static let policy = #"<meta http-equiv=Content-Security-Policy content="default-src 'self'">"#

    /// Packs `dist` with a list that says how pages are judged.
    private func pack(
        _ project: Project, list: String = "", _ words: [String] = []
    ) throws -> CommandResult {
        try project.nameBundleList()
        try project.folder.write("bundles.json", "{ \(list)\"bundles\": [] }")
        return try project.run(["bundle", "pack", "dist", "--version", "1.0.0", "--shell", "2..."] + words)
    }

    private static let root = #""served": "root", "#

    private func project(of build: String) throws -> Project {
        let project = try Project()
        let source = repositoryRoot.appending(path: "Tests/WebBuilds/\(build)").path
        try check("cp", ["-r", source, project.folder.path("dist")], in: project.folder.root)
        return project
    }

    @Test(arguments: ["vite-react", "vite-vue", "angular", "ionic"])
    func `a default build packs clean for Capacitor, and otherwise its addresses are named`(build: String) throws {
        let project = try project(of: build)
        let versioned = try pack(project, ["--strict"])
        #expect(versioned.status == 1)
        let lines = versioned.errors.split(separator: "\n").filter { $0.hasPrefix("dist/") }
        #expect(!lines.isEmpty && lines.allSatisfy { $0.hasSuffix("[page-address]") }, "\(versioned.errors)")
        #expect(!project.folder.exists("bundles/v1.0.0.zip"))
        let clean = try pack(project, list: Self.root, ["--strict"])
        #expect(clean.status == 0 && !clean.errors.contains("warning"), "\(clean.errors)")
    }

    @Test(arguments: ["vite-react", "vite-vue"])
    func `a build with relative addresses packs clean below a version, without a policy of its own`(build: String)
        throws
    {
        let project = try project(of: build)
        let page = try project.folder.text("dist/index.html")
        try project.folder.write(
            "dist/index.html", page.replacing("=\"/", with: "=\"./").replacing(#/<meta http-equiv.*/#, with: ""))
        let clean = try pack(project, ["--strict"])
        #expect(clean.status == 0 && !clean.errors.contains("warning"), "\(clean.errors)")
    }

    @Test func `Angular needs one option, which the explanation of the finding names`() throws {
        let project = try project(of: "angular")
        let page = try project.folder.text("dist/index.html")
        try project.folder.write(
            "dist/index.html",
            page.replacing(
                "styles-5INURTSO.css\">", with: "styles-5INURTSO.css\" media=\"print\" onload=\"this.media='all'\">"))
        let result = try pack(project, list: Self.root, ["--strict"])
        #expect(
            result.errors.contains("dist/index.html:10:65: warning: has a script in the attribute onload"),
            "\(result.errors)")
        #expect(result.errors.contains("allow its hash: 'sha256-MhtPZXr7+LpJUY5qtMutB+qWfQtMaPccfe7QXtCcEYc='"))
        let words = try signet(["help", "script-blocked"], in: project.folder).output.split { $0.isWhitespace }
        #expect(words.joined(separator: " ").contains("optimization.styles.inlineCritical is false"))
    }

    private static let findings: [(list: String, head: String, script: String, said: [String])] = [
        (root, "<title>a</title>", "", ["index.html:1:1: warning: has no Content-Security-Policy in a <meta>"]),
        (root, "<meta http-equiv=Content-Security-Policy content=\" ;\">", "", ["index.html:1:1: warning: has no"]),
        (
            "",
            "<META HTTP-EQUIV=content-security-policy content=\"script-src 'self' 'unsafe-eval' *; script-src-elem 'unsafe-inline'\">",
            "",
            [
                "index.html:1:7: warning: lets scripts come from 'unsafe-eval' in", "lets scripts come from * in",
                "lets scripts come from 'unsafe-inline' in",
            ]
        ),
        (
            root, "<script src=app.js></script>\n \(policy)", "",
            ["index.html:1:7: warning: has a script before its Content-Security-Policy"]
        ),
        ("", "<meta http-equiv=Content-Security-Policy content=\"img-src *\">", "", ["says nothing of scripts"]),
        (
            "", "\(policy)\n<SCRIPT async SRC = //cdn.example.com/a.js></SCRIPT>", "",
            ["index.html:2:1: warning: loads a script from //cdn.example.com/a.js [script-remote]"]
        ),
        (
            "", "\(policy)<!-- <script src='https://no'> --><link rel=modulepreload href=https://cdn.example.com/b.js>",
            "",
            ["loads a script from https://cdn.example.com/b.js"]
        ),
        ("", "<script src='/\\\\evil.example/x.js'></script>", "", ["loads a script from /\\\\evil.example/x.js"]),
        ("", "<base href='https://evil.example/'>", "", ["takes https://evil.example/ for the base of its links"]),
        ("", "<base href='/'>", "", ["takes / for the base"]),
        (root, "\(policy)<base href='/app/'>", "", ["takes /app/ for the base of its links"]),
        (
            "", "<img srcset='/a.png 2x'>\u{E4}<a href=/shop>", "",
            [
                "1:12: warning: names /a.png 2x, which",
                "1:35: warning: names /shop, which is above the bundle's own address",
            ]
        ),
        ("", "<script>\nalert(1)</script>", "", ["index.html:1:7: warning: has an inline script, which the"]),
        (
            "", "\(policy)<a href='javascript:x()' onClick=y()>", "",
            ["in the attribute href", "in the attribute onclick"]
        ),
        ("", "\(policy)<form action=' Java\tscript:x()'>", "", ["in the attribute action"]),
        (
            "", "", "\n  import('https://esm.example.com/a.js')",
            ["app.js:2:3: warning: loads a script from https://esm.example.com"]
        ),
        (
            "", "", "x();import/**/( /* @vite-ignore */`//a.example/b`)",
            ["app.js:1:5: warning: loads a script from //a.example/b"]
        ),
        (
            "", "", "import{a}from'https://a.example/b'",
            ["app.js:1:10: warning: loads a script from https://a.example/b"]
        ),
        ("", "", "importScripts(\"https://a.example/w.js\")", ["app.js:1:1: warning: loads a script from"]),
        ("", "", "import('/chunk.js')", ["app.js:1:1: warning: names /chunk.js, which is above"]),
        (
            "", "", "navigator.serviceWorker.register('/sw.js');navigator.serviceWorker.register(u, { scope: '/' })",
            [
                "app.js:1:11: warning: registers a service worker for /sw.js, outside",
                "registers a service worker for /, outside",
            ]
        ),
        (
            root, policy, "navigator.serviceWorker?.register('sw.js')",
            ["registers a service worker, which would answer"]
        ),
        (
            "", "", "x()\n//# sourceMappingURL=data:application/json;base64,e30=",
            ["app.js:2:5: warning: has its source map within it"]
        ),
    ]

    @Test(arguments: findings.indices)
    func `what is wrong is found with its line and column, and refused by --strict`(index: Int) throws {
        let finding = Self.findings[index]
        let project = try Project()
        try project.writeWebBuild(page: "<html>\(finding.head)")
        try project.folder.write("dist/app.js", finding.script)
        let strict = try pack(project, list: finding.list, ["--strict"])
        for said in finding.said { #expect(strict.errors.contains(said), "\(strict.errors)") }
        let lines = strict.errors.split(separator: "\n")
        #expect(
            strict.status == 1 && lines.count { $0.contains(": warning: ") } == finding.said.count, "\(strict.errors)")
        #expect(lines.last?.hasSuffix(", and --strict is on") == true)
        let packed = try pack(project, list: finding.list)
        #expect(packed.status == 0 && packed.errors.contains(finding.said[0]), "\(packed.errors)")
        #expect(packed.errors.contains("hint: "))
    }

    @Test(arguments: [
        (
            root,
            #"<meta http-equiv=Content-Security-Policy content="script-src 'self' 'nonce-a'"><script nonce=a>x()</script>"#
        ),
        (
            root,
            #"<meta http-equiv=Content-Security-Policy content="default-src &#39;self&#39; 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"><script>alert(1)</script>"#
        ),
        (
            #""allowScripts": ["'unsafe-eval'", "https://maps.example.com"], "#,
            #"<meta http-equiv=Content-Security-Policy content="default-src 'self' 'UNSAFE-EVAL' https://maps.example.com"><script src="https://maps.example.com/a.js"></script>"#
        ),
        (
            root,
            #"<meta http-equiv=Content-Security-Policy content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; img-src *"><img src="https://d/e.png"><script src="/a.js"></script><script type="application/json">{}</script><title><script src=https://c></title>"#
        ),
        ("", "<base href='./'><script src=app.js></script>"),
    ])
    func `what works, or what a review has allowed, is no finding`(list: String, page: String) throws {
        let project = try Project()
        try project.writeWebBuild(page: page)
        try project.folder.write(
            "dist/app.js",
            """
            /* import 'https://a.example/b' */
            // import('https://a.example/b')
            const from = "https://a.example", text = 'x.import("https://a")', url = import.meta.url
            obj.import('https://a.example'); navigator.serviceWorker.ready; import('./chunk.js')
            """)
        let result = try pack(project, list: list, ["--strict"])
        #expect(result.status == 0 && !result.errors.contains("warning"), "\(result.errors)")
    }

    @Test(
        .peers(.zip),
        arguments: [
            ("7F454C4602", "ELF"), ("CFFAEDFE07000001", "Mach-O"), ("FEEDFACE", "Mach-O"),
            ("CAFEBABE00000002", "Mach-O"),
            ("6465780A30333500", "DEX"), ("4D5A" + String(repeating: "0", count: 116) + "4000000050450000", "PE"),
        ])
    func `native code is refused by its first bytes, whatever its name, packed or added`(hex: String, said: String)
        throws
    {
        let project = try Project()
        try project.writeWebBuild(page: "<script>x()</script>")
        let bytes = stride(from: 0, to: hex.count, by: 2).map { place in
            let start = hex.index(hex.startIndex, offsetBy: place)
            return UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16) ?? 0
        }
        try project.folder.write("dist/img/data.bin", bytes)
        try project.folder.write("dist/note.txt", "MZ is no program\n")
        let packed = try pack(project)
        #expect(packed.status == 1)
        // Everything at once: the warning about the page, too.
        #expect(
            packed.errors.contains("dist/img/data.bin: error: is a program") && packed.errors.contains("(\(said))"),
            "\(packed.errors)")
        #expect(
            packed.errors.contains("dist/index.html:1:1: warning: ")
                && packed.errors.contains("refused: 1 error, 1 warning"))
        #expect(!packed.errors.contains("note.txt"))
        try check("zip", ["-qr", "../shop.zip", "."], in: project.folder.path("dist"))
        let added = try project.run(["bundle", "add", "shop.zip", "--version", "1.0.0", "--shell", "2..."])
        #expect(
            added.status == 1 && added.errors.contains("shop.zip/img/data.bin: error: is a program"), "\(added.errors)")
        #expect(added.errors.contains("shop.zip/index.html:1:1: warning: has an inline script"))
    }

    @Test func `a file full of findings is looked at once, and the first of them are said`() throws {
        let project = try Project()
        try project.writeWebBuild()
        let line = "import('https://a.example/b')\n"
        try project.folder.write("dist/app.js", "/* \u{E4} */" + String(repeating: line, count: 20_000))
        let result = try pack(project, ["--strict"])
        #expect(result.status == 1 && result.errors.contains("app.js:1:8: warning: loads a script"))
        #expect(result.errors.contains("app.js:500:1: warning: ") && !result.errors.contains("app.js:501:"))
    }

    @Test func `source maps are found, and what a list may not say is refused`() throws {
        let project = try Project()
        try project.writeWebBuild()
        try project.folder.write("dist/app.js.map", "{}")
        let result = try pack(project)
        #expect(
            result.status == 0 && result.errors.contains("dist/app.js.map: warning: is a source map [source-map]"),
            "\(result.errors)")
        for (list, said) in [
            (#""served": "top", "#, "bundles.json:1:13: error: bundles are served root or versioned"),
            (#""allowScripts": ["a b"], "#, "bundles.json:1:20: error: not a source of a Content-Security-Policy"),
        ] {
            let refused = try pack(project, list: list)
            #expect(refused.status == 1 && refused.errors.contains(said), "\(refused.errors)")
        }
        let article = try Article("signet/WebBundles").blocks(in: "What is in a bundle", language: "json")[0].code
        try project.folder.write("bundles.json", article)
        try project.expectDone(["bundle", "pack", "dist", "--version", "1.0.0", "--shell", "2..."])
    }

    @Test func `a program on one line is looked at in a time that grows with its length alone`() throws {
        let project = try Project()
        try project.writeWebBuild()
        try project.nameBundleList()
        try project.folder.write("dist/app.js", String(repeating: "from='abcdefgh';", count: 65_000))
        // Seconds of a processor; when each word looked back to the beginning it took many times as long.
        let pack = "ulimit -t 60; exec \"$0\" bundle pack dist --version 1.0.0 --shell 2.0.0..."
        let result = try run("bash", ["-c", pack, signetPath], in: project.folder.root)
        #expect(result.status == 0, "\(result.said)")
    }
}
