import Diagnostics
import LocalFiles
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
    let key: EnvironmentSigner
    /// What the clock says, or `--at`.
    let date: SignedDate
    /// Knows the signing key and no other.
    let verifier: SignatureVerifier
    let former: FormerTree?

    /// A document that is to be signed.
    private struct Unsigned: Sendable {
        let document: RenderedDocument
        let fields: [HeaderField]
        let digests: BodyDigests
    }

    /// A document before the new signatures are made.
    private enum Prepared: Sendable {
        case kept(SignedDocument)
        case unsigned(Unsigned, SignableBody)
    }

    /// Signs the index of the tree.
    func sign(_ publication: Publication) async throws -> SignedDocument {
        try await sign([RenderedDocument.index(body: JSONWriter.bytes(of: publication.json))]) { _ in }[0]
    }

    /// Signs rendered documents, all new signatures in one batch; the results are in the order of the documents.
    ///
    /// - Parameter progress: called from any thread with what was done, two for each document.
    func sign(
        _ documents: [RenderedDocument], progress: @escaping @Sendable (Int) -> Void
    ) async throws -> [SignedDocument] {
        let prepared = try await documents.concurrentMap { (document) throws in
            let prepared = try prepare(document)
            if case .kept = prepared { progress(2) }
            return prepared
        }
        let bodies = prepared.compactMap { if case .unsigned(_, let body) = $0 { body } else { nil } }
        let step = terms.profile == .dated ? 1 : 2
        var signatures = try await key.sign(bodies) { progress(step) }[...]
        let signed: [(Prepared, DocumentSignatures?)] = prepared.map { document in
            if case .unsigned = document { (document, signatures.popFirst()) } else { (document, nil) }
        }
        return try await signed.concurrentMap { (document, signatures) throws in
            switch document {
            case .kept(let document): return document
            case .unsigned(let unsigned, _):
                guard let signatures else { preconditionFailure("a signer gives one signature for each digest") }
                return try verified(unsigned, signatures)
            }
        }
    }

    /// Looks for signatures of a document that can be kept.
    private func prepare(_ document: RenderedDocument) throws -> Prepared {
        let (path, body) = (document.path, document.body)
        let former = try self.former?.document(path, bodyLimit: Limits.publicationBytes)
        // Without a date, the signatures of another body have nothing to say.
        let isSame = former?.files.body == body
        let signatures = isSame || terms.profile == .dated ? former?.signatures(verifiedBy: verifier) : nil
        let fields = document.unsignedFields(cacheControl: terms.cacheControl)
        if let signatures, isSame, self.former?.keepsSignatures(of: terms.profile) == true,
            terms.isFresh(signatures.date, at: date)
        {
            return .kept(
                SignedDocument(
                    path: path, format: document.format, body: body, digest: SHA256.hash(body),
                    fields: fields + signatures.fields, signatures: signatures, isKept: true))
        }
        let date = try dateToSign(path, after: signatures?.date)
        let digests = BodyDigests(of: body, date: date)
        do throws(OtherMeaning) {
            let signable = try SignableBody(
                body, as: document.format, date: date, digest: digests.body, headerDigest: digests.header)
            return .unsigned(Unsigned(document: document, fields: fields, digests: digests), signable)
        } catch {
            throw error.report.at("\(terms.name)/\(path)")
        }
    }

    /// The date of a new signature; nil with profile `body`.
    private func dateToSign(_ path: DocumentPath, after former: SignedDate?) throws -> SignedDate? {
        guard terms.profile == .dated else { return nil }
        guard let next = SigningTerms.date(after: former, at: date) else {
            throw BuildError.dateGoesBack(terms.name, path, former: former ?? date, date: date)
        }
        return next
    }

    /// The document with its new signatures, once they are known to verify.
    private func verified(_ unsigned: Unsigned, _ signatures: DocumentSignatures) throws -> SignedDocument {
        let document = unsigned.document
        let signed = SignedDocument(
            path: document.path, format: document.format, body: document.body, digest: unsigned.digests.body,
            fields: unsigned.fields + signatures.fields, signatures: signatures, isKept: false)
        try verify(signed, unsigned.digests)
        return signed
    }

    /// Verifies what is about to be written the way a client will, from its response headers.
    private func verify(_ signed: SignedDocument, _ digests: BodyDigests) throws {
        let (name, path) = (terms.name, signed.path)
        let key: TrustedKey
        do throws(VerificationError) {
            let claim = try SignatureClaim(headers: signed.fields, profile: terms.profile)
            key = try verifier.verify(claim, digest: digests.header, bodyStart: digests.start)
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
