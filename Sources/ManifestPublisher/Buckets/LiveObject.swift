import ManifestCrypto
import ManifestFormat

/// An object as it is in the bucket now.
struct LiveObject: Sendable {
    /// The body; nil for a large one, of which S3 keeps the checksum.
    let body: [UInt8]?
    /// The 32 bytes of the body's SHA-256.
    let sha256: [UInt8]
    let contentType: String?
    let cacheControl: String?
    /// The user metadata, without `x-amz-meta-`.
    let metadata: [String: String]
    /// Whether it has headers that no object of ours has, such as a content encoding.
    private let isForeign: Bool

    /// What `get-object` and `head-object` print: `{ "ContentType": …, "CacheControl": …, "Metadata": { … } }`.
    init(_ answer: JSONValue, body: [UInt8]?, sha256: [UInt8]) {
        self.body = body
        self.sha256 = sha256
        contentType = try? answer["ContentType"]?.asString()
        cacheControl = try? answer["CacheControl"]?.asString()
        isForeign = Self.foreignMembers.contains { name in
            let value = (try? answer[name]?.asString()) ?? ""
            return !value.isEmpty && value != "aws-chunked"
        }
        var metadata: [String: String] = [:]
        if let object = answer["Metadata"], let members = try? JSONObject(object).members {
            for member in members { metadata[member.name.asciiLowercased] = try? member.value.asString() }
        }
        self.metadata = metadata
    }

    /// Whether this is what an object is to be, to the byte and to the header.
    func isSame(as object: BucketObject) -> Bool {
        hasSameContent(as: object) && metadata == object.metadata
    }

    /// Whether all but the signature metadata is what it is to be.
    func hasSameContent(as object: BucketObject) -> Bool {
        !isForeign && sha256 == object.digest.bytes && contentType == object.contentType
            && cacheControl == object.cacheControl
    }

    private static let foreignMembers = [
        "ContentEncoding", "ContentDisposition", "ContentLanguage", "ExpiresString", "Expires",
        "WebsiteRedirectLocation",
    ]

    /// The metadata as response headers.
    var fields: [HeaderField] {
        metadata.map { HeaderField(name: BucketObject.metadataPrefix + $0.key, value: $0.value) }
    }
}
