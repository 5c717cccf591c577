import LocalFiles
import ManifestVerifier
import PublicationTree

/// A document as it is live now, in a bucket, in the folder of a static host or at an origin; none of it is trusted.
struct LiveDocument: Sendable {
    /// The digests of the body, and what its headers claim.
    let body: SignedBody

    /// A document whose body is read for the date that its headers claim.
    init<Failure>(
        fields: [HeaderField], read: (SignedDate?) throws(Failure) -> BodyDigests
    ) throws(Failure) {
        body = try SignedBody(headers: fields, profile: nil, read: read)
    }

    /// A document in memory.
    init(body: [UInt8], fields: [HeaderField]) {
        self.init(fields: fields) { BodyDigests(of: body, date: $0) }
    }

    /// A document in a file, which is read to its end.
    init(file: ReadableFile, fields: [HeaderField]) throws(FileError) {
        try self.init(fields: fields) { (date) throws(FileError) in try BodyDigests(of: file, date: date) }
    }
}

/// The archive of a web bundle as it is live now.
struct LiveArchive: Sendable {
    let byteCount: Int
    /// The SHA-256; nil where the host does not report it.
    let sha256: [UInt8]?
}
