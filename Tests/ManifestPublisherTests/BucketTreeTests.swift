import Diagnostics
import LocalFiles
import ManifestPublisher
import ManifestVerifier
import PublicationTree
import Testing
import TestSupport

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
