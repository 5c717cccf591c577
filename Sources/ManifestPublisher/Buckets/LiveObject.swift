import PublicationTree
import Diagnostics
import LocalFiles
import ManifestVerifier

/// An object as it is in the bucket now.
struct LiveObject: Sendable {
    /// The body; nil for a large one, and for one that was not fetched.
    let body: [UInt8]?
    /// What was fetched, with its digests.
    let document: LiveDocument?
    /// The 32 bytes of the body's SHA-256; nil where it was not fetched and the service keeps no checksum.
    let sha256: [UInt8]?
    let byteCount: Int
    let contentType: String?
    let cacheControl: String?
    /// The user metadata, without `x-amz-meta-`.
    let metadata: [String: String]
    /// Whether it has headers that no object of ours has, such as a content encoding.
    private let isForeign: Bool

    /// What `head-object` prints, of an object that is not fetched.
    init(_ answer: JSONValue, sha256: [UInt8]?) {
        let byteCount = (try? answer["ContentLength"]?.asInteger()) ?? 0
        self.init(answer, body: nil, document: nil, sha256: sha256, byteCount: byteCount)
    }

    /// What `get-object` prints, and the file into which it wrote the body.
    init(_ answer: JSONValue, file: ReadableFile) throws(FileError) {
        let fields = Self.metadata(answer).fields
        if file.size > Limits.publicationBytes {
            let document = try LiveDocument(file: file, fields: fields)
            self.init(
                answer, body: nil, document: document, sha256: document.digests.body.bytes, byteCount: file.size)
        } else {
            let body = try file.bytes(limit: Limits.publicationBytes)
            let document = LiveDocument(body: body, fields: fields)
            self.init(
                answer, body: body, document: document, sha256: document.digests.body.bytes, byteCount: body.count)
        }
    }

    /// What both print: `{ "ContentType": …, "CacheControl": …, "Metadata": { … } }`.
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

    /// Whether this is what an object is to be, to the byte and to the header.
    func isSame(as object: BucketObject) -> Bool {
        hasSameContent(as: object) && metadata == object.metadata
    }

    /// Whether all but the signature metadata is what it is to be.
    func hasSameContent(as object: BucketObject) -> Bool {
        sha256 == object.sha256 && hasSameHeaders(as: object)
    }

    /// Whether all headers but the signature metadata are what they are to be.
    func hasSameHeaders(as object: BucketObject) -> Bool {
        !isForeign && contentType == object.contentType && cacheControl == object.cacheControl
    }

    private static let foreignMembers = [
        "ContentEncoding", "ContentDisposition", "ContentLanguage", "ExpiresString", "Expires",
        "WebsiteRedirectLocation",
    ]

    /// The metadata as response headers.
    var fields: [HeaderField] { metadata.fields }
}

extension [String: String] {
    /// User metadata as response headers.
    fileprivate var fields: [HeaderField] {
        compactMap { HeaderField(name: BucketObject.metadataPrefix + $0.key, value: $0.value) }
    }
}
