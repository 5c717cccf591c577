import ManifestPolicy
import ManifestVerifier

/// What a live check believes.
package struct LiveTrust: Sendable {
    /// The environment that documents must be of; nil for that of the key that signed.
    package let environment: EnvironmentName?
    /// The fingerprint that the signing key must have, 64 lowercase hexadecimal digits; nil for any key.
    package let pin: String?
    /// How old a signed date may be; nil for any age.
    package let maximumAge: TimeSpan?
    /// The time on the clock.
    package let now: SignedDate

    package init(environment: EnvironmentName?, pin: String? = nil, maximumAge: TimeSpan? = nil, now: SignedDate) {
        self.environment = environment
        self.pin = pin
        self.maximumAge = maximumAge
        self.now = now
    }
}
