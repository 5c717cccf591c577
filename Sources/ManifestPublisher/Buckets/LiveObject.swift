import ManifestVerifier
import Programs
import PublicationTree

struct LiveObject: Sendable {
    let object: S3Object
    /// The body of an index or signature sidecar that was fetched.
    var body: [UInt8]?
    /// Nil where nothing was fetched.
    var document: LiveDocument?

    /// The 32 bytes of the body's SHA-256, from the body or, where it was not fetched, from S3; nil where neither is known.
    var sha256: [UInt8]? { document?.body.digests.body.bytes ?? object.sha256 }

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
