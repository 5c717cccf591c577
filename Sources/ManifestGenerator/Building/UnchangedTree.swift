import Diagnostics
import LocalFiles
import ManifestPolicy
import ManifestVerifier
import PublicationTree
import SigningKeys

/// Finds out whether the tree on disk is already what the policy gives, so that it can be left alone.
///
/// The signed index is the witness: it binds the hash of each body, of each envelope, and each header
/// with its signature, and a build signs an index only after it has verified every signature that the index lists (the
/// holder of the key could sign anything). So when the index verifies and is the index of these documents with the headers
/// on disk, nothing on disk has changed since, and one signature stands for all. Whenever anything is to
/// be written, every signature is verified.
struct UnchangedTree {
    let signing: DocumentSigning
    let former: FormerTree

    private var terms: SigningTerms { signing.terms }
    private var key: EnvironmentSigner { signing.key }

    /// The documents of the tree, the index last, if the tree is unchanged and nothing in it is due to be signed anew.
    func documents(
        _ rendered: [RenderedDocument], _ archives: [SignedArchive]
    ) async throws(FileError) -> [BuildReport.Document]? {
        let bodies = archives.filter { $0.body != nil }.map(\.bundle.path.rawValue)
        let files = archives.flatMap(\.sidecars)
        let paths = rendered.flatMap { self.paths(of: $0.path, terms.sidecars(of: $0)) }
        guard former.index != nil,
            former.hasExactly(paths + [DocumentPath.publication.file] + bodies + files.map(\.path)),
            try former.has(files)
        else { return nil }
        let documents = try await rendered.concurrentMap { (document) throws(FileError) in
            try unchanged(document)
        }.compactMap(\.self)
        guard documents.count == rendered.count else { return nil }
        let publication = terms.publication(
            documents.map(\.listing) + archives.map(\.listing), keys: key.listedKeys)
        guard let index = signing.keptIndex(of: publication) else { return nil }
        return (documents.map(\.report) + archives.map(\.report)).sorted { $0.path < $1.path } + [index.report]
    }

    private func paths(of path: DocumentPath, _ sidecars: Set<EnvelopeSidecar>) -> [String] {
        [path.rawValue, path.signatureSidecar, path.headersSidecar] + sidecars.map { $0.path(of: path) }
    }

    /// A document with its sidecars as they are on disk, if nothing says that it has changed; the index is still to tell.
    private func unchanged(_ document: RenderedDocument) throws(FileError) -> SignedDocument? {
        guard let former = try former.document(document.path, bodyLimit: Limits.publicationBytes),
            former.files.body == document.body,
            let signature = former.files.signature.flatMap({ try? BodySignature(sidecar: $0) })
        else { return nil }
        var header: SignatureClaim?
        if terms.envelopes.hasHeaders {
            guard let claim = try? SignatureClaim(headers: former.fields, profile: terms.profile),
                claim.keyID == key.signer.keyID, terms.isFresh(claim.date, of: document, at: signing.date)
            else { return nil }
            header = claim
        }
        let sidecars = terms.sidecars(of: document)
        var jws: DocumentSignatures.Web?
        if sidecars.contains(.jws) {
            guard let found = former.jws, terms.isFresh(found.header.date, of: document, at: signing.date) else {
                return nil
            }
            jws = DocumentSignatures.Web(header: found.header, signature: found.signature)
        }
        let digest = SHA256.hash(document.body)
        // The index does not bind the signature sidecar. With profile `body` it must be the header's signature, which
        // the index binds; otherwise it is a signature of its own and is verified.
        if let header, header.profile == .body {
            guard signature.signature == header.signature else { return nil }
        } else {
            guard (try? signature.check(digest: digest, key: key.signer.publicKey)) != nil else { return nil }
        }
        let signatures = DocumentSignatures(
            keyID: key.signer.keyID, header: header?.signature, headerDate: header?.date, body: signature.signature,
            jws: jws)
        return try onDisk(
            SignedDocument(document, digest: digest, signatures: signatures, sidecars: sidecars, isKept: true))
    }

    /// The document, if its sidecars are on disk to the byte.
    private func onDisk(_ document: SignedDocument) throws(FileError) -> SignedDocument? {
        try former.has(document.sidecars) ? document : nil
    }
}
