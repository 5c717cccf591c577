import Diagnostics
import Foundation
import ManifestPublisher
import ManifestVerifier
import Testing
import TestSupport

/// A folder that holds a web app as well, with everything that such folders have.
private struct WebApp {
    let project: PublishedProject
    static let files = [
        "index.html": "<!doctype html>", "assets/app.js": "start()", "distribution/logo.txt": "logo",
        ".well-known/assetlinks.json": "[]", "caf\u{E9}.txt": "coffee",
    ]

    init() throws {
        project = try PublishedProject()
        for (path, text) in Self.files { try project.folder.write("public/\(path)", text) }
        try project.folder.write("elsewhere/precious", "precious")
        try FileManager.default.createSymbolicLink(
            atPath: project.folder.path("public/link"), withDestinationPath: "../elsewhere")
    }

    @discardableResult
    func publish(_ kind: StaticHost.Kind = .headers) async throws -> StaticHost.Result {
        try await StaticHost(project.folder.path("public"), kind).write(of: project)
    }

    /// Fails with a report that says these words, and changes nothing.
    func expectRefused(_ words: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let before = try project.folder.snapshot()
        let error = try await #require(throws: (any Error).self) { try await publish() }
        let report = ErrorReport(error)
        for word in words {
            #expect(
                "\(report.message) \(report.hint ?? "")".contains(word), "\(report)", sourceLocation: sourceLocation)
        }
        let tree = try await project.tree()
        #expect(throws: (any Error).self) { _ = try StaticHost(project.folder.path("public")).examine(tree, over: nil) }
        #expect(try project.folder.snapshot() == before, sourceLocation: sourceLocation)
    }

    func expectWhole(sourceLocation: SourceLocation = #_sourceLocation) throws {
        for (path, text) in Self.files {
            #expect(try project.folder.text("public/\(path)") == text, "\(path)", sourceLocation: sourceLocation)
        }
        #expect(try project.folder.text("elsewhere/precious") == "precious", sourceLocation: sourceLocation)
        #expect(try project.folder.text("public/link/precious") == "precious", sourceLocation: sourceLocation)
    }

    func file(_ name: String) -> String { project.folder.path("public/\(name)") }
}

@Test func `Signet's files are added to a web app, replaced, and only they are removed`() async throws {
    let app = try WebApp()
    try app.project.folder.write("static/deep/er/c.txt", "c\n")
    try app.project.build("output", at: PublishedProject.builtAt)
    try await app.publish()
    try app.expectWhole()
    #expect(app.project.folder.exists("public/distribution/deep/er/c.txt.sig"))
    try app.project.folder.write("static/a.txt", "another a\n")
    try app.project.folder.remove("static/deep")
    try app.project.build("output", at: PublishedProject.builtAt)
    try await app.publish()
    try app.expectWhole()
    #expect(try app.project.folder.text("public/distribution/a.txt") == "another a\n")
    #expect(!app.project.folder.exists("public/distribution/deep"))
    try app.project.folder.remove("static/a.txt")
    try app.project.build("output", at: PublishedProject.builtAt)
    try await app.publish()
    try app.expectWhole()
    #expect(!app.project.folder.exists("public/distribution/a.txt"))
    #expect(try !app.project.folder.text("public/.signet-files").contains("a.txt"))
}

/// What can be in the way of a file of Signet's.
private struct Collision: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let words: String
    let make: @Sendable (TemporaryFolder) throws -> Void

    init(_ name: String, _ words: String, _ make: @escaping @Sendable (TemporaryFolder) throws -> Void) {
        (testDescription, self.words, self.make) = (name, words, make)
    }
}

private let collisions: [Collision] = [
    Collision("a file", "public/distribution/a.txt is not a file that signet publish wrote") {
        try $0.write("public/distribution/a.txt", "mine")
    },
    Collision("a folder", "public/distribution/a.txt is not a file") {
        try $0.write("public/distribution/a.txt/x", "mine")
    },
    Collision("a signature", "public/distribution/a.txt.sig is not a file") {
        try $0.write("public/distribution/a.txt.sig", "mine")
    },
    Collision("a link to a file", "public/distribution/a.txt is not a file") {
        try FileManager.default.createSymbolicLink(
            atPath: $0.path("public/distribution/a.txt"), withDestinationPath: "../../elsewhere/precious")
    },
    Collision("a link for a folder", "public/distribution is not a file") {
        try $0.remove("public/distribution")
        try FileManager.default.createSymbolicLink(
            atPath: $0.path("public/distribution"), withDestinationPath: "../elsewhere")
    },
    Collision("a file for a folder", "public/distribution is not a file") {
        try $0.remove("public/distribution")
        try $0.write("public/distribution", "mine")
    },
    Collision("an index", "public/publication.jws is not a file") { try $0.write("public/publication.jws", "mine") },
]

@Test(arguments: collisions)
private func `what is in the way of a document is refused by its path, and nothing is written`(collision: Collision)
    async throws
{
    let app = try WebApp()
    try collision.make(app.project.folder)
    try await app.expectRefused([collision.words, "give the document another path in the policy"])
}

@Test func `a file that the web app put in the place of Signet's is neither overwritten nor removed`() async throws {
    let app = try WebApp()
    try await app.publish()
    try app.project.folder.write("public/distribution/a.txt", "mine")
    try await app.expectRefused(["public/distribution/a.txt is not a file that signet publish wrote"])
    try app.project.folder.remove("static/a.txt")
    try app.project.build("output", at: PublishedProject.builtAt)
    try await app.publish()
    #expect(try app.project.folder.text("public/distribution/a.txt") == "mine")
    #expect(!app.project.folder.exists("public/distribution/a.txt.sig"))
}

@Test func `a file of the web app with the very bytes of a document stays the web app's`() async throws {
    let app = try WebApp()
    try app.project.folder.write("public/distribution/a.txt", "this is new\n")
    try await app.publish()
    try app.project.folder.remove("static/a.txt")
    try app.project.build("output", at: PublishedProject.builtAt)
    try await app.publish()
    #expect(try app.project.folder.text("public/distribution/a.txt") == "this is new\n")
}

// MARK: The list

@Test(
    arguments: [
        "../elsewhere/precious", "/etc/passwd", "a/../../elsewhere/precious", "./index.html", "a//b", "", "a b",
    ])
func `a list that leads out of the folder is refused`(path: String) async throws {
    let app = try WebApp()
    try await app.publish()
    let list = try app.project.folder.text("public/.signet-files")
    try app.project.folder.write("public/.signet-files", "\(list)\(SHA256.hash(Array("precious".utf8)))  \(path)\n")
    try await app.expectRefused(["public/.signet-files: is not a list that signet publish wrote"])
}

@Test func `a list with others' files removes none through a link, and none of other bytes`() async throws {
    let app = try WebApp()
    try await app.publish()
    let list = try app.project.folder.text("public/.signet-files")
    let precious = SHA256.hash(Array("precious".utf8)).hexadecimal
    try app.project.folder.write(
        "public/.signet-files", "\(list)\(precious)  link/precious\n\(precious)  index.html\n\(precious)  assets\n")
    try await app.publish()
    try app.expectWhole()
    #expect(try app.project.folder.text("public/.signet-files") == list)
}

// MARK: _headers

@Test func `the rules of a web app stay to the byte, with a block of Signet's behind them`() async throws {
    let app = try WebApp()
    let rules = "/assets/*\n  Cache-Control: max-age=9\n\n# the end, without a line feed"
    try app.project.folder.write("public/_headers", rules)
    #expect(try await app.publish().warnings == [])
    let merged = try app.project.folder.text("public/_headers")
    #expect(merged.hasPrefix("\(rules)\n# signet publish: from here"))
    #expect(merged.hasSuffix("\n# signet publish: end\n"))
    #expect(merged.contains("/distribution/a.txt\n  Content-Type: text/plain"))
    // What the web app adds behind the block stays there, and the block where it is.
    try app.project.folder.write("public/_headers", "\(merged)/more/*\n  X-More: 1\n")
    try app.project.folder.remove("static/a.txt")
    try app.project.build("output", at: PublishedProject.builtAt)
    try await app.publish()
    let again = try app.project.folder.text("public/_headers")
    #expect(again.hasPrefix("\(rules)\n# signet publish: from here") && !again.contains("/distribution/a.txt\n"))
    #expect(again.hasSuffix("# signet publish: end\n/more/*\n  X-More: 1\n"))
    // A new build of the web app has no block.
    try app.project.folder.write("public/_headers", "\(rules)\n")
    try await app.publish()
    #expect(try app.project.folder.text("public/_headers").components(separatedBy: "from here").count == 2)
}

@Test(
    arguments: [
        ("# signet publish: end\n", ""), ("", "# signet publish: end\n"),
        ("# signet publish: from here to the end mark, replaced with each publication: do not edit\n", "x\n"),
    ])
func `a block without both of its marks is refused`(mark: String, other: String) async throws {
    let app = try WebApp()
    try await app.publish()
    let text = try app.project.folder.text("public/_headers")
    try app.project.folder.write(
        "public/_headers", mark.isEmpty ? text + other : text.replacing(mark, with: other))
    try await app.expectRefused(["public/_headers: the block of signet publish does not have its two marks"])
}

@Test func `rules of the web app that set a header of a document as well are named`() async throws {
    let app = try WebApp()
    try app.project.folder.write(
        "public/_headers",
        """
        /*
          X-Frame-Options: DENY
        /:page/a.txt
          x-a: b
        /dist*
          cache-control: no-cache
        /assets/*
          Cache-Control: max-age=9
        """)
    #expect(try await app.publish().warnings == [.doubledHeaders(["/dist*"])])
}

// MARK: Served

@Test(.peers(.nginx, .curl, .python3, .openssl))
func `an nginx serves a web app and its documents from one folder, and none of Signet's own files`() async throws {
    let app = try WebApp()
    let result = try await app.publish()
    let server = try NginxServer(serving: result.site, including: #require(result.nginxHeaders))
    func ask(_ path: String) throws -> String {
        try check(
            "curl",
            [
                "-q", "-sS", "--cacert", server.certificate, "-w", " %{http_code} %{content_type}",
                "\(server.origin)/\(path)",
            ])
    }
    #expect(try ask("assets/app.js").hasPrefix("start() 200 "))
    #expect(try ask("distribution/a.txt").hasSuffix("this is new\n 200 text/plain; charset=utf-8"))
    for name in [".signet-files", ".signet-nginx.conf"] {
        #expect(app.project.folder.exists("public/\(name)"))
        #expect(try ask(name).contains(" 404 "))
    }
}
