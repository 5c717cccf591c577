import ManifestVerifier

/// What S3 says of an object: the fields of the answer to a GET or HEAD. The names of the metadata are in lower case.
package struct S3Object: Sendable, Equatable {
    package let byteCount: Int
    /// Names this state of the object.
    package let etag: String?
    /// The 32 bytes of the body's SHA-256; nil where none was sent with the body, or the service keeps none.
    package let sha256: [UInt8]?
    package let contentType: String?
    package let cacheControl: String?
    /// The user metadata, without `x-amz-meta-`.
    package let metadata: [String: String]
    /// Whether it has headers that Signet never sets, such as a content encoding.
    package let isForeign: Bool
    package let fields: [HeaderField]

    /// What the answer to a GET or HEAD says, or would say.
    package init(_ fields: [HeaderField]) {
        var values: [String: String] = [:]
        for field in fields { values[field.name.asciiLowercased] = field.value }
        byteCount = values["content-length"].flatMap { Int($0) } ?? 0
        etag = values["etag"]
        // The checksum of an object that came in parts is one of their checksums, `…-3`, and no SHA-256 of the body.
        sha256 = values["x-amz-checksum-sha256"].flatMap(Base64.decode).flatMap { $0.count == 32 ? $0 : nil }
        contentType = values["content-type"]
        cacheControl = values["cache-control"]
        isForeign = Self.foreignFields.contains { name in
            let value = values[name] ?? ""
            return !value.isEmpty && value != "aws-chunked"
        }
        var metadata: [String: String] = [:]
        for (name, value) in values where name.hasPrefix(Self.metadataPrefix) {
            metadata[String(name.dropFirst(Self.metadataPrefix.count))] = value
        }
        self.metadata = metadata
        self.fields = fields
    }

    /// What stands before the name of a field of the metadata.
    package static let metadataPrefix = "x-amz-meta-"
    private static let foreignFields = [
        "content-encoding", "content-disposition", "content-language", "expires", "x-amz-website-redirect-location",
    ]
}
