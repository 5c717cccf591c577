import Foundation
import ManifestVerifier
import Testing
import TestSupport
import WebBundles

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
