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
