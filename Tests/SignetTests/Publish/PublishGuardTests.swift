import Foundation
import Testing
import TestSupport

private let ios = "distribution/availability-ios"

@Test(.peers(.seaweed, .python3, .curl)) func `publish takes nothing away from apps unless that is allowed`()
    throws
{
    let bench = try BucketBench(hasFiles: true)
    try bench.publish()
    try bench.build("2026-08-04T10:00:00Z", minimum: "2.0.0")
    try bench.refuse(
        1,
        [
            "iOS: minimum app 3.0.0 → 2.0.0; versions 2.0.0 to 2.x run again [devices-freed]",
            "--allow devices-freed",
        ])
    #expect(try String(decoding: bench.body(ios), as: UTF8.self).contains("3.0.0"))
    try bench.refuse(64, ["--allow spaces is not one of unverified-document"], more: ["--allow", "spaces"])
    try bench.publish("--allow", "devices-freed")
    #expect(try String(decoding: bench.body(ios), as: UTF8.self).contains("2.0.0"))

    try bench.project.folder.write("policy.json", BucketBench.policy(minimum: "2.0.0", hasFiles: false))
    try bench.project.expectDone(["build", "--at", "2026-08-05T10:00:00Z"])
    try bench.refuse(1, ["production: files/notes.txt is published", "[document-removed]"])
    let result = try bench.publish("--allow", "document-removed")
    #expect(result.output.contains("removed  files/notes.txt\nremoved  files/notes.txt.sig\n"))
    #expect(try bench.keys().allSatisfy { !$0.contains("notes") })
}

@Test(.peers(.seaweed, .python3, .curl)) func `publish never replaces a signature by an earlier one`() throws {
    let bench = try BucketBench()
    try bench.project.folder.remove("output")
    try bench.build("2026-08-05T10:00:00Z", minimum: "3.1.0")
    try bench.publish()
    try bench.project.folder.remove("output")
    try bench.build("2026-08-04T10:00:00Z", minimum: "3.2.0")
    try bench.refuse(
        1, ["is live with date Wed, 05 Aug 2026 10:00:00 UTC", "a signed date never goes back"])
}

@Test(.peers(.seaweed, .python3, .curl)) func `publish verifies the tree first`() throws {
    let bench = try BucketBench()
    let path = "output/production/\(ios)"
    try bench.project.folder.write(path, try bench.project.folder.text(path) + " ")
    let before = try bench.requests().count
    try bench.refuse(1, ["is not the body that publication.jws lists"])
    #expect(try bench.requests().count == before)
    try bench.project.folder.remove("output")
    try bench.refuse(66, ["output/production"])
    try bench.project.expectDone(["build", "--unsigned"])
    try bench.refuse(1, ["is not signed", "signet sign --publication output/production"])
    let development = ["publish", "--environment", "development", "--to", "s3://tree"]
    try bench.project.expectRefusal(development, code: 1, ["\"development\" is for one machine"])
}

@Test(.peers(.seaweed, .python3, .curl)) func `publish replaces no tree of another environment`() throws {
    let bench = try BucketBench()
    try bench.publish()
    try bench.project.expectDone(["keys", "generate", "staging", "--environment", "staging"])
    try bench.project.folder.write(
        "policy.json", BucketBench.policy().replacingOccurrences(of: "\"production\"", with: "\"staging\""))
    try bench.project.expectDone(["build", "--at", "2026-08-04T10:00:00Z"])
    let words = bench.words.map { $0 == "production" ? "staging" : $0 }
    for allowed in [[], ["--allow", "unverified-document"]] {
        try bench.project.expectRefusal(
            words + allowed, code: 1, ["which is for environment \"production\"", "check --to"],
            environment: bench.environment)
    }
    // Nor in a folder.
    try bench.project.expectDone(["publish", "--environment", "production", "--to", "site", "--first"])
    try bench.project.expectRefusal(
        ["publish", "--environment", "staging", "--to", "site"], code: 1, ["which is for environment \"production\""])
}

@Test(.peers(.seaweed, .python3, .curl)) func `publish goes from key to key and never back`() throws {
    let bench = try BucketBench()
    try bench.publish()
    for name in ["second", "third"] {
        try bench.project.expectDone(["keys", "generate", name, "--environment", "production"])
        try bench.project.expectDone(["keys", "shipped", name, "3.1.0"])
    }
    for folder in ["output", "keys"] {
        try check("cp", ["-a", folder, "former-\(folder)"], in: bench.project.folder.root)
    }
    try bench.project.expectDone(["keys", "rotate", "production"])
    try bench.build("2026-08-04T10:00:00Z")
    try bench.publish("--allow", "live-retired-key", "--allow", "ring-changed")
    // An old job that runs once more, with the ring of today and with its own.
    try bench.refuse(1, ["is signed by key \"production\", which is retired"], more: ["--output", "former-output"])
    try bench.refuse(
        1, ["and this tree is signed by the older"],
        more: [
            "--output", "former-output", "--keys", "former-keys", "--allow", "ring-changed", "--allow",
            "live-retired-key",
        ])
    // What a revoked key has signed is no longer trusted, and is replaced when that is allowed.
    try bench.project.expectDone(["keys", "revoke", "second"])
    try bench.project.expectDone(["keys", "rotate", "production"])
    try bench.build("2026-08-05T10:00:00Z")
    try bench.refuse(1, ["which is revoked [unverified-document]", "--allow unverified-document"])
    #expect(try bench.publish("--allow", "unverified-document").errors.contains("which is revoked"))
}
