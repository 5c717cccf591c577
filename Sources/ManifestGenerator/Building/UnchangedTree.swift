import LocalFiles
import ManifestCrypto
import ManifestFormat
import ManifestSigning
import ManifestVerifier
import PublicationTree

/// Finds out whether the tree on disk is already what the policy gives, so that it can be left alone.
///
/// The signed index is the witness: it binds each body's hash and each header with its signature, and a build signs an
/// index only after it has verified every signature that the index lists (whoever has the key could sign anything). So when the index verifies and is, to the
/// byte, the index of these documents with the headers on disk, nothing on disk has changed since, and one signature
/// stands for all. Whenever anything is to be written, every single signature is verified instead.
struct UnchangedTree {
    let terms: SigningTerms
    /// The date of this build.
    let date: SignedDate
    /// Knows the signing key and no other.
    let verifier: SignatureVerifier
    let former: FormerTree

    /// The documents of the tree, the index last, if the tree is unchanged and nothing in it is due to be signed anew.
    ///
    /// - Parameter shelf: the web bundles of this very tree.
    func documents(
        _ rendered: [RenderedDocument], _ shelf: BundleShelf
    ) async throws(FileError) -> [BuildReport.Document]? {
        guard former.hasExactly(rendered.map(\.path) + shelf.paths + [.publication]) else { return nil }
        // The index first: it is one signature, and most changes show in it.
        guard let index = try former.document(.publication, bodyLimit: Limits.publicationBytes),
            let indexSignatures = index.signatures(verifiedBy: verifier), isFresh(indexSignatures.date),
            index.files.signature == indexSignatures.sidecarBytes
        else { return nil }

        let archives = try await shelf.offered.concurrentMap { (bundle) throws(FileError) in try unchanged(bundle) }
            .compactMap(\.self)
        guard archives.count == shelf.offered.count else { return nil }
        let rendered = rendered + shelf.documents(archives.map(\.signature))
        let found = try await rendered.concurrentMap { (document) throws(FileError) in
            try unchanged(document)
        }
        let documents = found.compactMap(\.self) + archives
        guard documents.count == rendered.count + archives.count else { return nil }
        let publication = Publication(
            environment: terms.name, keyID: indexSignatures.header.keyID, profile: terms.profile,
            documents: documents.map(\.listing))
        let body = JSONWriter.bytes(of: publication.json)
        let expected = RenderedDocument.index(body: body)
        guard body == index.files.body,
            index.fields == expected.unsignedFields(cacheControl: terms.cacheControl) + indexSignatures.fields,
            index.files.headers == index.fields.sidecarBytes
        else { return nil }
        return documents.map(\.report).sorted { $0.path < $1.path } + [
            BuildReport.Document(
                path: .publication, byteCount: body.count, digest: SHA256.hash(body), date: indexSignatures.date,
                isKept: true)
        ]
    }

    private struct Unchanged: Sendable {
        let listing: Publication.Document
        /// Over the body alone.
        let signature: ECDSASignature
        let report: BuildReport.Document
    }

    private func unchanged(_ document: RenderedDocument) throws(FileError) -> Unchanged? {
        guard let format = document.format,
            let former = try former.document(document.path, bodyLimit: Limits.publicationBytes),
            former.files.body == document.body, former.files.headers == former.fields.sidecarBytes,
            let claim = try? SignatureClaim(headers: former.fields, profile: terms.profile), isFresh(claim.date),
            let key = verifier.keys.key(for: claim.keyID)
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
            header: SignatureHeader(keyID: claim.keyID, signature: claim.signature.derRepresentation),
            date: claim.date, body: body.signature)
        guard
            former.fields == document.unsignedFields(cacheControl: terms.cacheControl) + signatures.fields,
            sidecar == signatures.sidecarBytes
        else { return nil }
        return Unchanged(
            listing: Publication.Document(
                path: document.path, format: format, byteCount: document.body.count, sha256: digest.hexadecimal,
                headers: former.fields),
            signature: body.signature,
            report: BuildReport.Document(
                path: document.path, byteCount: document.body.count, digest: digest, date: claim.date, isKept: true))
    }

    private func unchanged(_ bundle: ShelvedBundle) throws(FileError) -> Unchanged? {
        guard let signatures = try former.signatures(of: bundle, verifiedBy: verifier),
            try former.hasSidecars(of: bundle.path, fields: bundle.unsignedFields, signatures)
        else { return nil }
        return Unchanged(
            listing: Publication.Document(
                path: bundle.path, format: .webBundle, byteCount: bundle.file.byteCount,
                sha256: bundle.digest.hexadecimal, headers: bundle.unsignedFields),
            signature: signatures.body,
            report: BuildReport.Document(
                path: bundle.path, byteCount: bundle.file.byteCount, digest: bundle.digest, date: nil, isKept: true))
    }

    /// Whether a signature of that date is neither due nor, which is for the signing to refuse, from the future.
    private func isFresh(_ signed: SignedDate?) -> Bool {
        guard let signed else { return true }
        return signed <= date && date.secondsSince1970 - signed.secondsSince1970 < terms.resignAfter
    }
}
