import Classic
import ManifestVerifier
import Policy
import PublicationTree
import SigningKeys

/// A document with its signatures, all of which were verified.
struct SignedDocument: Sendable {
    let path: DocumentPath
    let format: DocumentFormat
    let body: [UInt8]
    let digest: SHA256Digest
    /// The response headers that belong to the body.
    let fields: [HeaderField]
    /// What the index says of its readers.
    let knowledge: ReaderKnowledge?
    let signatures: DocumentSignatures
    /// The digest of the `.jws`; nil without one.
    let jws: SHA256Digest?
    /// Whether all signatures were kept from the former tree.
    let isKept: Bool

    /// - Parameter hasJWS: whether a `.jws` is beside it; the signatures then have one.
    init(
        _ document: RenderedDocument, digest: SHA256Digest, signatures: DocumentSignatures, hasJWS: Bool, isKept: Bool
    ) {
        (path, format, body, knowledge) = (document.path, document.format, document.body, document.knowledge)
        (self.digest, self.signatures, self.isKept) = (digest, signatures, isKept)
        fields = document.unsignedFields + signatures.fields
        jws = hasJWS ? SHA256.hash(Self.jws(around: document.body, signatures)) : nil
    }

    var listing: Publication.Document {
        Publication.Document(
            path: path, format: format, byteCount: body.count, sha256: digest.hexadecimal, headers: fields,
            envelopes: jws.map { [.jws: $0.hexadecimal] } ?? [:], knowledge: knowledge)
    }

    var report: BuildReport.Document {
        BuildReport.Document(
            path: path, byteCount: body.count, sha256: digest.hexadecimal, date: signatures.date, isKept: isKept)
    }

    var files: [TreeFile] { [TreeFile(path: path.rawValue, bytes: body)] + sidecars }

    /// The paths of `files`.
    var filePaths: [String] {
        [path.rawValue, path.signatureSidecar, path.headersSidecar]
            + (jws == nil ? [] : [EnvelopeSidecar.jws.path(of: path)])
    }

    /// The sidecars, made now: those of all documents together would be a second tree in memory.
    var sidecars: [TreeFile] {
        let bytes =
            [signatures.sidecarBytes, fields.sidecarBytes] + (jws == nil ? [] : [Self.jws(around: body, signatures)])
        return zip(filePaths.dropFirst(), bytes).map { TreeFile(path: $0, bytes: $1) }
    }

    private static func jws(around body: [UInt8], _ signatures: DocumentSignatures) -> [UInt8] {
        guard let jws = signatures.jws else { preconditionFailure("a document with a .jws has its signature") }
        return jws.file(around: body)
    }
}
