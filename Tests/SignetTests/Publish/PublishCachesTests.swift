import Testing
import TestSupport

private let ios = "distribution/availability-ios"

@Test(.peers(.seaweed, .python3, .curl))
func `each object has the cache-control of its document, and no signature is immutable`() throws {
    let bench = try BucketBench(hasFiles: true)
    let digest = try check("sha256sum", [], input: Array("app\n".utf8)).prefix(8)
    let app = "files/app.\(digest).js"
    try bench.project.folder.write("static/app.\(digest).js", "app\n")
    let policy = BucketBench.policy().replacing(
        "\"profile\"",
        with:
            #""cacheControl": { "default": "max-age=1", "availability": "max-age=2" }, "profile""#
    )
    try bench.project.folder.write("policy.json", policy)
    try bench.project.expectDone(["build", "--at", "2026-08-04T10:00:00Z"])
    try bench.publish()
    for (path, value) in [
        (ios, "max-age=2"), ("\(ios).sig", "max-age=2"), ("files/notes.txt", "max-age=1"),
        ("files/notes.txt.sig", "max-age=1"), (app, "public, max-age=31536000, immutable"), ("\(app).sig", "max-age=1"),
        ("publication.jws", "max-age=1"),
    ] {
        #expect(try bench.headers(path)["cache-control"] == value, "\(path)")
    }
    // Signed anew after a week: what is immutable is left alone.
    try bench.project.expectDone(["build", "--at", "2026-08-11T10:00:00Z"])
    let before = try bench.requests().count
    try bench.publish()
    let sent = try bench.sent(after: before)
    #expect(sent.contains(ios))
    #expect(!sent.contains { $0.hasPrefix(app) })
}
