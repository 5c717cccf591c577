import Foundation
import TestSupport
import Testing

/// A team with a bucket.
struct BucketBench {
    let project: Project
    let moto: MotoServer
    private let profile: String

    private let hasFiles: Bool

    /// - Parameter hasFiles: whether there is more than one document; every object is some runs of `aws`.
    init(profile: String = "dated", hasFiles: Bool = false) throws {
        project = try Project(policy: Self.policy(profile: profile, hasFiles: hasFiles))
        self.profile = profile
        self.hasFiles = hasFiles
        moto = try MotoServer()
        let place =
            "<CreateBucketConfiguration><LocationConstraint>eu-west-2</LocationConstraint></CreateBucketConfiguration>"
        try moto.curl("tree", "-X", "PUT", "-H", "Content-Type: application/xml", "-d", place)
        try build("2026-08-03T10:00:00Z")
    }

    func build(_ time: String, minimum: String = "3.0.0") throws {
        try project.folder.write("policy.json", Self.policy(profile: profile, minimum: minimum, hasFiles: hasFiles))
        try project.expectDone(["build", "--at", time])
    }

    /// A policy for iOS, with a static file or without.
    static func policy(profile: String = "dated", minimum: String = "3.0.0", hasFiles: Bool = true) -> String {
        """
        {
          "descriptions": "Texts.xcstrings",
          "environments": {
            "production": {
              "origin": "https://distribution.example.com",
              "profile": "\(profile)",
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

    static let words = ["publish", "--environment", "production", "--to", "s3://tree/app", "--no-live-check"]

    @discardableResult
    func publish(_ more: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> CommandResult {
        let result = try project.expectDone(
            Self.words + more, environment: moto.environment, sourceLocation: sourceLocation)
        expectNoSecret(result)
        return result
    }

    func refuse(
        _ code: Int32, _ said: [String], more: [String] = [], variables: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let result = try project.expectRefusal(
            Self.words + more, code: code, said, environment: moto.environment.merging(variables) { $1 },
            sourceLocation: sourceLocation)
        expectNoSecret(result)
    }

    private func expectNoSecret(_ result: CommandResult) {
        for text in [result.output, result.errors] {
            #expect(!text.contains("secret-access-key-of-the-tests") && !text.contains("PRIVATE KEY"))
        }
    }

    /// The headers that a path's object is served with; their names are in lower case.
    func headers(_ path: String) throws -> [String: String] {
        let lines = try moto.curl("tree/app/\(path)", "-I").split(whereSeparator: \.isNewline)
        let fields = lines.dropFirst().map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
        return Dictionary(fields.map { ($0[0].lowercased(), $0.count > 1 ? $0[1] : "") }) { "\($0), \($1)" }
    }

    func body(_ path: String) throws -> [UInt8] {
        try moto.curl("tree/app/\(path)", "-o", project.folder.path("object"))
        return try project.folder.read("object")
    }

    /// The keys of all objects.
    func keys() throws -> [String] {
        try moto.curl("tree?list-type=2").matches(of: #/<Key>([^<]*)<\/Key>/#)
            .map { String($0.1) }
    }

    /// The objects that were sent since the first `count` requests, in order.
    func sent(after count: Int) throws -> [String] {
        try moto.requests().dropFirst(count).filter { $0.hasPrefix("PUT /tree/app/") }
            .map { String($0.dropFirst("PUT /tree/app/".count)) }
    }
}
