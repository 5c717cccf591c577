import ManifestVerifier
import PublicationTree

/// One object as it is to be in the bucket: body and headers, which S3 keeps and serves together.
package struct BucketObject: Sendable {
    /// When an object is sent; what is named by others comes before what names it.
    package enum Turn: Int, Comparable, Sendable {
        case staticFile
        case document
        case indexSignature
        case index

        package static func < (a: Turn, b: Turn) -> Bool { a.rawValue < b.rawValue }
    }

    /// The path in the tree.
    package let path: String
    let turn: Turn
    /// Whether it is the archive of a web bundle.
    let isArchive: Bool
    /// The body; nil for an archive that the tree does not have.
    let body: DocumentBody?
    let byteCount: Int
    /// The 32 bytes of the body's SHA-256; of an archive the listed one, until it is sent.
    let sha256: [UInt8]
    let contentType: String
    let cacheControl: String
    /// The user metadata, without `x-amz-meta-`, by name.
    let metadata: [String: String]

    /// An object with its response headers.
    ///
    /// - Parameters:
    ///   - digest: SHA-256 of the body.
    ///   - fields: content type, cache control and `x-amz-meta-` headers, and no other.
    package init(path: String, turn: Turn, body: DocumentBody, digest: SHA256Digest, fields: [HeaderField])
        throws
    {
        try self.init(
            path: path, turn: turn, isArchive: false, body: body, byteCount: body.byteCount, sha256: digest.bytes,
            fields: fields)
    }

    /// The archive of a web bundle, which is read only when it is sent.
    ///
    /// - Parameters:
    ///   - document: what the tree lists.
    ///   - body: the archive, if the tree has it.
    init(archive document: VerifiedTree.Document, body: BodyFile?) throws {
        guard let digest = ListedDigest(hexadecimal: document.sha256) else {
            preconditionFailure("an index with another digest is not read")
        }
        try self.init(
            path: document.path.rawValue, turn: .staticFile, isArchive: true, body: body.map { .file($0) },
            byteCount: document.byteCount, sha256: digest.bytes, fields: document.headers)
    }

    private init(
        path: String, turn: Turn, isArchive: Bool, body: DocumentBody?, byteCount: Int, sha256: [UInt8],
        fields: [HeaderField]
    ) throws {
        self.path = path
        self.turn = turn
        self.isArchive = isArchive
        self.body = body
        self.byteCount = byteCount
        self.sha256 = sha256
        var (contentType, cacheControl): (String?, String?)
        var metadata: [String: String] = [:]
        for field in fields {
            guard field.value.utf8.allSatisfy(\.isPrintableASCII) else {
                throw PublishError.headerNotASCII(path, field.name)
            }
            if field.isNamed(HeaderField.contentType) {
                contentType = field.value
            } else if field.isNamed(HeaderField.cacheControl) {
                cacheControl = field.value
            } else if field.name.asciiLowercased.hasPrefix(Self.metadataPrefix) {
                metadata[String(field.name.asciiLowercased.dropFirst(Self.metadataPrefix.count))] = field.value
            } else {
                throw PublishError.headerUnknown(path, field.name)
            }
        }
        guard let contentType, let cacheControl else { throw PublishError.headerMissing(path) }
        // S3 counts the names without their prefix, and the values ("Working with object metadata").
        let bytes = metadata.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        guard bytes <= Limits.signatureMetadataBytes else { throw PublishError.metadataTooLarge(path, bytes) }
        self.contentType = contentType
        self.cacheControl = cacheControl
        self.metadata = metadata
    }

    static let metadataPrefix = "x-amz-meta-"
}
