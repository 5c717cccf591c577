import Foundation
import Testing
import TestSupport

private let ios = "distribution/availability-ios"

@Test(.peers(.seaweed, .aws, .moto, .python3, .curl)) func `publish tells CloudFront to forget what changed`() throws {
    let bench = try BucketBench()
    let moto = try MotoServer()
    let id = try moto.makeDistribution()
    let environment = bench.environment.merging(["AWS_ENDPOINT_URL_CLOUDFRONT": moto.origin]) { $1 }
    func publish(_ id: String) throws {
        try bench.project.expectDone(bench.words + ["--cloudfront", id], environment: environment)
    }
    try publish(id)
    #expect(try moto.invalidations(of: id).map(\.count) == [3])
    #expect(try moto.invalidations(of: id)[0].contains("/\(ios)"))
    // One object alone.
    try bench.bucket.delete("app/\(ios).sig")
    try publish(id)
    #expect(try moto.invalidations(of: id).contains(["/\(ios).sig"]))
    // An object whose answer is lost may have been replaced.
    try bench.build("2026-08-05T10:00:00Z", minimum: "3.2.0")
    try bench.fail(.init("PUT", path: "\(ios).sig", .lostAnswer))
    try bench.refuse(
        69, ["S3 cannot be reached"], more: ["--cloudfront", id],
        variables: ["AWS_ENDPOINT_URL_CLOUDFRONT": moto.origin, "AWS_MAX_ATTEMPTS": "1"])
    try bench.fail()
    #expect(try moto.invalidations(of: id).contains(["/\(ios).sig"]))
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
