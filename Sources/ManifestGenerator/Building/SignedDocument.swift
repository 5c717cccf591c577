import LocalFiles
import ManifestCrypto
import ManifestFormat
import ManifestSigning
import ManifestVerifier
import PublicationTree

/// A document with signatures that were verified; only `DocumentSigning` makes one.
package struct SignedDocument: Sendable {
    package let path: DocumentPath
    /// What the document is; nil for the index of a tree.
    package let format: DocumentFormat?
    package let body: DocumentBody
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
                path: path, format: $0, byteCount: body.byteCount, sha256: digest.hexadecimal, headers: fields)
        }
    }

    /// What a build says of the document.
    var report: BuildReport.Document {
        BuildReport.Document(
            path: path, byteCount: body.byteCount, digest: digest, date: signatures.date, isKept: isKept)
    }

    /// The sidecars.
    var sidecars: [TreeFile] {
        [
            TreeFile(path: path.signatureSidecar, bytes: signatures.sidecarBytes),
            TreeFile(path: path.headersSidecar, bytes: fields.sidecarBytes),
        ]
    }
}

/// Signs the documents of one environment, keeping former signatures that still hold, and verifies every one.
struct DocumentSigning: Sendable {
    let terms: SigningTerms
    let signer: DocumentSigner
    /// The date of this build.
    let date: SignedDate
    /// Knows the signing key and no other.
    let verifier: SignatureVerifier
    let former: FormerTree?

    /// Signs the index of the tree.
    func sign(_ publication: Publication) async throws(BuildError) -> SignedDocument {
        try await sign(RenderedDocument.index(body: JSONWriter.bytes(of: publication.json)))
    }

    /// Signs a rendered document.
    func sign(_ document: RenderedDocument) async throws(BuildError) -> SignedDocument {
        let (path, body) = (document.path, document.body)
        let former: FormerDocument?
        do throws(FileError) {
            former = try self.former?.document(path, bodyLimit: Limits.publicationBytes)
        } catch {
            throw .file(error)
        }
        let digest = SHA256.hash(body)
        let unsigned = document.unsignedFields(cacheControl: terms.cacheControl)
        if let kept = try signaturesToKeep(of: former, path: path, document.format, body: body) {
            return SignedDocument(
                path: path, format: document.format, body: .bytes(body), digest: digest,
                fields: unsigned + kept.fields, signatures: kept, isKept: true)
        }
        return try await sign(path, document.format, .bytes(body), digest, fields: unsigned)
    }

    /// Signs the archive of a web bundle. What says that it is offered is dated, so its own signatures hold as long as
    /// the key signs, and an old archive is not uploaded again and again.
    ///
    /// - Parameter progress: told of every piece of the archive how many bytes it has.
    func sign(
        _ bundle: ShelvedBundle, progress: (Int) -> Void
    ) async throws(BuildError) -> SignedDocument {
        let kept: DocumentSignatures?
        do throws(FileError) {
            kept = try former?.signatures(of: bundle, verifiedBy: verifier, progress: progress)
        } catch {
            throw .file(error)
        }
        guard let kept else {
            let bodyOnly = DocumentSigning(
                terms: terms, signer: DocumentSigner(signer: signer.signer, date: nil), date: date,
                verifier: SignatureVerifier(keys: verifier.keys, environment: terms.name, profile: .body), former: nil)
            let signed = try await bodyOnly.sign(
                bundle.path, .webBundle, .file(bundle.file), bundle.digest, fields: [], progress: progress)
            return SignedDocument(
                path: bundle.path, format: .webBundle, body: .file(bundle.file), digest: bundle.digest,
                fields: bundle.unsignedFields, signatures: signed.signatures, isKept: false)
        }
        return SignedDocument(
            path: bundle.path, format: .webBundle, body: .file(bundle.file), digest: bundle.digest,
            fields: bundle.unsignedFields, signatures: kept, isKept: true)
    }

    private func sign(
        _ path: DocumentPath, _ format: DocumentFormat?, _ body: DocumentBody, _ digest: SHA256Digest,
        fields: [HeaderField], progress: (Int) -> Void = { _ in }
    ) async throws(BuildError) -> SignedDocument {
        let digests: BodyDigests
        let signatures: DocumentSignatures
        do throws(FileError) {
            digests = try body.digests(date: signer.date, progress: progress)
        } catch {
            throw .file(error)
        }
        // A file may have been changed since it was checked: only what was checked is signed.
        guard digests.body == digest else { throw .bundles(.differs("\(terms.name)/\(path)")) }
        do throws(SigningError) {
            signatures = try await signer.sign(
                bodyDigest: digests.body, headerDigest: digests.header, bodyStart: digests.start)
        } catch {
            throw .signing(terms.name, path, error)
        }
        let signed = SignedDocument(
            path: path, format: format, body: body, digest: digests.body, fields: fields + signatures.fields,
            signatures: signatures, isKept: false)
        try verify(signed, digests)
        return signed
    }

    private func signaturesToKeep(
        of former: FormerDocument?, path: DocumentPath, _ format: DocumentFormat?, body: [UInt8]
    ) throws(BuildError) -> DocumentSignatures? {
        let isSameBody = former?.files.body == body
        // Without a date, the signatures of another body have nothing to say.
        guard let former, isSameBody || terms.profile == .dated,
            let signatures = former.signatures(verifiedBy: verifier)
        else { return nil }
        guard let formerDate = signatures.date else { return signatures }
        guard formerDate <= date else {
            throw .dateGoesBack(terms.name, path, former: formerDate, date: date)
        }
        let age = date.secondsSince1970 - formerDate.secondsSince1970
        return isSameBody && age < terms.resignAfter(format) ? signatures : nil
    }

    /// Verifies what is about to be written the way a client will, from its response headers.
    private func verify(_ signed: SignedDocument, _ digests: BodyDigests) throws(BuildError) {
        let (name, path) = (terms.name, signed.path)
        let key: TrustedKey
        do throws(VerificationError) {
            let claim = try SignatureClaim(headers: signed.fields, profile: verifier.profile)
            key = try verifier.verify(claim, digest: digests.header, bodyStart: digests.start)
        } catch {
            throw .unverified(name, path, error.message)
        }
        // With profile `body` the sidecar holds the same signature.
        guard signed.signatures.header.signature != signed.signatures.body.derRepresentation else { return }
        guard key.publicKey.isValidSignature(signed.signatures.body, for: signed.digest) else {
            throw .unverified(name, path, "the signature over the body is not one of this key")
        }
    }
}
