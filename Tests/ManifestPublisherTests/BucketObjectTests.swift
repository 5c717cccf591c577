import PublicationTree
import ManifestPublisher
import ManifestVerifier
import Testing

private func object(_ more: HeaderField...) throws -> BucketObject {
    let fields = [
        HeaderField(unchecked: "content-type", value: "application/json"),
        HeaderField(unchecked: "cache-control", value: "max-age=300"),
    ]
    return try BucketObject(
        path: "a", turn: .document, body: .bytes([]), digest: SHA256.hash([]), fields: fields + more)
}

@Test func `metadata that S3 would not take is refused before anything is sent`() throws {
    let name = "x-amz-meta-signature"
    let limit = Limits.signatureMetadataBytes - "signature".utf8.count
    _ = try object(HeaderField(unchecked: name, value: String(repeating: "a", count: limit)))
    #expect(throws: PublishError.metadataTooLarge("a", Limits.signatureMetadataBytes + 1)) {
        try object(HeaderField(unchecked: name, value: String(repeating: "a", count: limit + 1)))
    }
    #expect(throws: PublishError.headerNotASCII("a", name)) { try object(HeaderField(unchecked: name, value: "é")) }
    #expect(throws: PublishError.headerUnknown("a", "x-other")) {
        try object(HeaderField(unchecked: "x-other", value: "b"))
    }
    #expect(throws: PublishError.headerMissing("a")) {
        try BucketObject(path: "a", turn: .document, body: .bytes([]), digest: SHA256.hash([]), fields: [])
    }
}
