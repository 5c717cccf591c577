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
    let envelopes: [EnvelopeSidecar: SHA256Digest]
    /// Whether all signatures were kept from the former tree.
    let isKept: Bool

    /// - Parameter sidecars: the envelopes that the document has beside it; with a `.jws`, the signatures have one.
    init(
        _ document: RenderedDocument, digest: SHA256Digest, signatures: DocumentSignatures,
        sidecars: Set<EnvelopeSidecar>, isKept: Bool
    ) {
        path = document.path
        format = document.format
        body = document.body
        self.digest = digest
        fields = document.unsignedFields + signatures.fields
        knowledge = document.knowledge
        self.signatures = signatures
        self.isKept = isKept
        envelopes = Dictionary(
            uniqueKeysWithValues: sidecars.map { sidecar in
                let bytes = Self.jws(around: document.body, signatures)
                return (sidecar, SHA256.hash(bytes))
            })
    }

    var listing: Publication.Document {
        Publication.Document(
            path: path, format: format, byteCount: body.count, sha256: digest.hexadecimal, headers: fields,
            envelopes: envelopes.mapValues(\.hexadecimal), knowledge: knowledge)
    }

    var report: BuildReport.Document {
        BuildReport.Document(
            path: path, byteCount: body.count, sha256: digest.hexadecimal, date: signatures.date, isKept: isKept)
    }

    var files: [TreeFile] { [TreeFile(path: path.rawValue, bytes: body)] + sidecars }

    /// The sidecars, made now: those of all documents together would be a second tree in memory.
    var sidecars: [TreeFile] {
        [
            TreeFile(path: path.signatureSidecar, bytes: signatures.sidecarBytes),
            TreeFile(path: path.headersSidecar, bytes: fields.sidecarBytes),
        ]
            + envelopes.keys.map { sidecar in
                TreeFile(
                    path: sidecar.path(of: path),
                    bytes: Self.jws(around: body, signatures))
            }
    }

    private static func jws(around body: [UInt8], _ signatures: DocumentSignatures) -> [UInt8] {
        guard let jws = signatures.jws else { preconditionFailure("a document with a .jws has its signature") }
        return jws.file(around: body)
    }
}
