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

/// The digests of a body that has one meaning only; bodies are signed in no other form.
package struct SignableBody: Sendable {
    /// The date to sign, for profile `dated`; nil for profile `body`.
    let date: SignedDate?
    /// Over the body alone.
    let digest: SHA256Digest
    /// Over `SignatureProfile.prefix(date:)` and the body.
    let headerDigest: SHA256Digest

    /// Looks through a whole body.
    ///
    /// - Parameters:
    ///   - format: what the body is published as; nil for the index of a tree.
    ///   - date: the date to sign, for profile `dated`.
    ///   - digest: over the body alone.
    ///   - headerDigest: over `SignatureProfile.prefix(date:)` and the body.
    package init(
        _ body: [UInt8], as format: DocumentFormat?, date: SignedDate?, digest: SHA256Digest,
        headerDigest: SHA256Digest
    ) throws(OtherMeaning) {
        try OtherMeaning.check(body, as: format)
        self.date = date
        self.digest = digest
        self.headerDigest = headerDigest
    }

    /// Looks through a whole body whose digests are not known yet.
    package init(_ body: [UInt8], as format: DocumentFormat?, date: SignedDate?) throws(OtherMeaning) {
        let digest = SHA256.hash(body)
        try self.init(
            body, as: format, date: date, digest: digest,
            headerDigest: date == nil ? digest : SHA256.hash(SignatureProfile.prefix(date: date), body))
    }

    /// Looks at the beginning of a body that is read in a stream; only what cannot be a document of another kind passes.
    ///
    /// - Parameters:
    ///   - start: at least the first 30 bytes.
    ///   - date: the date to sign, for profile `dated`.
    ///   - digest: over the body alone.
    ///   - headerDigest: over `SignatureProfile.prefix(date:)` and the body.
    package init(
        start: [UInt8], date: SignedDate?, digest: SHA256Digest, headerDigest: SHA256Digest
    ) throws(OtherMeaning) {
        try OtherMeaning.check(startOfLargeBody: start)
        self.date = date
        self.digest = digest
        self.headerDigest = headerDigest
    }
}

extension Signer {
    /// Signs bodies in one batch, whose results are in the order of the bodies.
    ///
    /// - Parameter progress: called after each signature, of which a body with a date has two, from any thread.
    package func sign(
        _ bodies: [SignableBody], progress: @escaping @Sendable () -> Void = {}
    ) async throws -> [DocumentSignatures] {
        let digests = bodies.flatMap { $0.date == nil ? [$0.digest] : [$0.digest, $0.headerDigest] }
        var signatures = try await sign(digests, progress: progress)[...]
        return bodies.map { body in
            let signature = signatures.removeFirst()
            let header = body.date == nil ? signature : signatures.removeFirst()
            return DocumentSignatures(
                header: SignatureHeader(keyID: keyID, signature: header.derRepresentation), date: body.date,
                body: signature)
        }
    }
}
