import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import SigningKeys

extension EnvironmentSigner {
    /// Signs bodies in one batch, whose results are in the order of the bodies, and verifies every signature as a client will.
    func sign(
        _ bodies: [SignableBody], progress: @escaping @Sendable () -> Void = {}
    ) async throws -> [DocumentSignatures] {
        let signatures: [DocumentSignatures]
        do {
            signatures = try await signer.sign(bodies, progress: progress)
        } catch {
            throw ErrorReport(error).at("key \"\(name)\"")
        }
        return try await Array(zip(bodies, signatures)).concurrentMap { body, signatures in
            try verify(signatures, of: body)
            return signatures
        }
    }

    private func verify(_ signatures: DocumentSignatures, of body: SignableBody) throws {
        let profile: SignatureProfile = signatures.headerDate == nil ? .body : .dated
        let verifier = SignatureVerifier(keys: trusted, environment: environment, profile: profile)
        do throws(VerificationError) {
            if signatures.header != nil {
                let claim = try SignatureClaim(headers: signatures.fields, profile: profile)
                _ = try verifier.verify(claim, digest: body.headerDigest, bodyStart: body.start)
            }
            if let jws = signatures.jws, let bytes = body.bytes {
                try verify(jws.file(around: bytes), of: bytes, at: jws.header.path, by: verifier)
            }
        } catch {
            throw Self.unverified(body.place, error.message)
        }
        // With profile `body` the sidecar holds the same signature.
        if signatures.header != signatures.body {
            guard signer.publicKey.isValidSignature(signatures.body, for: body.digest) else {
                throw Self.unverified(body.place, "the signature over the body is not one of this key")
            }
        }
    }

    private func verify(
        _ file: [UInt8], of body: [UInt8], at path: DocumentPath, by verifier: SignatureVerifier
    ) throws(VerificationError) {
        let document = try translating(JWS(file), to: VerificationError.malformed)
        _ = try verifier.verify(document, path: path)
        precondition(document.body == body, "a .jws is written around the body that it is of")
    }

    static func unverified(_ place: String, _ reason: String) -> ErrorReport {
        ErrorReport(
            .refused, "\(place): the new signature does not verify: \(reason)",
            hint: "nothing was written; check that the private key belongs to the key ring")
    }
}

extension EnvironmentName {
    /// Fails for a date that is more than 5 minutes ahead of the clock, which would lock clients out until then. Only the
    /// environment `development` may go further.
    func check(date: SignedDate, now: SignedDate) throws {
        guard self == DevelopmentKey.environment || date.secondsSince1970 - now.secondsSince1970 <= 5 * 60 else {
            throw ErrorReport(
                .refused, "\(self): the date \(date) is more than 5 minutes ahead of the clock",
                hint: "check the clock of this machine, or --at; only the environment development may go further")
        }
    }
}
