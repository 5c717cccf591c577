import Diagnostics
import LocalFiles
import ManifestPolicy
import ManifestVerifier
import PublicationTree
import SigningKeys

/// Finds out whether the tree on disk is already what the policy gives, so that it can be left alone.
///
/// The signed index is the witness: it binds each body's hash and each header with its signature, and a build signs an
/// index only after it has verified every signature that the index lists (the holder of the key could sign anything). So
/// when the index verifies and is, to the byte, the index of these documents with the headers on disk, nothing on disk
/// has changed since, and one signature stands for all. Whenever anything is to be written, every signature is verified.
struct UnchangedTree {
    let signing: DocumentSigning
    let former: FormerTree

    private var terms: SigningTerms { signing.terms }

    /// The documents of the tree, the index last, if the tree is unchanged and nothing in it is due to be signed anew.
    func documents(
        _ rendered: [RenderedDocument], _ archives: [SignedArchive]
    ) async throws(FileError) -> [BuildReport.Document]? {
        let bodies = archives.filter { $0.body != nil }.map(\.bundle.path.rawValue)
        let sidecars = archives.flatMap(\.sidecars)
        let paths = (rendered.map(\.path) + [.publication]).flatMap {
            [$0.rawValue, $0.signatureSidecar, $0.headersSidecar]
        }
        guard former.hasExactly(paths + bodies + sidecars.map(\.path)), try former.has(sidecars) else { return nil }
        // The index first: it is one signature, and most changes show in it.
        guard let index = try former.document(.publication, bodyLimit: Limits.publicationBytes),
            let indexSignatures = index.signatures(verifiedBy: signing.verifier),
            terms.isFresh(indexSignatures.date, of: nil, at: signing.date),
            index.files.signature == indexSignatures.sidecarBytes
        else { return nil }

        let documents = try await rendered.concurrentMap { (document) throws(FileError) in
            try unchanged(document)
        }.compactMap(\.self)
        guard documents.count == rendered.count else { return nil }
        let publication = Publication(
            environment: terms.name, keyID: indexSignatures.keyID, profile: terms.profile,
            documents: documents.map(\.listing) + archives.map(\.listing))
        let body = JSONWriter.bytes(of: publication.json)
        let expected = RenderedDocument.index(body: body, cacheControl: terms.cacheControl)
        guard body == index.files.body,
            index.fields == expected.unsignedFields + indexSignatures.fields,
            index.files.headers == index.fields.sidecarBytes
        else { return nil }
        return (documents.map(\.report) + archives.map(\.report)).sorted { $0.path < $1.path } + [
            BuildReport.Document(
                path: .publication, byteCount: body.count, sha256: SHA256.hash(body).hexadecimal,
                date: indexSignatures.date, isKept: true)
        ]
    }

    private struct Unchanged: Sendable {
        let listing: Publication.Document
        let report: BuildReport.Document
    }

    private func unchanged(_ document: RenderedDocument) throws(FileError) -> Unchanged? {
        guard let format = document.format,
            let former = try former.document(document.path, bodyLimit: Limits.publicationBytes),
            former.files.body == document.body, former.files.headers == former.fields.sidecarBytes,
            let claim = try? SignatureClaim(headers: former.fields, profile: terms.profile),
            terms.isFresh(claim.date, of: document, at: signing.date),
            let key = signing.verifier.keys.key(for: claim.keyID)
        else { return nil }
        let digest = SHA256.hash(document.body)
        // The index does not bind the signature sidecar. With profile `body` it must be the header's signature, which
        // the index binds; with `dated` it is a signature of its own and is verified.
        guard let sidecar = former.files.signature, let body = try? BodySignature(sidecar: sidecar) else { return nil }
        if terms.profile == .body {
            guard body.signature == claim.signature else { return nil }
        } else {
            guard (try? body.check(digest: digest, key: key.publicKey)) != nil else { return nil }
        }
        let signatures = DocumentSignatures(
            keyID: claim.keyID, header: claim.signature, headerDate: claim.date, body: body.signature)
        guard
            former.fields == document.unsignedFields + signatures.fields,
            sidecar == signatures.sidecarBytes
        else { return nil }
        return Unchanged(
            listing: Publication.Document(
                path: document.path, format: format, byteCount: document.body.count, sha256: digest.hexadecimal,
                headers: former.fields),
            report: BuildReport.Document(
                path: document.path, byteCount: document.body.count, sha256: digest.hexadecimal,
                date: claim.date, isKept: true))
    }
}
