import Foundation
import Testing
import TestSupport

private let ios = "distribution/availability-ios"

@Test(.peers(.seaweed, .nginx, .python3, .curl, .openssl)) func `publish looks whether it is live`() throws {
    let bench = try BucketBench()
    func words(_ url: String, _ more: String...) -> [String] {
        bench.words.dropLast() + ["--url", url, "--settle", "0"] + more
    }
    let server = try NginxServer(servingBucket: bench.bucket.openAddress, below: "app/")
    let environment = bench.environment.merging(["CURL_CA_BUNDLE": server.certificate]) { $1 }
    let done = try bench.project.expectDone(words(server.origin), environment: environment)
    #expect(done.output.hasSuffix("\(server.origin): all 2 documents are live\n"))
    let json = try bench.project.expectDone(words(server.origin, "--json"), environment: environment).output
    #expect(json.contains("\"verified\": true") && json.contains("\"sent\": []"))

    // A CDN that goes on serving what it has.
    try bench.bucket.copy("app/", to: "cache/")
    let stale = try NginxServer(servingBucket: bench.bucket.openAddress, below: "cache/")
    try bench.build("2026-08-06T10:00:00Z", minimum: "3.3.0")
    let refused = try bench.project.run(words(stale.origin), environment: environment)
    #expect(refused.status == 1)
    #expect(refused.output.hasSuffix("\(stale.origin): not live as it should be\n"))
    #expect(refused.errors.contains("\(ios)"))
    #expect(try String(decoding: bench.body(ios), as: UTF8.self).contains("3.3.0"), "it is in the bucket")

    let silent = try bench.project.run(words("https://127.0.0.1:1"), environment: environment)
    #expect(silent.status == 69)
    for (more, said) in [
        (["--no-live-check"], "--url and --no-live-check exclude"), (["--settle", "x"], "flag --settle"),
    ] {
        try bench.project.expectRefusal(words(stale.origin) + more, code: 64, [said], environment: environment)
    }
    try bench.project.expectRefusal(
        words("http://example.com"), code: 64, ["is not an https:// address"], environment: environment)
}

@Test func `publish writes a site for static hosts, under the same guard rails`() throws {
    let project = try Project(policy: BucketBench.policy())
    try project.expectDone(["build", "--at", "2026-08-03T10:00:00Z"])
    let words = ["publish", "--environment", "production", "--to", "public"]
    #expect(try project.expectDone(words + ["--first", "--dry-run"]).output == "public: 3 documents to write\n")
    #expect(try project.folder.snapshot("public").isEmpty)
    let result = try project.expectDone(words + ["--first"])
    #expect(
        result.output == "public: 3 documents, headers in _headers and public/.signet-nginx.conf\n")
    let site = try project.folder.snapshot("public")
    for (path, bytes) in try project.folder.snapshot("output/production") where !path.hasSuffix(".headers") {
        #expect(site[path] == bytes)
    }
    #expect(try project.folder.text("public/_headers").contains("/\(ios)\n  Content-Type: application/json\n"))

    try project.folder.write("policy.json", BucketBench.policy(minimum: "2.0.0", hasFiles: false))
    try project.expectDone(["build", "--at", "2026-08-04T10:00:00Z"])
    let before = try project.folder.snapshot("public")
    try project.expectRefusal(words, code: 1, ["[devices-freed]", "[document-removed]", "--allow document-removed"])
    #expect(try project.folder.snapshot("public") == before)
    try project.expectDone(words + ["--allow", "devices-freed", "--allow", "document-removed", "--json"])
    #expect(try project.folder.snapshot("public").keys.allSatisfy { !$0.contains("notes") })

    try project.expectRefusal(words + ["--cloudfront", "E"], code: 64, ["--cloudfront is for a bucket"])
    try project.expectRefusal(
        ["publish", "--environment", "production", "--to", "keys/public", "--first"], code: 64,
        ["keys/public is the folder of the keys, or in it or around it"])
    try project.expectRefusal(
        ["publish", "--environment", "production", "--to", ".", "--first"], code: 64,
        [". is the folder of the keys, or in it or around it"])
    try project.expectRefusal(["publish", "--environment", "production"], code: 64, ["where to?"])
}
