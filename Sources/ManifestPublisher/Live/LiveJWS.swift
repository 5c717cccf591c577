import ManifestVerifier

/// A `.jws` that was fetched, and verified as an app does it. Its body is not kept: only which one it is.
struct LiveJWS: Sendable {
    let header: JWS.Header
    /// The signature: of a key of the environment, not revoked, for the path of the document.
    let signature: VerifiedSignature
    let body: SHA256Digest

    /// Verifies the bytes of a `.jws`.
    ///
    /// - Parameter path: that of the document in its tree, never one that an answer names.
    init(_ file: [UInt8], of path: DocumentPath, by verifier: SignatureVerifier) throws(VerificationError) {
        let document = try translating(JWS(file), to: VerificationError.malformed)
        signature = try verifier.verify(document, path: path)
        header = document.header
        body = SHA256.hash(document.body)
    }

    /// The signed date, which a `.jws` always has.
    var date: SignedDate { header.date }
}
