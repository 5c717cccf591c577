import ManifestPolicy
import ManifestVerifier

/// How the documents of an environment are signed and served.
struct SigningTerms: Sendable {
    let name: EnvironmentName
    let profile: SignatureProfile
    /// After how many seconds a dated document is signed anew although it did not change.
    let resignAfter: Int64
    let cacheControl: String

    /// Whether a signature of that date can be kept by a build at `now`; one without a date always can.
    func isFresh(_ signed: SignedDate?, at now: SignedDate) -> Bool {
        guard let signed else { return true }
        let age = now.secondsSince1970 - signed.secondsSince1970
        return age < resignAfter && -age <= Self.secondsAhead
    }

    /// The date that follows a former one: the clock's, or one second after the former date where that is later, so that
    /// clients which have seen the former date take the document. Nil when clients would refuse it as too far ahead.
    static func date(after former: SignedDate?, at now: SignedDate) -> SignedDate? {
        guard let former, former >= now else { return now }
        let next = former.secondsSince1970 + 1
        return next - now.secondsSince1970 <= secondsAhead ? SignedDate(secondsSince1970: next) : nil
    }

    private static let secondsAhead = Limits.clockSkew.components.seconds
}

extension EnvironmentPolicy {
    /// What of the policy concerns signing.
    var signingTerms: SigningTerms {
        SigningTerms(name: name, profile: profile, resignAfter: resignAfter, cacheControl: cacheControl)
    }
}
