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
    package let body: [UInt8]
    /// SHA-256 of the body.
    package let digest: SHA256Digest
    /// The response headers that belong to the body.
    package let fields: [HeaderField]
    /// The signatures.
    package let signatures: DocumentSignatures
    /// Whether the signatures were kept from the former tree.
    package let isKept: Bool
    /// Whether the former tree has the same three files to the byte.
    package let isUnchanged: Bool

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
    let environment: EnvironmentPolicy
    let signer: DocumentSigner
    /// The date of this build.
    let date: SignedDate
    /// Knows the signing key and no other.
    let verifier: Verifier
    let former: FormerTree?

    /// Signs the index of the tree.
    func sign(_ publication: Publication) async throws(BuildError) -> SignedDocument {
        try await sign(
            RenderedDocument(
                path: .publication, format: nil, contentType: ContentType.json,
                body: JSONWriter.bytes(of: publication.json), origin: nil))
    }

    /// Signs a rendered document.
    func sign(_ document: RenderedDocument) async throws(BuildError) -> SignedDocument {
        let (path, body) = (document.path, document.body)
        let former: FormerDocument?
        do throws(FileError) {
            former = try self.former?.document(path, bodyLimit: verifier.bodyLimit)
        } catch {
            throw .file(error)
        }
        let kept = try signaturesToKeep(of: former, path: path, body: body)
        let signatures: DocumentSignatures
        if let kept {
            signatures = kept
        } else {
            do throws(SigningError) {
                signatures = try await signer.sign(body)
            } catch {
                throw .signing(environment.name, path, error)
            }
        }
        let fields = document.unsignedFields(cacheControl: environment.cacheControl) + signatures.fields
        if kept == nil { try verify(signatures, body: body, sidecar: fields.sidecarBytes, path: path) }
        let isUnchanged =
            former.map {
                $0.files.body == body && $0.files.headers == fields.sidecarBytes
                    && $0.files.signature == signatures.sidecarBytes
            } ?? false
        return SignedDocument(
            path: path, format: document.format, body: body, digest: SHA256.hash(body), fields: fields,
            signatures: signatures, isKept: kept != nil, isUnchanged: isUnchanged)
    }

    private func signaturesToKeep(
        of former: FormerDocument?, path: DocumentPath, body: [UInt8]
    ) throws(BuildError) -> DocumentSignatures? {
        let isSameBody = former?.files.body == body
        // Without a date, the signatures of another body have nothing to say.
        guard let former, isSameBody || environment.profile == .dated,
            let signatures = former.signatures(verifiedBy: verifier)
        else { return nil }
        guard let formerDate = signatures.date else { return signatures }
        guard formerDate <= date else {
            throw .dateGoesBack(environment.name, path, former: formerDate, date: date)
        }
        let age = date.secondsSince1970 - formerDate.secondsSince1970
        return isSameBody && age < environment.resignAfter ? signatures : nil
    }

    /// Verifies what is about to be written the way a client will, from the bytes of the sidecars.
    private func verify(
        _ signatures: DocumentSignatures, body: [UInt8], sidecar: [UInt8], path: DocumentPath
    ) throws(BuildError) {
        let name = environment.name
        let key: TrustedKey
        do {
            let fields = try [HeaderField](sidecarBytes: sidecar)
            key = try verifier.verify(Download(body: body, headers: fields)).key
        } catch let error as VerificationError {
            throw .unverified(name, path, error.message)
        } catch let error as HeaderFieldsError {
            throw .unverified(name, path, error.message)
        } catch {
            throw .unverified(name, path, "the headers cannot be read")
        }
        // With profile `body` the sidecar holds the same signature.
        guard signatures.header.signature != signatures.body.derRepresentation else { return }
        guard key.publicKey.isValidSignature(signatures.body, for: SHA256.hash(body)) else {
            throw .unverified(name, path, "the signature over the body is not one of this key")
        }
    }
}
