import Foundation
import ManifestVerifier
import Testing
import TestSupport
import WebBundles

/// Ways to ask for `secret.txt`, which lies beside the bundle's folder, or for no file at all.
private let traversals = [
    "..", "../", "../secret.txt", "/../secret.txt", "a/../../secret.txt", "./index.html", "a/./index.html", ".",
    "%2e%2e/secret.txt", "%2E%2E/secret.txt", ".%2e/secret.txt", "%2e./secret.txt", "%2e/index.html",
    "..%2fsecret.txt", "..%2Fsecret.txt", "%2e%2e%2fsecret.txt", "a%2findex.html", "%2fetc%2fpasswd", "%2f",
    "..\\secret.txt", "..%5csecret.txt", "..%5Csecret.txt", "a\\index.html", "%5c%5chost%5cshare",
    "index.html%00", "index.html%00.png", "%00", "../secret.txt%00.html", "index.html\0",
    "//secret.txt", "//etc/passwd", "a//index.html", "///", "//", "a//",
    "%c0%ae%c0%ae/secret.txt", "%c0%af", "..%c0%afsecret.txt", "%e0%80%ae%e0%80%ae/secret.txt", "%ff", "%c3",
    "%ed%a0%80",
    "%", "%2", "%zz", "%2x", "a%", "%u002e%u002e/secret.txt", "%-1", "%+2",
    "index.html%0d%0aset-cookie: a=b", "a%0ab", "a\nb", "a%7f", "a%1b[0m", "%e2%80%ae",
    "c:/secret.txt", "c%3a%5csecret.txt", "index.html::$DATA", "file:///etc/passwd",
]

@Test(arguments: traversals) func `no path leads out of a bundle`(path: String) throws {
    let response = try ServedBundle(["a/index.html": "a"]).get(path)
    #expect(response.status == 400)
    #expect(response.body == nil)
    #expect(response.problem != nil)
}

@Test(arguments: [
    // Decoded once these are names, odd ones, of files that are not there.
    "%252e%252e/secret.txt", "%252e%252e%252fsecret.txt", "..%252fsecret.txt", "%25%32%65%25%32%65/secret.txt",
    "...", "..../secret.txt", "..;/secret.txt", "~", "~root", "%20", "..%20/secret.txt", "secret.txt", "etc/passwd",
    "bundle/index.html", "INDEX.HTML%20", "proc/self/environ", "．．/secret.txt", "%EF%BC%8E%EF%BC%8E/secret.txt",
    "index.html/..namedfork/rsrc", "file.txt.",
])
func `a path that only looks as if it led out is that of no file`(path: String) throws {
    #expect(try ServedBundle().get(path).status == 404)
}

@Test func `a name that looks like an encoded one is served as what it is`() throws {
    let bundle = try ServedBundle(["%2e%2e": "odd", "100%.txt": "percent", "é.txt": "accent", "a+b.txt": "plus"])
    #expect(try bundle.get("%252e%252e").text() == "odd")
    #expect(try bundle.get("100%25.txt").text() == "percent")
    #expect(try bundle.get("%C3%A9.txt").text() == "accent")
    #expect(try bundle.get("é.txt").text() == "accent")
    #expect(try bundle.get("e%CC%81.txt").status == 404)
    #expect(try bundle.get("a+b.txt").text() == "plus")
}

@Test func `a path that is too long or too deep is refused, the longest possible is not`() throws {
    let name = String(repeating: "a", count: Limits.webBundleSegmentBytes)
    let bundle = try ServedBundle([name: "long"])
    #expect(try bundle.get(name).text() == "long")
    #expect(try bundle.get(name.replacingOccurrences(of: "a", with: "%61")).text() == "long")
    #expect(try bundle.get(name + "a").status == 400)
    let deep = String(repeating: "a/", count: Limits.bundleRequestBytes / 2)
    #expect(try bundle.get(deep).status == 404)
    #expect(try bundle.get(deep + "a").status == 400)
    #expect(try bundle.get(String(repeating: "/", count: 100_000)).status == 400)
}

@Test func `links are not followed, wherever they lead`() throws {
    let bundle = try ServedBundle(["real/a.txt": "a"])
    for (name, target) in [
        ("out.txt", "../secret.txt"), ("absolute.txt", bundle.folder.path("secret.txt")), ("in.txt", "index.html"),
        ("folder", ".."), ("inside", "real"), ("loop", "loop"), ("dangling", "nowhere"), ("real/index.html", "a.txt"),
    ] {
        try FileManager.default.createSymbolicLink(
            atPath: bundle.folder.path("bundle/\(name)"), withDestinationPath: target)
    }
    for path in [
        "out.txt", "absolute.txt", "in.txt", "folder/secret.txt", "folder/", "folder", "inside/a.txt", "inside", "loop",
        "loop/a", "dangling", "real/", "real",
    ] {
        let response = try bundle.get(path)
        #expect(response.status == 404, "\(path)")
        #expect(response.body == nil)
        #expect(response.problem?.contains("symbolic link") == true, "\(path): \(response.problem ?? "")")
    }
    // Not to the fallback either: a link is no missing file.
    let responder = try bundle.responder(fallback: "index.html")
    #expect(responder.response(method: "GET", path: "inside", headers: []).status == 404)
    #expect(try bundle.get("real/a.txt").text() == "a")
}

@Test(.unlessHung) func `a FIFO is no file, and is not waited for`() throws {
    let bundle = try ServedBundle()
    try check("mkfifo", [bundle.folder.path("bundle/pipe"), bundle.folder.path("bundle/pipe.html")])
    for path in ["pipe", "pipe.html", "pipe/"] {
        #expect(try bundle.get(path).status == 404)
    }
}

@Test func `a file that is replaced or removed is served to its end as it was`() async throws {
    let old = String(repeating: "old.", count: 200_000)
    for isRemoved in [true, false] {
        let bundle = try ServedBundle(["a.txt": old])
        let body = try #require(try bundle.get("a.txt").body)
        var pieces = body.makeAsyncIterator()
        var text = try #require(try await pieces.next())
        if isRemoved {
            try bundle.folder.remove("bundle/a.txt")
        } else {
            let new = URL(fileURLWithPath: bundle.folder.path("bundle/a.txt"))
            try Data("new".utf8).write(to: new, options: .atomic)
            #expect(try bundle.get("a.txt").text() == "new")
        }
        while let piece = try await pieces.next() { text += piece }
        let isWhole = text == Array(old.utf8)
        #expect(isWhole)
    }
}

@Test func `a folder that is swapped for a link is served as it was`() throws {
    let bundle = try ServedBundle(["a.txt": "a"])
    let responder = try bundle.responder()
    try FileManager.default.moveItem(atPath: bundle.folder.path("bundle"), toPath: bundle.folder.path("moved"))
    try bundle.folder.write("other/a.txt", ServedBundle.secret)
    try FileManager.default.createSymbolicLink(
        atPath: bundle.folder.path("bundle"), withDestinationPath: bundle.folder.path("other"))
    #expect(try responder.response(method: "GET", path: "a.txt", headers: []).text() == "a")
}

@Test func `a file that is cut short is an error, not a shorter body`() async throws {
    let bundle = try ServedBundle(["a.txt": String(repeating: "a", count: 1_000_000)])
    let body = try #require(try bundle.get("a.txt").body)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: bundle.folder.path("bundle/a.txt")))
    try handle.truncate(atOffset: 300_000)
    await #expect(throws: ServingError.self) {
        for try await piece in body { #expect(piece.count == 256 << 10) }
    }
    #expect(throws: ServingError.fileCutShort(bundle.folder.path("bundle/a.txt"))) {
        try body.bytes(at: 299_999, count: 2)
    }
    #expect(try body.bytes(at: 299_999, count: 1) == [0x61])
}
