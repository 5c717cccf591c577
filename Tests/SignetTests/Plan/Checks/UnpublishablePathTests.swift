import Testing
import TestSupport

/// What `publish` would refuse of a tree by itself is refused before it is built.
@Suite struct UnpublishablePathTests {
    /// A project with one more static file, and perhaps a bucket.
    private func project(with path: String, bucket: String? = nil) throws -> Project {
        let policy = Project.policy(documents: "\"files\": { \"\(path)\": \"static/notes.txt\" }")
        let target = bucket.map { "\"publishTo\": \"\($0)\", " } ?? ""
        return try Project(policy: policy.replacing("\"origin\":", with: "\(target)\"origin\":"))
    }

    @Test(arguments: ["_headers", "_headers/x.txt", "_Redirects", "_worker.js/index.js", "_Routes.json/a.txt"])
    func `what static hosts obey was built, and refused when it was published`(path: String) throws {
        let refused = try project(with: path)
        for command in [["plan", "none"], ["build"]] {
            try refused.expectRefusal(
                command, code: 1,
                ["\"\(path)\" is a file that static hosts obey and do not serve", "[document-path]"])
        }
        try project(with: path, bucket: "s3://example").expectDone(["build"])
        try project(with: "files/\(path)").expectDone(["build"])
    }

    @Test func `a path that fits into no key of the bucket is refused`() throws {
        let prefix =
            "s3://example/" + Array(repeating: String(repeating: "a", count: 100), count: 5).joined(separator: "/")
        let long = Array(repeating: String(repeating: "b", count: 100), count: 5).joined(separator: "/")
        try project(with: long, bucket: prefix).expectDone(["build"])
        try project(with: "\(long)/\(long.prefix(20))", bucket: prefix).expectRefusal(
            ["build"], code: 1, ["is longer than the 1024 bytes of a key in S3, below s3://example/"])
    }
}
