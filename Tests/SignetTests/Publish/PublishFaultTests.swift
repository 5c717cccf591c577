import Foundation
import TestSupport
import Testing

private let ios = "distribution/availability-ios"

@Test(.peers(.aws, .moto, .python3, .curl))
func `an upload that fails leaves no index, and the next run sends the rest`()
    throws
{
    let bench = try BucketBench(hasFiles: true)
    try bench.moto.fail(.init("PUT", numbers: 3...3, answer: (403, "AccessDenied")))
    try bench.refuse(69, ["AWS denies access to the bucket", "were sent, and the index was not", "s3:PutObject"])
    #expect(try !bench.keys().contains("app/publication.json"))
    let there = try bench.keys().count
    #expect((1..<6).contains(there))
    try bench.moto.fail()
    let before = try bench.moto.requests().count
    try bench.publish()
    #expect(try bench.sent(after: before).count == 6 - there)
    #expect(try bench.keys().count == 6)
}

@Test(.peers(.aws, .moto, .python3, .curl)) func `an upload that is killed is finished by the next run`() throws {
    let bench = try BucketBench(hasFiles: true)
    try bench.moto.fail(.init("PUT", numbers: 4...100, answer: nil))
    let process = PeerProcess()
    process.executableURL = URL(fileURLWithPath: signetPath)
    process.arguments = BucketBench.words
    process.currentDirectoryURL = URL(fileURLWithPath: bench.project.folder.root)
    process.environment = peerEnvironment(bench.moto.environment)
    process.standardOutput = PeerProcess.nowhere
    process.standardError = PeerProcess.nowhere
    try process.run()
    while try bench.sent(after: 0).count < 4 {
        try #require(process.isRunning)
        usleep(20_000)
    }
    process.kill()
    try bench.moto.fail()
    #expect(try !bench.keys().contains("app/publication.json"))
    try bench.publish()
    #expect(try bench.keys().count == 6)
    #expect(try bench.publish().output == "s3://tree/app/: 0 sent, 0 removed, 6 left alone\n")
}

@Test(.peers(.aws, .moto, .python3, .curl)) func `what aws complains of is said with the next step`() throws {
    let bench = try BucketBench()
    let words = ["publish", "--environment", "production", "--to", "s3://nowhere-at-all", "--no-live-check"]
    try bench.project.expectRefusal(
        words, code: 66, ["s3://nowhere-at-all/publication.json: there is no such bucket", "aws s3 ls"],
        environment: bench.moto.environment)
    for (code, status, said) in [
        ("ExpiredToken", 400, ["the AWS credentials have expired", "sign in again"]),
        ("AccessDenied", 403, ["AWS denies access to the bucket", "s3:ListBucket"]),
        ("IllegalLocationConstraintException", 400, ["the bucket is in another region", "AWS_REGION"]),
        ("SlowDown", 503, ["S3 was too busy at every attempt", "try again"]),
        ("InternalError", 500, ["S3 cannot be reached"]),
    ] {
        try bench.moto.fail(.init("GET", answer: (status, code)))
        // The program's own patience is tried below.
        try bench.refuse(69, said, variables: ["AWS_MAX_ATTEMPTS": "1"])
    }
    try bench.moto.fail()
    #expect(try bench.keys().isEmpty)
    try bench.refuse(
        69, ["aws has no credentials", "aws sts get-caller-identity"],
        variables: ["AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": ""])
    try bench.refuse(
        69, ["S3 cannot be reached"], variables: ["AWS_ENDPOINT_URL": "http://127.0.0.1:1", "AWS_MAX_ATTEMPTS": "1"])
    try bench.refuse(
        69, ["there is no program aws on the PATH", "install the AWS CLI"], variables: ["PATH": "/nowhere"])
    for place in ["s3:/tree", "s3://", "s3://T", "s3://tree/a//b", "s3://tree/../a", "https://example.com/a"] {
        let words = ["publish", "--environment", "production", "--to", place]
        try bench.project.expectRefusal(words, code: 64, ["--to \(place)"])
    }
}

@Test(.peers(.aws, .moto, .python3, .curl)) func `of a service that confirms no checksum the objects are read back`()
    throws
{
    let bench = try BucketBench()
    try bench.moto.confirmChecksums(false)
    let before = try bench.moto.requests().count
    try bench.publish()
    let requests = try bench.moto.requests().dropFirst(before).filter { $0.hasSuffix("/app/\(ios)") }
    #expect(requests == ["GET", "PUT", "GET"].map { "\($0) /tree/app/\(ios)" })
}

@Test(.peers(.aws, .moto, .python3, .curl)) func `throttling that ends is waited for by aws`() throws {
    let bench = try BucketBench()
    try bench.moto.fail(.init("PUT", numbers: 2...3, answer: (503, "SlowDown")))
    try bench.publish()
    #expect(try bench.keys().count == 4)
}

@Test(.peers(.aws, .moto, .python3, .curl)) func `a removal that fails is finished by the next run`() throws {
    let bench = try BucketBench(hasFiles: true)
    try bench.publish()
    // What was a folder is a file now.
    let policy = BucketBench.policy().replacingOccurrences(
        of: "\"files/\": \"static/\"", with: "\"files\": \"static/notes.txt\"")
    try bench.project.folder.write("policy.json", policy)
    try bench.project.expectDone(["build", "--at", "2026-08-04T10:00:00Z"])
    try bench.moto.fail(.init("DELETE", answer: (403, "AccessDenied")))
    try bench.refuse(69, ["s3:DeleteObject"], more: ["--allow", "document-removed"])
    try bench.moto.fail()
    try bench.publish("--allow", "document-removed")
    #expect(
        try bench.keys().sorted() == [
            "app/\(ios)", "app/\(ios).sig", "app/files", "app/files.sig", "app/publication.json",
            "app/publication.json.sig",
        ])
    #expect(try bench.publish().output == "s3://tree/app/: 0 sent, 0 removed, 6 left alone\n")
}
