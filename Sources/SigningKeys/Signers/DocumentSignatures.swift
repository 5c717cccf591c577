import Classic
import ManifestVerifier

package struct DocumentSignatures: Equatable, Sendable {
    package let keyID: KeyID
    /// The signature in the response headers, over what the profile says; nil when they carry none.
    package let header: ECDSASignature?
    /// The date in the response headers; nil with profile `body`, and when they carry no signature.
    package let headerDate: SignedDate?
    /// The signature over the body alone, for the `.sig` sidecar.
    package let body: ECDSASignature
    /// The signature of the `.jws`; nil when there is none.
    package let jws: Web?

    /// Signatures that were just made, or that were read from a former tree and are still to be verified.
    package init(
        keyID: KeyID, header: ECDSASignature?, headerDate: SignedDate?, body: ECDSASignature, jws: Web? = nil
    ) {
        self.keyID = keyID
        self.header = header
        self.headerDate = headerDate
        self.body = body
        self.jws = jws
    }

    /// The signature of a `.jws`, without the body that the file is written around.
    package struct Web: Equatable, Sendable {
        package let header: JWS.Header
        /// The signature over header and body.
        package let signature: ECDSASignature

        package init(header: JWS.Header, signature: ECDSASignature) {
            self.header = header
            self.signature = signature
        }

        package func file(around body: [UInt8]) -> [UInt8] {
            JWS.file(JWS.signingInput(header, body), signature)
        }
    }

    /// The signed date, in whichever envelope; nil when none has one.
    package var date: SignedDate? { headerDate ?? jws?.header.date }

    /// The signature headers, as they are written; none when the response headers carry no signature.
    package var fields: [HeaderField] {
        guard let header else { return [] }
        return SignatureHeader(keyID: keyID, signature: header.derRepresentation).fields(date: headerDate)
    }

    /// The content of the `.sig` sidecar: one line of base64.
    package var sidecarBytes: [UInt8] {
        Array(Base64.encode(body.derRepresentation).utf8) + [UInt8(ascii: "\n")]
    }
}

/// Which signatures of a body are made. The one over the body alone always is.
package struct WantedSignatures: Sendable {
    /// Whether the response headers carry a signature.
    package let hasHeader: Bool
    /// The date in the response headers, for profile `dated`; nil for profile `body`.
    package let headerDate: SignedDate?
    /// The header of the `.jws`; nil for none.
    package let jws: JWS.Header?
    /// Signatures of which everything but the `.jws` stays as it is; nil when all are made anew.
    package let kept: DocumentSignatures?

    package init(
        hasHeader: Bool, headerDate: SignedDate?, jws: JWS.Header? = nil, kept: DocumentSignatures? = nil
    ) {
        self.hasHeader = hasHeader
        self.headerDate = hasHeader ? headerDate : nil
        self.jws = jws
        self.kept = kept
    }

    /// Response headers, and nothing else beside the body alone.
    ///
    /// - Parameter date: the date to sign, for profile `dated`; nil for profile `body`.
    package static func headers(date: SignedDate?) -> WantedSignatures {
        WantedSignatures(hasHeader: true, headerDate: date)
    }
}

/// A body that has one meaning only, and its digests; bodies are signed in no other form.
package struct SignableBody: Sendable {
    /// What messages call it.
    package let place: String
    /// The body; nil for one that is read in a stream.
    package let bytes: [UInt8]?
    /// The body, or at least its first 30 bytes.
    package let start: [UInt8]
    /// Over the body alone.
    package let digest: SHA256Digest
    /// Over `SignatureProfile.prefix(date:)`, with the date of the response headers, and the body.
    package let headerDigest: SHA256Digest
    /// Over the signing input of the `.jws`.
    private let jwsDigest: SHA256Digest?
    private let wanted: WantedSignatures

    /// Looks through a whole body. It must be one that can have a `.jws`, if that is wanted (`JWS.exclusion`).
    ///
    /// - Parameter format: what the body is published as; nil for the index of a tree.
    package init(
        _ body: [UInt8], as format: DocumentFormat?, _ wanted: WantedSignatures, at place: String = ""
    ) throws(OtherMeaning) {
        guard !body.holdPrivateKey else { throw .privateKey }
        try OtherMeaning.check(body, as: format)
        (self.place, self.wanted, bytes, start) = (place, wanted, body, body)
        let (digest, date) = (SHA256.hash(body), wanted.headerDate)
        self.digest = digest
        headerDigest = date == nil ? digest : SHA256.hash(SignatureProfile.prefix(date: date), body)
        jwsDigest = wanted.jws.map { header in
            precondition(JWS.exclusion(of: body, as: format) == nil, "no .jws is asked for a body without one")
            return SHA256.hash(JWS.signingInput(header, body))
        }
    }

    /// Looks at the beginning of a body that is read in a stream; only what cannot be a document of another kind passes.
    ///
    /// - Parameters:
    ///   - start: at least the first 30 bytes.
    ///   - wanted: without a `.jws`: no body is that large.
    package init(
        start: [UInt8], _ wanted: WantedSignatures, digest: SHA256Digest, headerDigest: SHA256Digest,
        at place: String = ""
    ) throws(OtherMeaning) {
        precondition(wanted.jws == nil, "no .jws is asked for a body that is read in a stream")
        try OtherMeaning.check(startOfLargeBody: start)
        (self.place, self.wanted, self.start) = (place, wanted, start)
        (self.digest, self.headerDigest) = (digest, headerDigest)
        (bytes, jwsDigest) = (nil, nil)
    }

    package var digests: [SHA256Digest] {
        var digests: [SHA256Digest] = []
        if wanted.kept == nil {
            digests.append(digest)
            if wanted.headerDate != nil { digests.append(headerDigest) }
        }
        if let jwsDigest { digests.append(jwsDigest) }
        return digests
    }

    /// All signatures of the body, from those over `digests` in their order.
    fileprivate func signatures(_ new: inout ArraySlice<ECDSASignature>, keyID: KeyID) -> DocumentSignatures {
        let body = wanted.kept?.body ?? new.removeFirst()
        var header: ECDSASignature?
        if let kept = wanted.kept {
            header = kept.header
        } else if wanted.hasHeader {
            header = wanted.headerDate == nil ? body : new.removeFirst()
        }
        return DocumentSignatures(
            keyID: keyID, header: header, headerDate: wanted.kept?.headerDate ?? wanted.headerDate, body: body,
            jws: wanted.jws.map { DocumentSignatures.Web(header: $0, signature: new.removeFirst()) })
    }
}

extension Signer {
    /// Signs bodies in one batch, whose results are in the order of the bodies.
    ///
    /// - Parameter progress: called after each signature, of which a body may have several, from any thread.
    package func sign(
        _ bodies: [SignableBody], progress: @escaping @Sendable () -> Void = {}
    ) async throws -> [DocumentSignatures] {
        var signatures = try await sign(bodies.flatMap(\.digests), progress: progress)[...]
        return bodies.map { $0.signatures(&signatures, keyID: keyID) }
    }
}

extension [UInt8] {
    /// Whether the words are in it that every private key in PEM has (RFC 7468): nothing of that kind is read into a document
    /// or signed.
    package var holdPrivateKey: Bool {
        let words = Array("PRIVATE KEY".utf8)
        var start = startIndex
        while let found = self[start...].firstIndex(of: words[0]) {
            if self[found...].starts(with: words) { return true }
            start = found + 1
        }
        return false
    }
}
