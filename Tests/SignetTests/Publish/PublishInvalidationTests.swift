import Foundation
import TestSupport
import Testing

private let ios = "distribution/availability-ios"

@Test(.peers(.seaweed, .aws, .moto, .python3, .curl)) func `publish tells CloudFront to forget what changed`() throws {
    let bench = try BucketBench()
    let moto = try MotoServer()
    try bench.project.folder.write(
        "distribution.json",
        """
        { "CallerReference": "1", "Comment": "", "Enabled": true, "DefaultRootObject": "",
          "Origins": { "Quantity": 1, "Items": [ { "Id": "o", "DomainName": "tree.s3.amazonaws.com",
            "S3OriginConfig": { "OriginAccessIdentity": "" } } ] },
          "DefaultCacheBehavior": { "TargetOriginId": "o", "ViewerProtocolPolicy": "https-only", "MinTTL": 0,
            "ForwardedValues": { "QueryString": false, "Cookies": { "Forward": "none" } },
            "TrustedSigners": { "Enabled": false, "Quantity": 0 } } }
        """)
    let id = try moto.aws(
        "cloudfront", "create-distribution", "--distribution-config",
        "file://" + bench.project.folder.path("distribution.json"), "--query", "Distribution.Id", "--output", "text"
    ).trimmingCharacters(in: .whitespacesAndNewlines)
    let environment = bench.environment.merging(["AWS_ENDPOINT_URL_CLOUDFRONT": moto.origin]) { $1 }
    func publish(_ id: String) throws {
        try bench.project.expectDone(bench.words + ["--cloudfront", id], environment: environment)
    }
    func invalidated() throws -> [[String]] {
        let list = try moto.aws(
            "cloudfront", "list-invalidations", "--distribution-id", id, "--query", "InvalidationList.Items[].Id",
            "--output", "text")
        return try list.split { $0.isWhitespace }.filter { $0 != "None" }.map { invalidation in
            try moto.aws(
                "cloudfront", "get-invalidation", "--distribution-id", id, "--id", String(invalidation), "--query",
                "Invalidation.InvalidationBatch.Paths.Items", "--output", "text"
            ).split { $0.isWhitespace }.map(String.init).sorted()
        }
    }
    try publish(id)
    #expect(try invalidated().map(\.count) == [4])
    #expect(try invalidated()[0].contains("/\(ios)"))
    // Headers alone.
    try bench.bucket.put("app/\(ios)", bench.project.folder.read("output/production/\(ios)"))
    try publish(id)
    #expect(try invalidated().map { $0 }.contains(["/\(ios)"]))
    try bench.refuse(64, ["--cloudfront a/b is not a distribution id"], more: ["--cloudfront", "a/b"])
    try bench.build("2026-08-06T10:00:00Z", minimum: "3.3.0")
    try bench.refuse(
        66,
        [
            "CloudFront EMISSING: there is no such distribution", "what was sent is in the bucket",
            "another run has nothing to invalidate",
        ],
        more: ["--cloudfront", "EMISSING"],
        variables: ["AWS_ENDPOINT_URL_CLOUDFRONT": moto.origin])
}
