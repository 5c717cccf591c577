import Foundation
import Testing
import TestSupport

@Test(.peers(.seaweed, .python3, .curl)) func `publish goes to the bucket that the policy names`() throws {
    let bench = try BucketBench()
    let policy = try bench.project.folder.text("policy.json")
    try bench.project.folder.write(
        "policy.json",
        policy.replacingOccurrences(
            of: "\"origin\":", with: "\"publishTo\": \"s3://\(bench.bucket.name)/app/\",\n      \"origin\":"))
    let words = bench.words.enumerated().filter { index, word in
        word != "--to" && (index == 0 || bench.words[index - 1] != "--to")
    }.map(\.element)
    let first = try bench.project.expectDone(words, environment: bench.environment)
    #expect(first.output.contains("s3://\(bench.bucket.name)/app/: "))
    #expect(first.errors.contains("nothing is published at s3://\(bench.bucket.name)/app/: nothing to compare with"))
    let live = ["--environment", "production"]
    #expect(try bench.project.changes(live, environment: bench.environment) == [])
    try bench.project.change("policy.json", "\"value\": \"3.0.0\"", "\"value\": \"3.1.0\"")
    let changes = try bench.project.changes(live, environment: bench.environment)
    #expect(changes.contains { $0.hasPrefix("iOS: minimum app 3.0.0 → 3.1.0") }, "\(changes)")
    try bench.project.expectDone(["build"])
    let dry = try bench.project.expectDone(words + ["--dry-run"], environment: bench.environment)
    #expect(dry.output.contains("  ios      minimum app 3.0.0 → 3.1.0: versions 3.0.0 to 3.0.x are blocked"))
    let sent = try bench.project.expectDone(words, environment: bench.environment)
    #expect(sent.output.contains("  ios      minimum app 3.0.0 → 3.1.0"))
}
