import ManifestPolicy
import ManifestVerifier
import PublicationTree

/// What every document of a live check is held against.
struct LiveRules: Sendable {
    /// The keys that are known.
    let keys: TrustedKeys
    /// The environment that keys must be for.
    let environment: EnvironmentName
    /// Which bytes signature headers must cover.
    let profile: SignatureProfile
    /// What else is believed.
    let trust: LiveTrust
    /// The key of the publication; nil when there is only one document.
    let key: TrustedKey?

    init(
        keys: TrustedKeys, environment: EnvironmentName, profile: SignatureProfile, trust: LiveTrust,
        key: TrustedKey? = nil
    ) {
        self.key = key
        self.keys = keys
        self.environment = environment
        self.profile = profile
        self.trust = trust
    }

    /// The rules for the documents of a publication that was verified.
    init(of publication: Publication, keys: TrustedKeys, trust: LiveTrust) {
        self.init(
            keys: keys, environment: publication.environment, profile: publication.profile, trust: trust,
            key: publication.keyID.flatMap { keys.key(for: $0) })
    }

    /// What is wrong with the date of a document whose signature verifies.
    func difference(of date: SignedDate?) -> LiveDifference? {
        guard let date else { return trust.maximumAge == nil ? nil : .noSignedDate }
        let age = trust.now.secondsSince1970 - date.secondsSince1970
        if -age > Limits.clockSkew.components.seconds { return .signatureRefused(.signedInFuture(date)) }
        guard let maximumAge = trust.maximumAge, age > maximumAge.seconds else { return nil }
        return .tooOld(date, limit: maximumAge)
    }

    /// What is wrong with the key of a document whose signature verifies.
    func difference(of key: TrustedKey) -> LiveDifference? {
        let fingerprint = key.publicKey.fingerprint.hexadecimal
        return trust.pin == nil || trust.pin == fingerprint ? nil : .otherFingerprint(fingerprint)
    }
}
