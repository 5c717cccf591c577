import Foundation
import Testing
import TestSupport

private let ios = "distribution/availability-ios"

@Test(.peers(.seaweed, .python3, .curl))
func `publish sends each body together with its headers, and the index last`()
    throws
{
    let bench = try BucketBench(hasFiles: true)
    let before = try bench.requests().count
    #expect(try bench.publish("--dry-run").output.hasSuffix("s3://tree/app/: 5 to send, 0 to remove, 0 left alone\n"))
    #expect(try bench.sent(after: before).isEmpty)
    #expect(try bench.publish().output.hasSuffix("s3://tree/app/: 5 sent, 0 removed, 0 left alone\n"))
    let sent = try bench.sent(after: before)
    #expect(sent.count == 5)
    // What proves a body comes before it.
    #expect(Set(sent.prefix(2)) == ["files/notes.txt.sig", "\(ios).sig"])
    #expect(sent.suffix(3) == ["files/notes.txt", ios, "publication.jws"])
    #expect(try bench.keys().allSatisfy { !$0.hasSuffix(".headers") })

    let root = "output/production/"
    #expect(try bench.body("publication.jws") == bench.project.folder.read(root + "publication.jws"))
    #expect(try bench.headers("publication.jws")["content-type"] == "application/jose")
    for path in [ios, "files/notes.txt"] {
        #expect(try bench.body(path) == bench.project.folder.read(root + path))
        #expect(try bench.body(path + ".sig") == bench.project.folder.read(root + path + ".sig"))
        // What a client gets is what the headers sidecar says.
        let fields = try bench.headers(path).filter { name, _ in
            ["content-type", "cache-control"].contains(name) || name.hasPrefix("x-amz-meta-")
        }
        let lines = try bench.project.folder.text(root + path + ".headers").split(separator: "\n")
        #expect(Set(lines.map(String.init)) == Set(fields.map { "\($0.key): \($0.value)" }))
    }
    // Once more there is nothing to do.
    let after = try bench.requests().count
    #expect(try bench.publish().output == "s3://tree/app/: 0 sent, 0 removed, 5 left alone\n")
    #expect(try bench.sent(after: after).isEmpty)
}

@Test(.peers(.seaweed, .python3, .curl)) func `publish sends only what differs, in body or in headers`() throws {
    let bench = try BucketBench(hasFiles: true)
    try bench.publish()
    // Signed anew on a machine without the former tree: what is live is as good.
    try bench.project.folder.remove("output")
    let now = ISO8601DateFormatter().string(from: Date())
    try bench.project.expectDone(["build", "--at", now])
    var count = try bench.requests().count
    try bench.publish()
    // The live signatures are of August, and the policy has them renewed every day.
    #expect(try bench.sent(after: count).count == 3, "bodies and the index")
    try bench.project.folder.remove("output")
    try bench.project.expectDone(["build"])
    count = try bench.requests().count
    #expect(try bench.publish().output == "s3://tree/app/: 0 sent, 0 removed, 5 left alone\n")
    #expect(try bench.sent(after: count).isEmpty)

    // Another size, and nothing.
    try bench.bucket.put("app/files/notes.txt", Array("other\nthan that\n".utf8))
    #expect(try bench.publish().output.contains("sent  files/notes.txt  (body)\n"))
    #expect(try bench.body("files/notes.txt") == Array("notes\n".utf8))
    try bench.bucket.delete("app/\(ios).sig")
    #expect(try bench.publish().output.contains("sent  \(ios).sig  (new)\n"))
    // When the index differs, metadata and bodies of the same size are looked at.
    try bench.bucket.put(
        "app/\(ios)", bench.project.folder.read("output/production/\(ios)"), headers: ["Content-Type": "text/html"])
    try bench.bucket.put("app/files/notes.txt", Array("other\n".utf8))
    try bench.project.expectDone(["build", "--fresh"])
    try bench.publish()
    #expect(try bench.headers(ios)["content-type"] == "application/json")
    #expect(try bench.body("files/notes.txt") == Array("notes\n".utf8))
}

@Test(.peers(.seaweed, .nginx, .python3, .openssl, .curl))
func
    `of a tree that is live already a list and the index are asked for, and each header where nobody looks at what is served`()
    throws
{
    let bench = try BucketBench(hasFiles: true)
    let server = try NginxServer(servingBucket: bench.bucket.openAddress, below: "app/")
    try bench.publish()
    let count = try bench.requests().count
    try bench.project.expectDone(
        bench.words.dropLast() + ["--url", server.origin],
        environment: bench.environment.merging(["CURL_CA_BUNDLE": server.certificate]) { $1 })
    #expect(try bench.requests().count == count + 2)
    try bench.publish()
    let asked = try bench.requests().dropFirst(count + 4)
    #expect(!asked.isEmpty && asked.allSatisfy { $0.hasPrefix("HEAD ") }, "\(asked)")
}

@Test(.peers(.seaweed, .python3, .curl)) func `what a tree says is sent as it is and never as words of a program`()
    throws
{
    let bench = try BucketBench()
    let policy = BucketBench.policy(hasFiles: false).replacingOccurrences(
        of: "\"profile\"", with: "\"cacheControl\": \"file:///etc/hostname\", \"profile\"")
    try bench.project.folder.write("policy.json", policy)
    try bench.project.expectDone(["build", "--at", "2026-08-04T10:00:00Z"])
    try bench.publish()
    #expect(try bench.headers(ios)["cache-control"] == "file:///etc/hostname")
}
