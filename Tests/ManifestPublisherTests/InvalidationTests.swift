import Foundation
import ManifestPublisher
import ManifestVerifier
import Testing
import TestSupport

@Test(.peers(.aws, .moto, .python3, .curl)) func `a long invalidation reaches CloudFront, whatever its paths hold`()
    async throws
{
    let moto = try MotoServer()
    let folder = try TemporaryFolder()
    let id = try moto.makeDistribution()
    let path = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "TMPDIR": folder.root]
    let variables = path.merging(moto.environment) { $1 }
    let invalidation = try #require(Invalidation(distribution: id, variables: variables))
    let date = try #require(SignedDate(secondsSince1970: 1_785_844_800))
    // More than curl 7.88 takes in a line of its configuration.
    let names = (0..<1_000).map { "\(String(repeating: "long-name/", count: 15))\($0)" }
    try await invalidation.run(names, below: "/a&b<c>", date: date)
    #expect(try moto.invalidations(of: id) == [Set(names.map { "/a&b<c>/\($0)" })])
    // Each path costs.
    try await invalidation.run(names + ["one-more"], below: "", date: date)
    #expect(try moto.invalidations(of: id).contains(["/*"]))
    // The private folder is gone.
    #expect(try folder.snapshot().isEmpty)
}
