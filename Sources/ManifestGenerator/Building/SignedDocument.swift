import Classic
import ManifestVerifier
import Policy
import PublicationTree
import SigningKeys

/// A document with its signatures, all of which were verified.
struct SignedDocument: Sendable {
    /// Nil for an archive whose bytes are not at hand, which only its first publication needs.
    let body: DocumentBody?
    let listing: Publication.Document
    let signatures: DocumentSignatures
    /// Whether all signatures were kept from the former tree.
    let isKept: Bool
    var path: DocumentPath { listing.path }

    init(_ document: RenderedDocument, digest: SHA256Digest, signatures: DocumentSignatures, isKept: Bool) {
        (body, self.signatures, self.isKept) = (.bytes(document.body), signatures, isKept)
        let jws = signatures.jws.map { SHA256.hash($0.file(around: document.body)) }
        listing = Publication.Document(
            path: document.path, format: document.format, byteCount: document.body.count, sha256: digest.hexadecimal,
            headers: document.unsignedFields + signatures.fields,
            jws: jws?.hexadecimal, knowledge: document.knowledge)
    }

    /// The archive of a web bundle, of which only the `.sig` is a signature.
    init(_ bundle: BundleOffering.Bundle, body: BodyFile?, signature: ECDSASignature, by keyID: KeyID, isKept: Bool) {
        (self.body, self.isKept) = (body.map { .file($0) }, isKept)
        signatures = DocumentSignatures(keyID: keyID, header: nil, headerDate: nil, body: signature)
        listing = Publication.Document(
            path: bundle.path, format: .webBundle, byteCount: bundle.archive.byteCount,
            sha256: bundle.archive.digest.hexadecimal, headers: bundle.fields)
    }

    var report: BuildReport.Document {
        BuildReport.Document(
            path: path, byteCount: listing.byteCount, sha256: listing.sha256, date: signatures.date, isKept: isKept)
    }

    /// The paths of the body, if it is at hand, and of `sidecars`.
    var filePaths: [String] { (body == nil ? [] : [path.rawValue]) + sidecarPaths }

    private var sidecarPaths: [String] {
        [path.signatureSidecar, path.headersSidecar]
            + (signatures.jws == nil ? [] : [path.jwsSidecar])
    }

    /// The sidecars, made now: those of all documents together would be a second tree in memory.
    var sidecars: [TreeFile] {
        var bytes = [signatures.sidecarBytes, listing.headers.sidecarBytes]
        if let jws = signatures.jws, case .bytes(let body)? = body { bytes.append(jws.file(around: body)) }
        return zip(sidecarPaths, bytes).map { TreeFile(path: $0, bytes: $1) }
    }
}
