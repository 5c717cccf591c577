import Foundation
import Testing
import TestSupport

private let files = ["distribution/availability-ios", "files/notes.txt"]

/// Where an environment has its signatures.
struct Delivery: Sendable, CustomTestStringConvertible {
    let profile: String
    let envelopes: [String]

    static let all = ["dated", "body"].flatMap { profile in
        [["headers"], ["jws"], ["headers", "jws"]].map { Delivery(profile: profile, envelopes: $0) }
    }

    var testDescription: String { "\(profile) in \(envelopes.joined(separator: " and "))" }
    var hasHeaders: Bool { envelopes.contains("headers") }
    var hasJWS: Bool { envelopes.contains("jws") }

    /// What is signed anew when nothing but the time has changed.
    var dated: Set<String> {
        let headers = profile == "dated" && hasHeaders ? files : []
        let index = profile == "dated" || hasJWS ? ["publication.jws"] : []
        return Set(headers + index + (hasJWS ? files.map { "\($0).jws" } : []))
    }
}

/// A job of the documented pipeline: each begins with a clean checkout.
struct Job {
    let project: Project
    /// Where apps get the tree.
    let origin: String
    /// The bucket that the policy names; nil for a folder, which no policy names.
    var bucket: String?
    /// Where what is live is read, if that is not what the policy says.
    var address: String?
    let delivery: Delivery
    let variables: [String: String]

    /// A time so many hours from now, for `build --at`.
    static func hours(_ hours: Double) -> String {
        ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: hours * 3_600))
    }

    func writePolicy(minimum: String = "3.0.0", resignAfter: String = "24h") throws {
        let envelopes = delivery.envelopes.map { "\"\($0)\"" }.joined(separator: ", ")
        let policy = BucketBench.policy(
            profile: delivery.profile, minimum: minimum,
            delivery: "\"envelopes\": [\(envelopes)], \"resignAfter\": \"\(resignAfter)\"")
        let place = bucket.map { "\", \"publishTo\": \"\($0)" } ?? ""
        try project.folder.write(
            "policy.json", policy.replacing("https://distribution.example.com", with: origin + place))
    }

    /// Builds as the pipeline does, at another time if a test wants it.
    func build(at time: String? = nil) throws {
        if project.folder.exists("output") { try project.folder.remove("output") }
        try project.expectDone(
            ["build", "--environment", "production", "--previous", address ?? "live"]
                + (time.map { ["--at", $0] } ?? []),
            environment: variables)
    }

    /// Publishes as the pipeline does; it must succeed, and nothing is to be waited for.
    func publish(
        _ more: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        let result = try project.expectDone(
            ["publish", "--environment", "production"] + (address.map { ["--url", $0] } ?? []) + more,
            environment: variables,
            sourceLocation: sourceLocation)
        #expect(!result.errors.contains("waiting until"), "\(result.errors)", sourceLocation: sourceLocation)
        return result.output
    }
}
