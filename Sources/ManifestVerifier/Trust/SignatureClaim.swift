/// What a download claims, in its headers or in itself: which key signed, when, and the signature. None of it is verified yet.
package struct SignatureClaim: Sendable {
    package let keyID: KeyID
    /// The signature, well-formed.
    package let signature: ECDSASignature
    /// The date that is part of what was signed; in headers only with profile `dated`.
    package let date: SignedDate?
    package let envelope: Envelope

    /// Which bytes the signature of headers covers.
    package var profile: SignatureProfile { date == nil ? .body : .dated }

    /// Reads the signature headers of a download.
    ///
    /// - Parameter profile: the profile that is expected; nil for the one that the headers are of, which is `dated` when
    ///   there is a date header and `body` otherwise. With `body` a date header is ignored: it is not signed.
    package init(headers: [HeaderField], profile: SignatureProfile?) throws(VerificationError) {
        let hasDate = headers.contains { $0.isNamed(SignatureHeader.dateName) }
        let profile = profile ?? (hasDate ? .dated : .body)
        let value = try Self.single(SignatureHeader.name, in: headers, orElse: .missingSignature, .repeatedSignature)
        var metadata = SignatureHeader.name.utf8.count + value.utf8.count
        var dateValue: String?
        if profile == .dated {
            let text = try Self.single(SignatureHeader.dateName, in: headers, orElse: .missingDate, .repeatedDate)
            metadata += SignatureHeader.dateName.utf8.count + text.utf8.count
            dateValue = text
        }
        guard metadata < Limits.signatureMetadataBytes else { throw .tooLarge(.metadata) }

        let header = try translating(SignatureHeader(value), to: VerificationError.malformed)
        keyID = header.keyID
        envelope = .headers
        signature = try translating(
            ECDSASignature(derRepresentation: header.signature), to: VerificationError.malformed)
        if let dateValue {
            guard let date = SignedDate(headerValue: dateValue) else { throw .malformed(.invalidDate) }
            self.date = date
        } else {
            date = nil
        }
    }

    /// The claim of a document that carries its own signature.
    package init(_ document: JWS) {
        keyID = document.header.keyID
        signature = document.signature
        date = document.header.date
        envelope = .jws
    }

    private static func single(
        _ name: String, in headers: [HeaderField], orElse missing: VerificationError.Malformed,
        _ repeated: VerificationError.Malformed
    ) throws(VerificationError) -> String {
        let values = headers.filter { $0.isNamed(name) }.map(\.value)
        guard let value = values.first else { throw .malformed(missing) }
        guard values.count == 1 else { throw .malformed(repeated) }
        return value
    }
}
