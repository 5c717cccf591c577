import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree

/// An object as it is in the bucket now.
struct LiveObject: Sendable {
    /// The body; nil for a large one, and for one that was not fetched.
    let body: [UInt8]?
    /// The fetched document, with its digests.
    let document: LiveDocument?
    /// The 32 bytes of the body's SHA-256; nil where it was not fetched and the service keeps no checksum.
    let sha256: [UInt8]?
    let byteCount: Int
    let contentType: String?
    let cacheControl: String?
    /// The user metadata, without `x-amz-meta-`.
    let metadata: [String: String]
    /// Whether it has headers that Signet never sets, such as a content encoding.
    private let isForeign: Bool

    /// The output of `head-object`, for an object that is not fetched.
    init(_ answer: JSONValue, sha256: [UInt8]?) {
        let byteCount = (try? answer["ContentLength"]?.asInteger()) ?? 0
        self.init(answer, body: nil, document: nil, sha256: sha256, byteCount: byteCount)
    }

    /// The output of `get-object`, and the file into which it wrote the body.
    init(_ answer: JSONValue, file: ReadableFile) throws(FileError) {
        let fields = Self.fields(Self.metadata(answer))
        if file.size > Limits.publicationBytes {
            let document = try LiveDocument(file: file, fields: fields)
            self.init(
                answer, body: nil, document: document, sha256: document.body.digests.body.bytes, byteCount: file.size)
        } else {
            let body = try file.bytes(limit: Limits.publicationBytes)
            let document = LiveDocument(body: body, fields: fields)
            self.init(
                answer, body: body, document: document, sha256: document.body.digests.body.bytes, byteCount: body.count)
        }
    }

    /// The output of either: `{ "ContentType": …, "CacheControl": …, "Metadata": { … } }`.
    private init(_ answer: JSONValue, body: [UInt8]?, document: LiveDocument?, sha256: [UInt8]?, byteCount: Int) {
        self.body = body
        self.document = document
        self.sha256 = sha256
        self.byteCount = byteCount
        contentType = try? answer["ContentType"]?.asString()
        cacheControl = try? answer["CacheControl"]?.asString()
        isForeign = Self.foreignMembers.contains { name in
            let value = (try? answer[name]?.asString()) ?? ""
            return !value.isEmpty && value != "aws-chunked"
        }
        metadata = Self.metadata(answer)
    }

    private static func metadata(_ answer: JSONValue) -> [String: String] {
        var metadata: [String: String] = [:]
        if let object = answer["Metadata"], let members = try? JSONObject(object).members {
            for member in members { metadata[member.name.asciiLowercased] = try? member.value.asString() }
        }
        return metadata
    }

    /// Whether this already is the object, body and headers.
    func isSame(as object: BucketObject) -> Bool {
        hasSameContent(as: object) && metadata == object.headers.metadata
    }

    /// Whether body and headers are those of the object, apart from the signature metadata.
    func hasSameContent(as object: BucketObject) -> Bool {
        sha256 == object.sha256 && hasSameHeaders(as: object)
    }

    /// Whether the headers are those of the object, apart from the signature metadata.
    func hasSameHeaders(as object: BucketObject) -> Bool {
        !isForeign && contentType == object.headers.contentType && cacheControl == object.headers.cacheControl
    }

    private static let foreignMembers = [
        "ContentEncoding", "ContentDisposition", "ContentLanguage", "ExpiresString", "Expires",
        "WebsiteRedirectLocation",
    ]

    /// The metadata as response headers.
    var fields: [HeaderField] { Self.fields(metadata) }

    private static func fields(_ metadata: [String: String]) -> [HeaderField] {
        metadata.compactMap { HeaderField(name: BucketHeaders.metadataPrefix + $0.key, value: $0.value) }
    }
}
