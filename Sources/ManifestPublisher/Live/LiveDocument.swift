import LocalFiles
import ManifestVerifier
import PublicationTree

/// A document as it is live now, in a bucket, in the folder of a static host or at an origin; nothing of it is trusted.
struct LiveDocument: Sendable {
    /// The digest of the body, and that of what a signature header covers which has the date of these headers.
    let digests: BodyDigests
    /// The response headers.
    let fields: [HeaderField]

    /// A document with its digests, made for the date in its headers.
    init(digests: BodyDigests, fields: [HeaderField]) {
        self.digests = digests
        self.fields = fields
    }

    /// A document in memory.
    init(body: [UInt8], fields: [HeaderField]) {
        self.init(digests: BodyDigests(of: body, date: Self.date(in: fields)), fields: fields)
    }

    /// A document in a file, which is read to its end.
    init(file: ReadableFile, fields: [HeaderField]) throws(FileError) {
        self.init(digests: try BodyDigests(of: file, date: Self.date(in: fields)), fields: fields)
    }

    /// The date that headers claim to be signed; nil without one.
    static func date(in fields: [HeaderField]) -> SignedDate? {
        fields.first { $0.isNamed(SignatureHeader.dateName) }.flatMap { SignedDate(headerValue: $0.value) }
    }
}

/// The archive of a web bundle as it is live now.
struct LiveArchive: Sendable {
    let byteCount: Int
    /// The SHA-256; nil where the host does not say it.
    let sha256: [UInt8]?
}
