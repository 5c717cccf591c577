import Foundation
import Testing
import TestSupport

/// What a folder may not hold, how it gets there, and what is said of it.
private let hostileFolders: [(name: String, make: [String], said: String)] = [
    ("no page", ["rm", "dist/index.html"], "dist: has no index.html"),
    ("a link to a file", ["ln", "-s", "/etc/hostname", "dist/host.txt"], "dist/host.txt: is a symbolic link"),
    ("a link to a folder", ["ln", "-s", "/etc", "dist/etc"], "dist/etc: is a symbolic link"),
    ("a link as the page", ["ln", "-sf", "app.js", "dist/index.html"], "dist/index.html: is a symbolic link"),
    ("a pipe", ["mkfifo", "dist/pipe"], "dist/pipe: is neither a file nor a folder"),
    ("a hidden file", ["cp", "dist/app.js", "dist/.env"], "dist/.env: is hidden"),
    ("a hidden folder", ["mkdir", "dist/.git"], "dist/.git: is hidden"),
    ("a private key", ["cp", "keys/production.key.pem", "dist/key.txt"], "dist/key.txt: is a private key"),
    (
        "a private key behind other lines",
        ["sh", "-c", "(echo Bag Attributes; cat keys/production.key.pem) > dist/key.txt"],
        "dist/key.txt: is a private key"
    ),
    ("names that differ by case", ["cp", "dist/app.js", "dist/APP.js"], "app.js"),
    ("names of one Unicode form", ["cp", "dist/app.js", "dist/assets/u\u{308}.txt"], "assets/"),
    ("a backslash", ["cp", "dist/app.js", "dist/a\\b.js"], "a\\b.js"),
    ("a line feed", ["cp", "dist/app.js", "dist/a\nb.js"], "dist/a"),
    ("a colon", ["cp", "dist/app.js", "dist/c:a.js"], "dist/c:a.js"),
]

@Test(arguments: hostileFolders.indices)
func `a folder with what no bundle has is refused, and nothing is written`(index: Int) throws {
    let hostile = hostileFolders[index]
    let project = try Project()
    try project.writeWebBuild()
    try check(hostile.make[0], Array(hostile.make.dropFirst()), in: project.folder.root)
    try project.nameBundleList()
    let result = try project.run(["bundle", "pack", "dist", "--version", "1.0.0", "--shell", "2..."])
    #expect([1, 66].contains(result.status), "\(hostile.name): \(result.errors)")
    #expect(result.errors.contains(hostile.said), "\(hostile.name): \(result.errors)")
    #expect(!project.folder.exists("bundles.json"), "\(hostile.name)")
    #expect(try project.folder.snapshot("bundles").keys.allSatisfy { $0 == ".gitignore" }, "\(hostile.name)")
}

@Test(arguments: [".", "..", "keys", "output", "bundles"])
func `a folder of the project is not packed`(folder: String) throws {
    let project = try Project()
    try project.writeWebBuild()
    try project.folder.write("output/production/note.txt", "")
    try project.folder.write("bundles/note.txt", "")
    try project.nameBundleList()
    let result = try project.run(["bundle", "pack", folder, "--version", "1.0.0", "--shell", "2..."])
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.errors.contains("are inside one another"), "\(result.errors)")
}

@Test(arguments: [
    ("<script>alert(1)</script>", "dist/index.html has no Content-Security-Policy"),
    (
        "<meta http-equiv='content-security-policy' content=\"script-src 'self' 'unsafe-eval'\">",
        "allows 'unsafe-eval'"
    ),
    (
        "<META HTTP-EQUIV=Content-Security-Policy CONTENT=\"default-src 'self'\"><SCRIPT async SRC = //cdn.example.com/a.js>",
        "loads a script from //cdn.example.com/a.js"
    ),
    (
        "<meta http-equiv=Content-Security-Policy content=\"default-src 'self'\"><!-- <script src='https://no'> -->"
            + "<script src=\"https://cdn.example.com/b.js\"></script>",
        "loads a script from https://cdn.example.com/b.js"
    ),
    ("<meta http-equiv=Content-Security-Policy content=\" \">", "dist/index.html has no Content-Security-Policy"),
    (
        "<meta http-equiv=Content-Security-Policy content=\"default-src 'self'\"><script src='/\\\\evil.example/x.js'></script>",
        "loads a script from /"
    ),
    (
        "<meta http-equiv=Content-Security-Policy content=\"default-src 'self'\"><base href='https://evil.example/'>",
        "takes https://evil.example/ for the base"
    ),
])
func `a page that a reviewer should see is a warning, and an error with --strict`(page: String, said: String) throws {
    let project = try Project()
    try project.writeWebBuild(page: page)
    try project.refusePack([said], more: ["--strict"])
    let result = try project.pack("1.0.0")
    #expect(result.errors.contains("signet: warning: ") && result.errors.contains(said), "\(result.errors)")
    #expect(result.errors.components(separatedBy: "signet: warning: ").count == 2, "\(result.errors)")
}

@Test func `what only looks like a tag is none`() throws {
    let project = try Project()
    try project.writeWebBuild(
        page: """
            <!-- <script src="https://a"> --><meta http-equiv="Content-Security-Policy" content="default-src 'self'">
            <script>const text = "<script src='https://b'>"; if (1 < 2) {}</script><title><script src=https://c></title>
            <img src="https://d/e.png"><script src="/local.js"></script>
            """)
    try project.pack("1.0.0", more: ["--strict"])
}
