import ManifestPolicy
import ManifestVerifier
import PublicationTree

/// What every document of a live check is held against.
struct LiveRules: Sendable {
    /// Verifies signature headers.
    let verifier: SignatureVerifier
    /// What else is trusted.
    let trust: LiveTrust
    /// The key of the publication; nil when there is only one document.
    var key: TrustedKey?

}

extension LiveRules {
    /// The rules for the documents of a publication that was verified.
    init(of publication: Publication, keys: TrustedKeys, trust: LiveTrust) {
        self.init(
            verifier: SignatureVerifier(
                keys: keys, environment: publication.environment, profile: publication.profile),
            trust: trust, key: publication.keyID.flatMap { keys.key(for: $0) })
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
