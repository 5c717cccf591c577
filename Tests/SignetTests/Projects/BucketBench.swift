import Foundation
import Testing
import TestSupport

/// A team with a bucket of a real server, and a proxy in front of it where requests can fail.
struct BucketBench {
    let project: Project
    let bucket: Bucket
    let proxy: FaultProxy
    private let profile: String
    private let hasFiles: Bool
    private let delivery: String

    /// - Parameters:
    ///   - hasFiles: whether there is more than one document.
    ///   - delivery: members of the environment that say how signatures and keys are published.
    init(profile: String = "dated", hasFiles: Bool = false, delivery: String = "") throws {
        project = try Project(policy: Self.policy(profile: profile, hasFiles: hasFiles, delivery: delivery))
        self.profile = profile
        self.hasFiles = hasFiles
        self.delivery = delivery
        bucket = try SeaweedServer.makeBucket()
        proxy = try FaultProxy(to: bucket.origin)
        try build("2026-08-03T10:00:00Z")
    }

    /// A team that has its tree.
    init(of project: Project) throws {
        self.project = project
        (profile, hasFiles, delivery) = ("dated", false, "")
        bucket = try SeaweedServer.makeBucket()
        proxy = try FaultProxy(to: bucket.origin)
    }

    /// What leads to the bucket.
    var environment: [String: String] { bucket.environment(through: proxy) }

    /// Sets what goes wrong from now on; counting begins anew.
    func fail(_ rule: FaultProxy.Rule? = nil) throws {
        if let rule { try proxy.set(rule) } else { try proxy.set() }
    }

    /// All requests so far, as method and path, with the bucket as `tree`.
    func requests() throws -> [String] {
        try proxy.requests().map { request in
            let path = request.path.prefix { $0 != "?" }
            return "\(request.method) \(path)".replacing(bucket.name, with: "tree")
        }
    }

    func build(_ time: String, minimum: String = "3.0.0", delivery: String? = nil) throws {
        try project.folder.write(
            "policy.json",
            Self.policy(profile: profile, minimum: minimum, hasFiles: hasFiles, delivery: delivery ?? self.delivery))
        try project.expectDone(["build", "--at", time])
    }

    /// A policy for iOS, with a static file or without.
    static func policy(
        profile: String = "dated", minimum: String = "3.0.0", hasFiles: Bool = true, delivery: String = ""
    ) -> String {
        """
        {
          "descriptions": "Texts.xcstrings",
          "environments": {
            "production": {
              "origin": "https://distribution.example.com",
              "profile": "\(profile)",\(delivery.contains("envelopes") ? "" : #" "envelopes": ["headers"],"#)\(delivery.isEmpty ? "" : " \(delivery),")
              "ios": {
                "minimumOSVersion": { "value": "13.5.0", "description": "os" },
                "minimumAppVersion": { "value": "\(minimum)", "description": "app" }
              },
              "documents": {
                "availability": "distribution/availability-{platform}"\(hasFiles ? "," : "")
                \(hasFiles ? "\"files\": { \"files/\": \"static/\" }" : "")
              }
            }
          }
        }

        """
    }

    /// The words that publish; the bucket is `tree` in what tests write and read.
    var words: [String] { Self.words.map { $0.replacing("tree", with: bucket.name) } }

    static let words = ["publish", "--environment", "production", "--to", "s3://tree/app", "--no-live-check"]

    /// Publishes; sizes and times are left out of what was said.
    @discardableResult
    func publish(_ more: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> CommandResult {
        let result = try project.expectDone(words + more, environment: environment, sourceLocation: sourceLocation)
        expectNoSecret(result)
        let output = result.output.replacing(bucket.name, with: "tree")
            .replacing(#/(sent|to send) \([0-9.]+ (bytes|kB|MB)\)/#) { String($0.1) }
            .replacing(#/, in [0-9.]+ s\n/#, with: "\n")
        return CommandResult(
            status: result.status, output: output, errors: result.errors.replacing(bucket.name, with: "tree"))
    }

    /// What changes against the bucket.
    func plan() throws -> CommandResult {
        try project.run(["plan", "s3://\(bucket.name)/app"], environment: environment)
    }

    func refuse(
        _ code: Int32, _ said: [String], more: [String] = [], variables: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let result = try project.expectRefusal(
            words + more, code: code, said.map { $0.replacing("s3://tree", with: "s3://\(bucket.name)") },
            environment: environment.merging(variables) { $1 }, sourceLocation: sourceLocation)
        expectNoSecret(result)
    }

    private func expectNoSecret(_ result: CommandResult) {
        for text in [result.output, result.errors] {
            #expect(!text.contains(environment["AWS_SECRET_ACCESS_KEY"] ?? "?") && !text.contains("PRIVATE KEY"))
        }
    }

    /// The headers that a path's object is served with; their names are in lower case.
    func headers(_ path: String) throws -> [String: String] { try #require(try bucket.headers("app/\(path)")) }

    func body(_ path: String) throws -> [UInt8] { try #require(try bucket.get("app/\(path)")) }

    /// The keys of all objects.
    func keys() throws -> [String] { try bucket.keys() }

    /// The objects that were sent since the first `count` requests, in order.
    func sent(after count: Int) throws -> [String] {
        try requests().dropFirst(count).filter { $0.hasPrefix("PUT /tree/app/") }
            .map { String($0.dropFirst("PUT /tree/app/".count)) }
    }
}
