import ManifestVerifier

/// All signatures of one document.
package struct DocumentSignatures: Equatable, Sendable {
    /// The signature of the header, over what the profile says.
    package let header: SignatureHeader
    /// The signed date; nil with profile `body`.
    package let date: SignedDate?
    /// The signature over the body alone, for the `.sig` sidecar.
    package let body: ECDSASignature

    /// Signatures that were read from a former tree and are still to be verified.
    package init(header: SignatureHeader, date: SignedDate?, body: ECDSASignature) {
        self.header = header
        self.date = date
        self.body = body
    }

    /// The signature headers, as they are written.
    package var fields: [HeaderField] { header.fields(date: date) }

    /// The content of the `.sig` sidecar: one line of base64.
    package var sidecarBytes: [UInt8] {
        Array(Base64.encode(body.derRepresentation).utf8) + [UInt8(ascii: "\n")]
    }
}

/// Signs documents with one key, in one profile, at one date.
package struct DocumentSigner: Sendable {
    /// What signs.
    package let signer: any Signer
    /// The date that is signed; nil for profile `body`.
    package let date: SignedDate?

    /// - Parameter date: the date to sign, for profile `dated`; nil for profile `body`.
    package init(signer: any Signer, date: SignedDate?) {
        self.signer = signer
        self.date = date
    }

    /// The digest of what the signature in the header covers.
    ///
    /// - Parameter digest: the digest of the body alone.
    package func headerDigest(of body: [UInt8], digest: SHA256Digest) -> SHA256Digest {
        date == nil ? digest : SHA256.hash(SignatureProfile.prefix(date: date), body)
    }

    /// Signs a body by its digests: some bodies are read in a stream.
    package func sign(_ body: SignableBody) async throws(SigningError) -> DocumentSignatures {
        let signature = try await signer.sign(body.digest)
        let header = date == nil ? signature : try await signer.sign(body.headerDigest)
        return DocumentSignatures(
            header: SignatureHeader(keyID: signer.keyID, signature: header.derRepresentation), date: date,
            body: signature)
    }
}
