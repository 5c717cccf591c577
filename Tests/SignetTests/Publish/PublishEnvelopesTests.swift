import Foundation
import Testing
import TestSupport

private let ios = "distribution/availability-ios"
private let all = #""envelopes": ["headers", "jws"]"#
private let withoutHeaders = #""envelopes": ["jws"]"#

/// A time so many hours from now, for `build --at`.
private func hours(_ hours: Double) -> String {
    ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: hours * 3_600))
}

@Test(.peers(.seaweed, .python3, .curl))
func `envelopes are sent with their document, and the index last`() throws {
    let bench = try BucketBench(hasFiles: true, delivery: all)
    let before = try bench.requests().count
    #expect(try bench.publish().output.hasSuffix("s3://tree/app/: 7 sent, 0 removed, 0 left alone\n"))
    let sent = try bench.sent(after: before)
    #expect(sent.last == "publication.jws")
    let tree = try bench.project.folder.snapshot("output/production").filter { !$0.key.hasSuffix(".headers") }
    #expect(try Set(bench.keys()) == Set(tree.keys.map { "app/\($0)" }))
    for (path, bytes) in tree { #expect(try bench.body(path) == bytes, "\(path)") }
    for (path, type) in [
        ("\(ios).jws", "application/jose"), ("publication.jws", "application/jose"),
    ] {
        let headers = try bench.headers(path)
        #expect(headers["content-type"] == type)
        #expect(try headers["cache-control"] == bench.headers("\(ios).sig")["cache-control"])
        #expect(!headers.keys.contains { $0.hasPrefix("x-amz-meta-") })
    }
    #expect(try bench.publish().output == "s3://tree/app/: 0 sent, 0 removed, 7 left alone\n")
}

@Test(.peers(.seaweed, .python3, .curl), arguments: [all, withoutHeaders])
func `what is live and still valid is left alone in every envelope, and what is stale is sent in all`(
    delivery: String
) throws {
    let bench = try BucketBench(hasFiles: true, delivery: delivery)
    let total = try bench.project.folder.snapshot("output/production").keys.filter { !$0.hasSuffix(".headers") }.count
    try bench.publish()
    try bench.build(hours(-1))
    let stale = try bench.publish().output
    for path in [ios, "files/notes.txt", "publication"] {
        #expect(stale.contains("sent  \(path).jws  (body)\n"))
    }
    // Signed anew on a machine without the former tree.
    try bench.project.folder.remove("output")
    try bench.build(hours(0))
    #expect(try bench.publish().output == "s3://tree/app/: 0 sent, 0 removed, \(total) left alone\n")
    // One envelope that is gone is renewed together with the others of its date.
    try bench.bucket.delete("app/\(ios).jws")
    let output = try bench.publish().output
    #expect(output.contains("sent  \(ios).jws  (new)\n"))
    #expect(output.contains("sent  \(ios)  (headers)\n") == (delivery == all))
    #expect(!output.contains("sent  files/notes.txt"))
}

@Test(.peers(.seaweed, .python3, .curl))
func `with profile body the .jws alone is renewed`() throws {
    let bench = try BucketBench(profile: "body", delivery: #""envelopes": ["headers", "jws"]"#)
    try bench.build("2026-08-03T10:00:00Z")
    try bench.publish()
    let body = try bench.headers(ios)
    try bench.build(hours(0))
    let sent = try bench.publish().output
    #expect(sent.contains("sent  \(ios).jws  (body)\n") && !sent.contains("sent  \(ios)  "))
    #expect(try bench.headers(ios)["x-amz-meta-signature"] == body["x-amz-meta-signature"])
}

@Test(.peers(.seaweed, .python3, .curl))
func `what the tree no longer has is removed: a document with its envelopes, an envelope`() throws {
    let bench = try BucketBench(hasFiles: true, delivery: all)
    try bench.publish()
    try bench.project.folder.remove("static/notes.txt")
    try bench.project.folder.write("static/other.txt", "other\n")
    try bench.build("2026-08-04T10:00:00Z")
    var output = try bench.publish("--allow", "document-removed").output
    for suffix in ["", ".sig", ".jws"] {
        #expect(output.contains("removed  files/notes.txt\(suffix)\n"))
    }
    try bench.build("2026-08-05T10:00:00Z", delivery: #""envelopes": ["headers"]"#)
    output = try bench.publish("--allow", "envelope-removed").output
    #expect(output.contains("removed  \(ios).jws\n"), "\(output)")
    let tree = try bench.project.folder.snapshot("output/production").filter { !$0.key.hasSuffix(".headers") }
    #expect(try Set(bench.keys()) == Set(tree.keys.map { "app/\($0)" }))
}

@Test(.peers(.seaweed, .python3, .curl))
func `the date of a .jws never goes back, also where no header has one`() throws {
    let bench = try BucketBench(profile: "body", delivery: #""envelopes": ["headers", "jws"]"#)
    try bench.build("2026-08-05T10:00:00Z")
    try bench.publish()
    try bench.project.folder.remove("output")
    try bench.build("2026-08-04T10:00:00Z")
    try bench.refuse(
        1, ["is live with date Wed, 05 Aug 2026 10:00:00 UTC, and this tree has the earlier Tue, 04 Aug 2026"])
    // Nor from one envelope to another.
    try bench.build("2026-08-04T11:00:00Z", delivery: withoutHeaders)
    try bench.refuse(
        1, ["\(ios): is live with date Wed, 05 Aug 2026", "the earlier Tue, 04 Aug 2026"],
        more: ["--allow", "envelope-removed"])
    // Nor by a lost body: what an app has seen counts.
    try bench.bucket.delete("app/\(ios)")
    try bench.bucket.delete("app/\(ios).sig")
    try bench.build("2026-08-04T12:00:00Z")
    try bench.refuse(1, ["\(ios): is live with date Wed, 05 Aug 2026"], more: ["--allow", "unverified-document"])
}

@Test(.peers(.python3, .openssl, .curl))
func `a folder and an origin are compared by each .jws, and a site for GitHub Pages says what it lacks`() throws {
    let project = try Project(policy: BucketBench.policy(delivery: withoutHeaders))
    let words = ["publish", "--environment", "production", "--to", "public", "--host", "github-pages"]
    try project.expectDone(["build", "--at", "2026-08-05T10:00:00Z"])
    let done = try project.expectDone(words + ["--first"])
    #expect(done.output.hasSuffix("public: 3 documents, each with its .jws\n"))
    try project.folder.remove("output")
    try project.expectDone(["build", "--at", "2026-08-04T10:00:00Z"])
    try project.expectRefusal(words, code: 1, ["is live with date Wed, 05 Aug 2026 10:00:00 UTC"])
    // The same, where only the origin has it, below a path.
    try check("mkdir", ["-p", "host/team"], in: project.folder.root)
    try check("mv", ["public", "host/team/project"], in: project.folder.root)
    let server = try HTTPSServer(serving: project.folder.path("host"))
    let trusting = ["CURL_CA_BUNDLE": server.certificate]
    try project.expectRefusal(
        words + ["--url", "\(server.origin)/team/project"], code: 1, ["is live with date Wed, 05 Aug 2026"],
        environment: trusting)
    #expect(!project.folder.exists("public"))
    let policy = try project.folder.text("policy.json")
    try project.folder.write(
        "policy.json", policy.replacing("https://distribution.example.com", with: "\(server.origin)/team/project"))
    // What is live is read there by the others as well.
    let changes = try project.changes(["live", "--page", "plan.html"], environment: trusting)
    #expect(changes.contains("origin https://distribution.example.com → \(server.origin)/team/project"), "\(changes)")
    let live = try project.expectDone(
        ["verify", "\(server.origin)/team/project", "--settle", "0"], environment: trusting)
    #expect(live.output.contains("/team/project: all 3 documents verify\n"))

    try project.expectRefusal(
        words.dropLast() + ["gitlab"], code: 64, ["--host gitlab is not one of headers, github-pages"])
    try project.expectRefusal(
        ["publish", "--environment", "production", "--to", "s3://bucket", "--host", "github-pages"], code: 64,
        ["--host is for a folder"])
}
