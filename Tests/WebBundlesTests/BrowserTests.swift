import Foundation
import ManifestVerifier
import Testing
import TestSupport
import WebBundles

/// A page that tries everything, and writes what came of it into itself.
private enum Page {
    static let html = testText("Pages/page.html").replacing("DOT", with: dot.base64EncodedString())

    static let violations = testText("Pages/violations.js")

    static let script = testText("Pages/page.js")

    /// A PNG of one pixel.
    static let dot = Data(
        [UInt8](
            hexadecimal: "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000"
                + "000d4944415478da6364f8cf500f00038601805a347d6b0000000049454e44ae426082"))
}

/// What the page writes into itself in a browser.
private func report(policy: String? = BundleResponder.defaultPolicy) throws -> [String: String] {
    let bundle = try ServedBundle([
        "index.html": Page.html, "scripts/violations.js": Page.violations, "scripts/page.js": Page.script,
        "scripts/module.mjs": "export const answer = 42\n", "styles/page.css": "body, h1 { color: rgb(1, 2, 3) }\n",
        "data/values.json": #"{ "value": "läuft" }"#, "data/text.txt": "0123456789", "frame.html": "<p>frame",
    ])
    try bundle.folder.write("bundle/images/dot.png", [UInt8](Page.dot))
    try bundle.folder.write("bundle/module.wasm", [0, 0x61, 0x73, 0x6D, 1, 0, 0, 0])
    let server = try LoopbackServer(try bundle.responder(prefix: "mobile/v1.5.1", policy: policy))
    let address = server.origin + "/mobile/v1.5.1/"
    var pieces: [String] = []
    var said = ""
    // Its virtual time runs out early where the browser's own processes wait for a processor.
    for attempt in 1...3 where pieces.count != 2 {
        let result = try run(
            "chromium",
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--disable-background-networking", "--no-proxy-server",
                "--user-data-dir=\(bundle.folder.path("profile\(attempt)"))", "--virtual-time-budget=30000",
                "--dump-dom", address,
            ])
        pieces = result.output.components(separatedBy: "<pre id=\"report\">")
        said = result.output + result.errors
    }
    withExtendedLifetime(server) {}
    try #require(pieces.count == 2, "the page did not come to its end: \(said)")
    let json = try #require(pieces[1].components(separatedBy: "<")[0].removingPercentEncoding)
    let values = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    return values.mapValues { ($0 as? [String])?.joined(separator: ", ") ?? "\($0)" }
}

@Test(.peers(.chromium), .unlessHung)
func `a page runs in a browser, and what its policy forbids does not`() throws {
    let report = try report()
    #expect(
        report == [
            // What a page is made of.
            "answer": "42", "color": "rgb(1, 2, 3)", "file": "1", "data": "1", "fetch": "l\u{E4}uft",
            "range": "206 456 bytes 4-6/10", "unsatisfiable": "416 bytes */10",
            // What is not there or not allowed.
            "missing": "404", "traversal": "400", "post": "405", "wrongType": "refused",
            // What the policy forbids.
            "inline": "blocked", "handler": "blocked", "title": "rgb(1, 2, 3)", "eval": "refused: EvalError",
            "wasm": "refused: CompileError", "elsewhere": "refused: TypeError",
            "frame": "blocked",
            "violations": [
                "connect-src http://localhost:PORT/", "script-src eval", "script-src wasm-eval",
                "script-src-attr inline", "script-src-elem inline", "style-src-elem inline",
            ].joined(separator: ", "),
        ])
}

@Test(.peers(.chromium), .unlessHung)
func `without the policy the same page does all that it forbids`() throws {
    let report = try report(policy: nil)
    #expect(
        report == [
            "answer": "42", "color": "rgb(1, 2, 3)", "file": "1", "data": "1", "fetch": "l\u{E4}uft",
            "range": "206 456 bytes 4-6/10", "unsatisfiable": "416 bytes */10", "missing": "404", "traversal": "400",
            "post": "405", "wrongType": "refused",
            "inline": "ran", "handler": "ran", "title": "rgb(9, 9, 9)", "eval": "2", "wasm": "Object",
            "elsewhere": "refused: TypeError", "frame": "frame", "violations": "",
        ])
}

@Test(.peers(.python3, .chromium), .unlessHung)
func `a page of 300 files loads through the responder in at most 1.5 times what a plain server takes`() async throws {
    let bench = try StoreBench()
    let files = PageLoads.files
    let (archive, list) = (try bench.archive(files), StoreBench.list(files).digest)
    try await bench.publish([bench.offer("1.5.0", archive: archive, files: list)])
    #expect(try await bench.update() == .installed(try StoreBench.version("1.5.0")))
    try await bench.confirm()
    let folder = bench.folder.path("store/v1.5.0")
    // One for each load: what another one has opened is not open in it.
    var loads: [(StartedBundle, BundleResponder)] = []
    for round in PageLoads.rounds {
        let bundle = try await bench.store().start()
        loads.append((bundle, try BundleResponder(bundle, prefix: "served/\(round)")))
    }
    let responders = loads.map(\.1)
    let served = try LoopbackServer { method, path, headers in
        let round = path.split(separator: "/").dropFirst().first.flatMap { Int($0) } ?? 0
        return LoopbackServer.Answer(responders[round].response(method: method, path: path, headers: headers))
    }
    let plain = try LoopbackServer { _, path, _ in
        let name = path.split(separator: "/").dropFirst().joined(separator: "/")
        let bytes = [UInt8]((try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))) ?? Data())
        let fields = [
            ("content-type", MediaType.of(fileName: name)), ("content-length", "\(bytes.count)"),
            ("cache-control", "no-store"),
        ]
        return LoopbackServer.Answer(
            status: 200, headers: fields.map { HeaderField(unchecked: $0.0, value: $0.1) }
        ) { Array(bytes.dropFirst($0).prefix(64 << 10)) }
    }
    let times = try PageLoads.fastest([
        { "\(served.origin)/served/\($0)/index.html" }, { "\(plain.origin)/\($0)/index.html" },
    ])
    withExtendedLifetime((served, plain, loads)) {}
    print("page through the responder: \(times[0]) ms, plain files \(times[1]) ms")
    #expect(times[0] <= PageLoads.mostTimes * times[1], "\(times)")
}
