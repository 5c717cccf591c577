import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree
import SigningKeys

/// A body that is ready to be signed: it has one meaning only.
struct UnsignedBody: Sendable {
    let place: String
    /// The digests of the body, with the date of the response headers.
    let digests: BodyDigests
    var signatureCount: Int { signable.digests.count }
    fileprivate let body: DocumentBody
    fileprivate let signable: SignableBody

    /// Fails when the body could be read as something other than what it is published as.
    ///
    /// - Parameters:
    ///   - format: what the body is published as; nil for the index of a tree.
    ///   - digests: the digests of these bytes, with the date of the response headers.
    ///   - wanted: what is to be signed. A `.jws` only of a body that can have one.
    init(
        _ body: DocumentBody, as format: DocumentFormat?, _ digests: BodyDigests, _ wanted: WantedSignatures,
        at place: String
    ) throws(OtherMeaning) {
        self.place = place
        self.digests = digests
        self.body = body
        signable =
            switch body {
            case .bytes(let bytes):
                try SignableBody(bytes, as: format, wanted, digest: digests.body, headerDigest: digests.header)
            case .file:
                try SignableBody(
                    start: digests.start, wanted, digest: digests.body, headerDigest: digests.header)
            }
    }
}

extension EnvironmentSigner {
    /// Signs bodies in one batch, and verifies every signature as a client will.
    ///
    /// - Parameter progress: called after each signature, of which a body may have several, from any thread.
    func sign(
        _ bodies: [UnsignedBody], progress: @escaping @Sendable () -> Void = {}
    ) async throws -> [DocumentSignatures] {
        let signatures = try await sign(bodies.map(\.signable), progress: progress)
        return try await Array(zip(bodies, signatures)).concurrentMap { body, signatures in
            try verify(signatures, of: body)
            return signatures
        }
    }

    private func verify(_ signatures: DocumentSignatures, of body: UnsignedBody) throws {
        let profile: SignatureProfile = signatures.headerDate == nil ? .body : .dated
        let verifier = SignatureVerifier(keys: trusted, environment: environment, profile: profile)
        do throws(VerificationError) {
            if signatures.header != nil {
                let claim = try SignatureClaim(headers: signatures.fields, profile: profile)
                _ = try verifier.verify(claim, digest: body.digests.header, bodyStart: body.digests.start)
            }
            if let jws = signatures.jws, case .bytes(let bytes) = body.body {
                try verify(jws.file(around: bytes), of: bytes, at: jws.header.path, by: verifier)
            }
        } catch {
            throw Self.unverified(body.place, error.message)
        }
        // With profile `body` the sidecar holds the same signature.
        if signatures.header != signatures.body {
            guard signer.publicKey.isValidSignature(signatures.body, for: body.digests.body) else {
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

    private static func unverified(_ place: String, _ reason: String) -> ErrorReport {
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
