import Diagnostics
import LocalFiles
import ManifestPublisher
import ManifestVerifier
import TestSupport
import Testing

private func headers(_ more: HeaderField...) throws -> BucketHeaders {
    let fields = [
        HeaderField(unchecked: "content-type", value: "application/json"),
        HeaderField(unchecked: "cache-control", value: "max-age=300"),
    ]
    return try BucketHeaders(fields + more, of: "a")
}

@Test func `headers that S3 would not take are refused before anything is sent`() throws {
    let name = "x-amz-meta-signature"
    let limit = Limits.signatureMetadataBytes - "signature".utf8.count
    _ = try headers(HeaderField(unchecked: name, value: String(repeating: "a", count: limit)))
    let build = "build the tree again with: signet build"
    #expect(
        throws: ErrorReport(
            .refused,
            "a: \(Limits.signatureMetadataBytes + 1) bytes of signature metadata are more than the "
                + "\(Limits.signatureMetadataBytes) of S3", hint: "use a key with a shorter id")
    ) { try headers(HeaderField(unchecked: name, value: String(repeating: "a", count: limit + 1))) }
    #expect(throws: ErrorReport(.refused, "a: header \(name) is not printable ASCII", hint: build)) {
        try headers(HeaderField(unchecked: name, value: "é"))
    }
    #expect(throws: ErrorReport(.refused, "a: S3 cannot send header x-other", hint: build)) {
        try headers(HeaderField(unchecked: "x-other", value: "b"))
    }
    #expect(throws: ErrorReport(.refused, "a: has no content-type or no cache-control", hint: build)) {
        try BucketHeaders([], of: "a")
    }
}

@Test func `a body that was changed after it was verified is noticed before anything is sent`() async throws {
    let project = try PublishedProject()
    let tree = try BucketTree(try await project.tree())
    // A program in the place of aws, for which the bucket is empty.
    let programs = try TemporaryFolder()
    try programs.writeProgram(
        "aws",
        """
        #!/bin/sh
        echo "$2" >> "$(dirname "$0")/operations"
        case "$2" in get-object) echo 'An error occurred (NoSuchKey) when calling GetObject: none' >&2; exit 254;; esac
        echo '{}'
        """)
    let publishing = BucketPublishing(
        tree, to: try #require(BucketAddress("s3://bucket")), endpoint: nil, keys: try project.keys(),
        variables: ["PATH": "\(programs.root):/usr/bin:/bin", "TMPDIR": programs.root], progress: { _, _, _ in })
    let live = try await publishing.readLive()
    let plan = try BucketPlan(
        tree, live, at: "s3://bucket/", keys: project.keys(), now: PublishedProject.now, resignAfter: 86_400)
    #expect(plan.steps.count == tree.tree.documents.count * 2)

    try project.folder.write("output/production/distribution/a.txt", "this is odd\n")
    await #expect(
        throws: FileError(project.folder.path("output/production/distribution/a.txt"), .read, .changed)
    ) { try await publishing.run(plan, from: live) { _ in } }
    #expect(try !programs.text("operations").contains("put-object"))
}
