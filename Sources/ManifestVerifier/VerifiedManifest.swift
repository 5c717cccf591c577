import ManifestCrypto
import ManifestFormat

/// A document whose signature was checked; only `Verifier` makes one.
public struct VerifiedManifest: Sendable {
    /// The bytes that were signed, as received.
    public let body: [UInt8]
    /// The key that signed.
    public let key: TrustedKey
    /// Which bytes the signature covers.
    public let profile: SignatureProfile
    /// The signed date; nil with profile `body`, which has none.
    public let date: SignedDate?

    init(body: [UInt8], key: TrustedKey, profile: SignatureProfile, date: SignedDate?) {
        self.body = body
        self.key = key
        self.profile = profile
        self.date = date
    }
}
