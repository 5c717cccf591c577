import ManifestVerifier

extension SignatureClaim {
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
        let signature = try translating(
            ECDSASignature(derRepresentation: header.signature), to: VerificationError.malformed)
        var date: SignedDate?
        if let dateValue {
            date = SignedDate(headerValue: dateValue)
            guard date != nil else { throw .malformed(.invalidDate) }
        }
        self.init(keyID: header.keyID, signature: signature, date: date)
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

extension SignatureVerifier {
    /// Checks the signature that the headers of a body carry.
    package func verify(_ body: [UInt8], headers: [HeaderField]) throws(VerificationError) -> VerifiedSignature {
        let claim = try SignatureClaim(headers: headers, profile: profile)
        let digest = SHA256.hash(SignatureProfile.prefix(date: claim.date), body)
        return try verify(claim, digest: digest, bodyStart: body)
    }
}
