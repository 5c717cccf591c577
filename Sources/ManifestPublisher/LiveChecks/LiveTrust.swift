import Diagnostics
import ManifestVerifier
import PublicationTree

package struct LiveTrust: Sendable {
    /// The environment that documents must be of; nil for that of the key that signed.
    package let environment: EnvironmentName?
    /// The fingerprint that the signing key must have, 64 lowercase hexadecimal digits; nil for any key.
    package let pin: String?
    /// How old a signed date may be; nil for any age.
    package let maximumAge: TimeSpan?
    package let now: SignedDate

    package init(environment: EnvironmentName?, pin: String? = nil, maximumAge: TimeSpan? = nil, now: SignedDate) {
        self.environment = environment
        self.pin = pin
        self.maximumAge = maximumAge
        self.now = now
    }
}

/// What every document of a live check is checked against.
struct LiveRules: Sendable {
    /// Verifies signature headers, and each `.jws`.
    let verifier: SignatureVerifier
    let trust: LiveTrust
    /// The key of the publication; nil when there is only one document.
    var key: TrustedKey?
    /// Whether response headers carry signatures; where they do not, none is looked at.
    var hasHeaders = true
}

extension LiveRules {
    init(of index: VerifiedIndex, keys choice: KeyChoice, trust: LiveTrust) {
        let publication = index.publication
        let keys = choice.keys(as: index.key.id, for: publication.environment)
        self.init(
            verifier: SignatureVerifier(
                keys: keys, environment: publication.environment, profile: publication.profile),
            trust: trust, key: keys.key(for: index.key.id),
            hasHeaders: publication.envelopes.hasHeaders)
    }

    /// What is wrong with the date of a document whose signature verifies.
    func difference(of date: SignedDate?) -> LiveDifference? {
        guard let date else { return trust.maximumAge == nil ? nil : .noSignedDate }
        let age = trust.now.secondsSince1970 - date.secondsSince1970
        if -age > Int64(Limits.clockSkew) { return .signatureRefused(.aheadOfClock(date)) }
        guard let maximumAge = trust.maximumAge, age > maximumAge.seconds else { return nil }
        return .tooOld(date, limit: maximumAge)
    }

    /// What is wrong with the key of a document whose signature verifies.
    func difference(of key: TrustedKey) -> LiveDifference? {
        let fingerprint = key.publicKey.fingerprint.hexadecimal
        return trust.pin == nil || trust.pin == fingerprint ? nil : .otherFingerprint(fingerprint)
    }
}
