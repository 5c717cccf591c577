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

    @Test(arguments: [
        ("public", "public/test", "test/notes.txt", true), ("public", "public/Test", "tesT/notes.txt", true),
        ("s3://example", "s3://example/a/test/", "a/test", true),
        ("s3://example/a", "s3://example/a/b", "b/x.txt", true),
        ("public", "public/test", "testing/notes.txt", false),
        ("s3://example/a", "s3://example/ab", "b/x.txt", false),
    ])
    func `a document in the place of another environment would replace what is live there`(
        place: String, other: String, path: String, isRefused: Bool
    ) throws {
        let policy = Project.policy(documents: "\"files\": { \"\(path)\": \"static/notes.txt\" }")
            .replacing("\"origin\":", with: "\"publishTo\": \"\(place)\", \"origin\":")
            .replacing(
                "\"environments\": {",
                with: """
                    "environments": { "test": { "origin": "https://test.shop.example", "publishTo": "\(other)",
                      "documents": { "files": { "notes.txt": "static/notes.txt" } } },
                    """)
        let project = try Project(policy: policy)
        let command = ["plan", "none", "--environment", "production"]
        guard isRefused else {
            try project.expectDone(command)
            return
        }
        let inside = other.hasSuffix("/") ? String(other.dropLast()) : other
        try project.expectRefusal(
            command, code: 1, ["\"\(path)\" would lie in \(inside), where environment \"test\" is published"])
        try project.expectRefusal(["build", "--environment", "production"], code: 1, ["[document-path]"])
    }
}
