import ManifestVerifier
import Programs
import PublicationTree

struct LiveObject: Sendable {
    let object: S3Object
    /// The 32 bytes of the body's SHA-256, from the body or, where it was not fetched, from S3; nil where neither is known.
    let sha256: [UInt8]?
    /// The body of an index or signature sidecar that was fetched.
    let body: [UInt8]?
    let document: LiveDocument?

    init(_ object: S3Object) {
        self.init(object, sha256: object.sha256, body: nil, document: nil)
    }

    init(_ object: S3Object, body: [UInt8]?, document: LiveDocument) {
        self.init(object, sha256: document.body.digests.body.bytes, body: body, document: document)
    }

    private init(_ object: S3Object, sha256: [UInt8]?, body: [UInt8]?, document: LiveDocument?) {
        self.object = object
        self.sha256 = sha256
        self.body = body
        self.document = document
    }

    /// What a live check expects when this stays; nil for an archive whose checksum is not known.
    var leftAlone: LeftAlone? {
        sha256.flatMap(ListedDigest.init(bytes:)).map {
            LeftAlone(byteCount: object.byteCount, digest: $0, headers: object.fields)
        }
    }

    /// Whether this already is the object, body and headers.
    func isSame(as other: BucketObject) -> Bool {
        hasSameContent(as: other) && object.metadata == other.headers.metadata
    }

    /// Whether body and headers are those of the object, apart from the signature metadata.
    func hasSameContent(as other: BucketObject) -> Bool { sha256 == other.sha256 && hasSameHeaders(as: other) }

    /// Whether the headers are those of the object, apart from the signature metadata.
    func hasSameHeaders(as other: BucketObject) -> Bool {
        !object.isForeign && object.contentType == other.headers.contentType
            && object.cacheControl == other.headers.cacheControl
    }
}
