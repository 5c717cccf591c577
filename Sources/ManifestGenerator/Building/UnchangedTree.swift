import Diagnostics
import LocalFiles
import ManifestPolicy
import ManifestVerifier
import PublicationTree
import SigningKeys

/// Finds out whether the tree on disk is already what the policy gives, so that it can be left alone.
///
/// The signed index is the witness: it binds the hash of each body, of each envelope and of the key set, and each header
/// with its signature, and a build signs an index only after it has verified every signature that the index lists (the
/// holder of the key could sign anything). So when the index verifies and is, to the byte, the index of these documents
/// with the headers on disk, nothing on disk has changed since, and one signature stands for all. Whenever anything is to
/// be written, every signature is verified.
struct UnchangedTree {
    let signing: DocumentSigning
    let former: FormerTree
    /// The bytes of `keys.jwks`, if there is one.
    let keySet: [UInt8]?

    private var terms: SigningTerms { signing.terms }
    private var key: EnvironmentSigner { signing.key }

    /// The documents of the tree, the index last, if the tree is unchanged and nothing in it is due to be signed anew.
    func documents(
        _ rendered: [RenderedDocument], _ archives: [SignedArchive]
    ) async throws(FileError) -> [BuildReport.Document]? {
        let bodies = archives.filter { $0.body != nil }.map(\.bundle.path.rawValue)
        let files =
            archives.flatMap(\.sidecars) + (keySet.map { [TreeFile(path: DocumentPath.keySet, bytes: $0)] } ?? [])
        let paths = rendered.flatMap { self.paths(of: $0.path, terms.sidecars(of: $0)) }
        let indexPaths = self.paths(of: .publication, terms.envelopes.sidecars)
        guard former.hasExactly(paths + indexPaths + bodies + files.map(\.path)), try former.has(files) else {
            return nil
        }
        // The index first: it is a signature for each of its envelopes, and most changes show in it.
        guard let index = try index() else { return nil }
        let documents = try await rendered.concurrentMap { (document) throws(FileError) in
            try unchanged(document)
        }.compactMap(\.self)
        guard documents.count == rendered.count else { return nil }
        let publication = Publication(
            environment: terms.name, keyID: key.signer.keyID, profile: terms.profile, envelopes: terms.envelopes,
            keySet: keySet.map { SHA256.hash($0).hexadecimal },
            documents: documents.compactMap(\.listing) + archives.map(\.listing))
        guard JSONWriter.bytes(of: publication.json) == index.body else { return nil }
        return (documents.map(\.report) + archives.map(\.report)).sorted { $0.path < $1.path } + [index.report]
    }

    private func paths(of path: DocumentPath, _ sidecars: Set<EnvelopeSidecar>) -> [String] {
        [path.rawValue, path.signatureSidecar, path.headersSidecar] + sidecars.map { $0.path(of: path) }
    }

    /// The index with its sidecars as they are on disk, if all its signatures verify and none is due.
    private func index() throws(FileError) -> SignedDocument? {
        guard let former = try former.document(.publication, bodyLimit: Limits.publicationBytes) else { return nil }
        let document = RenderedDocument.index(body: former.files.body, cacheControl: terms.cacheControl)
        let verified = former.verified(by: key, at: .publication)
        let sidecars = terms.envelopes.sidecars
        guard let signatures = signing.keptSignatures(of: document, verified, sidecars).whole else { return nil }
        return try onDisk(
            SignedDocument(
                document, digest: SHA256.hash(document.body), signatures: signatures, sidecars: sidecars, isKept: true))
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
