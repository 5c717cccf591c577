/// Checks signatures of one environment, but not what they cover.
///
/// The signature header names one key; that key must be on the ring, not revoked, and for the expected environment, and
/// no other key is tried.
package struct SignatureVerifier: Sendable {
    /// The keys that are known.
    package let keys: TrustedKeys
    /// The environment that documents must come from.
    package let environment: EnvironmentName
    /// Which bytes signatures must cover.
    package let profile: SignatureProfile

    package init(keys: TrustedKeys, environment: EnvironmentName, profile: SignatureProfile) {
        self.keys = keys
        self.environment = environment
        self.profile = profile
    }

    /// Checks the signature over a body.
    package func verify(_ claim: SignatureClaim, body: [UInt8]) throws(VerificationError) -> TrustedKey {
        let digest = SHA256.hash(SignatureProfile.prefix(date: claim.date), body)
        return try verify(claim, digest: digest, bodyStart: body)
    }

    /// Checks a claim against the digest of what it covers, for bodies that are read in a stream.
    ///
    /// - Parameters:
    ///   - digest: over `SignatureProfile.prefix(date:)` of the claim's date and the body.
    ///   - bodyStart: the body, or at least its first 30 bytes.
    package func verify(
        _ claim: SignatureClaim, digest: SHA256Digest, bodyStart: [UInt8]
    ) throws(VerificationError) -> TrustedKey {
        guard let key = keys.key(for: claim.keyID) else { throw .unknownKey(claim.keyID) }
        guard !key.isRevoked else { throw .revokedKey(key.id) }
        guard key.environment == environment else { throw .keyOfAnotherEnvironment(key.id, key.environment) }
        if claim.date == nil, SignedDate.isPrefix(of: bodyStart) { throw .bodyBeginsWithDate }
        guard key.publicKey.isValidSignature(claim.signature, for: digest) else { throw .badSignature(key.id) }
        return key
    }
}
