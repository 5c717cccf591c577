import Diagnostics
import ManifestPolicy
import ManifestVerifier
import PublicationTree
import SigningKeys

/// A document with signatures that were verified; only `DocumentSigning` makes one.
package struct SignedDocument: Sendable {
    package let path: DocumentPath
    /// What the document is; nil for the index of a tree.
    package let format: DocumentFormat?
    package let body: [UInt8]
    /// SHA-256 of the body.
    package let digest: SHA256Digest
    /// The response headers that belong to the body.
    package let fields: [HeaderField]
    /// The signatures.
    package let signatures: DocumentSignatures
    /// Whether the signatures were kept from the former tree.
    package let isKept: Bool

    /// How the index lists the document; nil for the index itself.
    var listing: Publication.Document? {
        format.map {
            Publication.Document(
                path: path, format: $0, byteCount: body.count, sha256: digest.hexadecimal, headers: fields)
        }
    }

    /// What a build says of the document.
    var report: BuildReport.Document {
        BuildReport.Document(
            path: path, byteCount: body.count, sha256: digest.hexadecimal, date: signatures.date, isKept: isKept)
    }

    /// The body and its sidecars.
    var files: [TreeFile] {
        [
            TreeFile(path: path.rawValue, bytes: body),
            TreeFile(path: path.signatureSidecar, bytes: signatures.sidecarBytes),
            TreeFile(path: path.headersSidecar, bytes: fields.sidecarBytes),
        ]
    }
}

/// Signs the documents of one environment, keeping former signatures that still hold, and verifies every one.
struct DocumentSigning: Sendable {
    let terms: SigningTerms
    let signer: any Signer
    /// What the clock says, or `--at`.
    let date: SignedDate
    /// Knows the signing key and no other.
    let verifier: SignatureVerifier
    let former: FormerTree?

    /// Signs the index of the tree.
    func sign(_ publication: Publication) async throws -> SignedDocument {
        try await sign(RenderedDocument.index(body: JSONWriter.bytes(of: publication.json)))
    }

    /// Signs a rendered document.
    func sign(_ document: RenderedDocument) async throws -> SignedDocument {
        let (path, body) = (document.path, document.body)
        let former = try self.former?.document(path, bodyLimit: Limits.publicationBytes)
        // Without a date, the signatures of another body have nothing to say.
        let isSame = former?.files.body == body
        let signatures = isSame || terms.profile == .dated ? former?.signatures(verifiedBy: verifier) : nil
        let unsigned = document.unsignedFields(cacheControl: terms.cacheControl)
        if let signatures, isSame, self.former?.keepsSignatures(of: terms.profile) == true,
            terms.isFresh(signatures.date, at: date)
        {
            return SignedDocument(
                path: path, format: document.format, body: body, digest: SHA256.hash(body),
                fields: unsigned + signatures.fields, signatures: signatures, isKept: true)
        }
        return try await sign(document, fields: unsigned, date: try dateToSign(path, after: signatures?.date))
    }

    /// The date of a new signature; nil with profile `body`.
    private func dateToSign(_ path: DocumentPath, after former: SignedDate?) throws -> SignedDate? {
        guard terms.profile == .dated else { return nil }
        guard let next = SigningTerms.date(after: former, at: date) else {
            throw BuildError.dateGoesBack(terms.name, path, former: former ?? date, date: date)
        }
        return next
    }

    private func sign(
        _ document: RenderedDocument, fields: [HeaderField], date: SignedDate?
    ) async throws -> SignedDocument {
        let (path, body) = (document.path, document.body)
        let digests = BodyDigests(of: body, date: date)
        let signatures: DocumentSignatures
        do throws(SigningError) {
            signatures = try await DocumentSigner(signer: signer, date: date).sign(
                SignableBody(body, as: document.format, digest: digests.body, headerDigest: digests.header))
        } catch {
            throw BuildError.signing(terms.name, path, error)
        }
        let signed = SignedDocument(
            path: path, format: document.format, body: body, digest: digests.body, fields: fields + signatures.fields,
            signatures: signatures, isKept: false)
        try verify(signed, digests)
        return signed
    }

    /// Verifies what is about to be written the way a client will, from its response headers.
    private func verify(_ signed: SignedDocument, _ digests: BodyDigests) throws {
        let (name, path) = (terms.name, signed.path)
        let key: TrustedKey
        do throws(VerificationError) {
            let claim = try SignatureClaim(headers: signed.fields, profile: terms.profile)
            key = try verifier.verify(claim, digest: digests.header, bodyStart: digests.start).key
        } catch {
            throw BuildError.unverified(name, path, error.message)
        }
        // With profile `body` the sidecar holds the same signature.
        guard signed.signatures.header.signature != signed.signatures.body.derRepresentation else { return }
        guard key.publicKey.isValidSignature(signed.signatures.body, for: signed.digest) else {
            throw BuildError.unverified(name, path, "the signature over the body is not one of this key")
        }
    }
}
