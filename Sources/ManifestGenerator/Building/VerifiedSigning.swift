import Diagnostics
import ManifestVerifier
import PublicationTree
import SigningKeys

extension EnvironmentSigner {
    /// Signs a body, and verifies the signatures from their response headers as a client will.
    ///
    /// - Parameters:
    ///   - format: what the body is published as; nil for the index of a tree.
    ///   - digests: the digests of these bytes, with this date.
    ///   - date: the date to sign; nil with profile `body`.
    ///   - place: what messages call the body.
    func sign(
        _ body: DocumentBody, as format: DocumentFormat?, _ digests: BodyDigests, date: SignedDate?, at place: String
    ) async throws -> DocumentSignatures {
        let signatures: DocumentSignatures
        do throws(SigningError) {
            let signable =
                switch body {
                case .bytes(let bytes):
                    try SignableBody(bytes, as: format, digest: digests.body, headerDigest: digests.header)
                case .file:
                    try SignableBody(start: digests.start, digest: digests.body, headerDigest: digests.header)
                }
            signatures = try await DocumentSigner(signer: signer, date: date).sign(signable)
        } catch {
            // The caller may know what the body was meant to be.
            if case .otherMeaning(let meaning) = error { throw meaning }
            throw ErrorReport(error.kind, "\(place): \(error.message)", hint: error.hint)
        }
        let profile: SignatureProfile = date == nil ? .body : .dated
        do throws(VerificationError) {
            let claim = try SignatureClaim(headers: signatures.fields, profile: profile)
            _ = try SignatureVerifier(keys: trusted, environment: environment, profile: profile)
                .verify(claim, digest: digests.header, bodyStart: digests.start)
        } catch {
            throw Self.unverified(place, error.message)
        }
        // With profile `body` the sidecar holds the same signature.
        if signatures.header.signature != signatures.body.derRepresentation {
            guard signer.publicKey.isValidSignature(signatures.body, for: digests.body) else {
                throw Self.unverified(place, "the signature over the body is not one of this key")
            }
        }
        return signatures
    }

    private static func unverified(_ place: String, _ reason: String) -> ErrorReport {
        ErrorReport(
            .refused, "\(place): the new signature does not verify: \(reason)",
            hint: "nothing was written; check that the private key belongs to the key ring")
    }
}

extension EnvironmentName {
    /// Fails when a document of this environment may not carry the date, which would lock clients out until then.
    func check(date: SignedDate, now: SignedDate) throws {
        guard allows(date: date, now: now) else {
            throw ErrorReport(
                .refused, "\(self): the date \(date) is more than 5 minutes ahead of the clock",
                hint: "check the clock of this machine, or --at; only the environment development may go further")
        }
    }
}
