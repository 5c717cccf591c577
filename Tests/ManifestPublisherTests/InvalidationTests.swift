import Foundation
import ManifestPublisher
import ManifestVerifier
import TestSupport
import Testing

@Test(.peers(.aws, .moto, .python3, .curl)) func `a long invalidation reaches CloudFront, whatever its paths hold`()
    async throws
{
    let moto = try MotoServer()
    let folder = try TemporaryFolder()
    try folder.write(
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
        "cloudfront", "create-distribution", "--distribution-config", "file://" + folder.path("distribution.json"),
        "--query", "Distribution.Id", "--output", "text"
    ).trimmingCharacters(in: .whitespacesAndNewlines)
    func paths() throws -> [Set<String>] {
        let list = try moto.aws(
            "cloudfront", "list-invalidations", "--distribution-id", id, "--query", "InvalidationList.Items[].Id",
            "--output", "text")
        return try list.split(whereSeparator: \.isWhitespace).map { invalidation in
            let items = try moto.aws(
                "cloudfront", "get-invalidation", "--distribution-id", id, "--id", String(invalidation), "--query",
                "Invalidation.InvalidationBatch.Paths.Items", "--output", "text")
            return Set(items.split(whereSeparator: \.isWhitespace).map(String.init))
        }
    }
    let path = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "TMPDIR": folder.root]
    let variables = path.merging(moto.environment) { $1 }
    let invalidation = try #require(Invalidation(distribution: id, variables: variables))
    let date = try #require(SignedDate(secondsSince1970: 1_785_844_800))
    // More than curl 7.88 takes in a line of its configuration.
    let names = (0..<1_000).map { "\(String(repeating: "long-name/", count: 15))\($0)" }
    try await invalidation.run(names, below: "/a&b<c>", date: date)
    #expect(try paths() == [Set(names.map { "/a&b<c>/\($0)" })])
    // Each path costs.
    try await invalidation.run(names + ["one-more"], below: "", date: date)
    #expect(try paths().contains(["/*"]))
    // The private folder is gone.
    #expect(try folder.snapshot().keys.sorted() == ["distribution.json"])
}
