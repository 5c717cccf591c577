import Foundation
import Testing
import TestSupport

private let ios = "distribution/availability-ios"

@Test(.peers(.seaweed, .python3, .curl))
func `an upload that fails leaves no index, and the next run sends the rest`()
    throws
{
    let bench = try BucketBench(hasFiles: true)
    try bench.fail(.init("PUT", numbers: 3...3, .answer(403, code: "AccessDenied")))
    try bench.refuse(69, ["S3 denies access to the bucket", "were sent, and the index was not", "s3:PutObject"])
    #expect(try !bench.keys().contains("app/publication.jws"))
    let there = try bench.keys().count
    #expect((1..<6).contains(there))
    try bench.fail()
    let before = try bench.requests().count
    try bench.publish()
    #expect(try bench.sent(after: before).count == 5 - there)
    #expect(try bench.keys().count == 5)
}

@Test(.peers(.seaweed, .python3, .curl)) func `what S3 complains of is reported with the next step`() throws {
    let bench = try BucketBench()
    let words = ["publish", "--environment", "production", "--to", "s3://nowhere-at-all", "--no-live-check"]
    try bench.project.expectRefusal(
        words, code: 66, ["s3://nowhere-at-all/: there is no such bucket", "aws s3 ls"],
        environment: bench.environment)
    for (code, status, said) in [
        ("ExpiredToken", 400, ["the AWS credentials have expired", "sign in again"]),
        ("AccessDenied", 403, ["S3 denies access to the bucket", "s3:ListBucket"]),
        ("IllegalLocationConstraintException", 400, ["the bucket is in another region", "AWS_REGION"]),
        ("InvalidAccessKeyId", 403, ["S3 does not know the credentials", "aws sts get-caller-identity"]),
        ("SlowDown", 503, ["S3 was too busy at every attempt", "try again"]),
        ("InternalError", 500, ["S3 gave no usable answer at any attempt", "InternalError: "]),
    ] {
        try bench.fail(.init("GET", .answer(status, code: code)))
        try bench.refuse(69, said, variables: ["AWS_MAX_ATTEMPTS": "1"])
    }
    try bench.fail()
    #expect(try bench.keys().isEmpty)
    try bench.refuse(
        69, ["there are no AWS credentials", "AWS_ACCESS_KEY_ID"],
        variables: ["AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": ""])
    let nowhere = ["AWS_ENDPOINT_URL_S3": "http://127.0.0.1:1", "AWS_MAX_ATTEMPTS": "1"]
    try bench.refuse(69, ["S3 cannot be reached", "check the network"], variables: nowhere)
    try bench.refuse(
        64, ["the endpoint \"http://example.com\""], variables: ["AWS_ENDPOINT_URL_S3": "http://example.com"])
    try bench.refuse(69, ["there is no program curl on the PATH", "install curl"], variables: ["PATH": "/nowhere"])
    for place in ["s3:/tree", "s3://", "s3://T", "s3://tree/a//b", "s3://tree/../a", "https://example.com/a"] {
        let words = ["publish", "--environment", "production", "--to", place]
        try bench.project.expectRefusal(words, code: 64, ["--to \(place)"])
    }
}

@Test(.peers(.moto, .python3, .curl)) func `of a service that confirms no checksum the objects are read back`() throws {
    let project = try Project(policy: BucketBench.policy(hasFiles: false))
    try project.expectDone(["build"])
    let moto = try MotoServer()
    try moto.confirmChecksums(false)
    try moto.makeBucket("tree")
    let before = try moto.requests().count
    try project.expectDone(BucketBench.words, environment: moto.environment)
    let requests = try moto.requests().dropFirst(before).filter { $0.hasSuffix("/app/\(ios)") }
    #expect(requests.first == "PUT /tree/app/\(ios)")
    #expect(["GET", "HEAD"].map { "\($0) /tree/app/\(ios)" }.contains(requests.last))
}

@Test(.peers(.seaweed, .python3, .curl)) func `throttling that ends is waited for`() throws {
    let bench = try BucketBench()
    try bench.fail(.init("PUT", numbers: 2...3, .answer(503, code: "SlowDown")))
    try bench.publish()
    #expect(try bench.keys().count == 3)
}

@Test(.peers(.seaweed, .python3, .curl)) func `a removal that fails is finished by the next run`() throws {
    let bench = try BucketBench(hasFiles: true)
    try bench.publish()
    // What was a folder is a file now.
    let policy = BucketBench.policy().replacingOccurrences(
        of: "\"files/\": \"static/\"", with: "\"files\": \"static/notes.txt\"")
    try bench.project.folder.write("policy.json", policy)
    try bench.project.expectDone(["build", "--at", "2026-08-04T10:00:00Z"])
    try bench.fail(.init("DELETE", .answer(403, code: "AccessDenied")))
    try bench.refuse(69, ["s3:DeleteObject"], more: ["--allow", "document-removed"])
    try bench.fail()
    try bench.publish("--allow", "document-removed")
    #expect(
        try bench.keys().sorted() == [
            "app/\(ios)", "app/\(ios).sig", "app/files", "app/files.sig", "app/publication.jws",
        ])
    #expect(try bench.publish().output == "s3://tree/app/: 0 sent, 0 removed, 5 left alone\n")
}
