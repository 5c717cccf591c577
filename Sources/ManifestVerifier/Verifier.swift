import ManifestCrypto
import ManifestFormat

/// Turns downloads into verified manifests, or says why not.
///
/// Nothing of a body is interpreted before its signature is checked. The signature header names one key; that key
/// must be on the ring, not revoked, and for the expected environment, and no other key is tried.
public struct Verifier: Sendable {
    /// The keys that are known.
    public let keys: TrustedKeys
    /// The environment that documents must come from.
    public let environment: EnvironmentName
    /// Which bytes signatures must cover.
    public let profile: SignatureProfile
    /// The largest body that is accepted, in bytes.
    public let bodyLimit: Int

    /// A verifier for the documents of one environment.
    public init(
        keys: TrustedKeys, environment: EnvironmentName, profile: SignatureProfile,
        bodyLimit: Int = Limits.manifestBytes
    ) {
        self.keys = keys
        self.environment = environment
        self.profile = profile
        self.bodyLimit = bodyLimit
    }

    /// Checks the signature over a download.
    public func verify(_ download: Download) throws(VerificationError) -> VerifiedManifest {
        guard download.body.count <= bodyLimit else { throw .bodyTooLarge(limit: bodyLimit) }
        let claim = try SignatureClaim(headers: download.headers, profile: profile)
        let digest = SHA256.hash(SignatureProfile.prefix(date: claim.date), download.body)
        let key = try verify(claim, digest: digest, bodyStart: download.body)
        return VerifiedManifest(body: download.body, key: key, profile: profile, date: claim.date)
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
