/// Checks signatures of one environment, but nothing about the content that they cover.
///
/// The signature names one key; that key must be on the ring, not revoked, and for the expected environment, and
/// no other key is tried.
package struct SignatureVerifier: Sendable {
    package let keys: TrustedKeys
    /// The environment that documents must come from.
    package let environment: EnvironmentName
    /// Which bytes signatures must cover; nil for the profile that the headers are of.
    package let profile: SignatureProfile?

    package init(keys: TrustedKeys, environment: EnvironmentName, profile: SignatureProfile?) {
        self.keys = keys
        self.environment = environment
        self.profile = profile
    }

    /// A verifier that knows a single key.
    ///
    /// - Parameter environment: the environment that documents must come from; nil for the one of the key.
    package init(key: TrustedKey, environment: EnvironmentName? = nil, profile: SignatureProfile?) {
        guard let keys = TrustedKeys([key]) else { preconditionFailure("a single key has no duplicate") }
        self.init(keys: keys, environment: environment ?? key.environment, profile: profile)
    }

    /// Checks a claim against the digest of what it covers.
    ///
    /// - Parameters:
    ///   - digest: over what the signature covers: of headers `SignatureProfile.prefix(date:)` of the claim's date and the
    ///     body.
    ///   - bodyStart: the body, or at least its first 30 bytes.
    ///   - path: the path of the body that is expected; nil for any, as where headers bind none.
    package func verify(
        _ claim: SignatureClaim, digest: SHA256Digest, bodyStart: [UInt8], path: DocumentPath? = nil
    ) throws(VerificationError) -> VerifiedSignature {
        precondition(profile != .dated || claim.date != nil, "the claim was read for another profile")
        let key = try key(for: claim.keyID)
        if let place = claim.place {
            guard place.environment == environment else { throw .otherDocument(.environment(place.environment)) }
            guard path == nil || place.path == path else { throw .otherDocument(.path(place.path)) }
        }
        if claim.date == nil, SignedDate.isPrefix(of: bodyStart) { throw .malformed(.bodyBeginsWithDate) }
        guard key.publicKey.isValidSignature(claim.signature, for: digest) else { throw .badSignature(key.id) }
        return VerifiedSignature(claim: claim, key: key)
    }

    /// Checks a document that carries its own signature.
    ///
    /// - Parameter path: the path of the body that is expected; nil for any, where headers would bind none either.
    package func verify(_ document: JWS, path: DocumentPath?) throws(VerificationError) -> VerifiedSignature {
        try verify(SignatureClaim(document), digest: document.digest, bodyStart: document.body, path: path)
    }

    /// The key of that id, if it may sign here.
    private func key(for id: KeyID) throws(VerificationError) -> TrustedKey {
        guard let key = keys.key(for: id) else { throw .unknownKey(id) }
        guard !key.isRevoked else { throw .revokedKey(id) }
        guard key.environment == environment else { throw .otherDocument(.key(id, of: key.environment)) }
        return key
    }
}

/// A signature that one of the known keys made; only `SignatureVerifier` makes one.
package struct VerifiedSignature: Sendable {
    package let claim: SignatureClaim
    package let key: TrustedKey

    fileprivate init(claim: SignatureClaim, key: TrustedKey) {
        self.claim = claim
        self.key = key
    }

    /// The signed date; nil for headers of profile `body`.
    package var date: SignedDate? { claim.date }
    /// Which bytes the signature covers.
    package var profile: SignatureProfile { claim.profile }
}
