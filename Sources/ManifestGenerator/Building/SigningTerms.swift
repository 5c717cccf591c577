import Classic
import ManifestVerifier
import Policy
import PublicationTree

/// How the documents of an environment are signed and served is what its index says beside them.
extension Publication {
    /// Whether a signature of that date can be kept by a build at `now`; one without a date always can.
    ///
    /// That of an immutable document does not age: its path says which bytes it has, and no cache would ask for another.
    ///
    /// - Parameter document: what is signed; nil for the index.
    func isFresh(_ signed: SignedDate?, of document: RenderedDocument?, at now: SignedDate) -> Bool {
        guard let signed else { return true }
        let age = now.secondsSince1970 - signed.secondsSince1970
        return (age < resignAfter || document?.cacheControl.isImmutable == true) && -age <= Self.secondsAhead
    }

    func hasJWS(_ document: RenderedDocument) -> Bool {
        envelopes.hasJWS && JWS.exclusion(of: document.body, as: document.format) == nil
    }

    /// The date that follows a former one: the clock's, or one second after the former date where that is later, so that
    /// clients which have seen the former date take the document. Nil when clients would refuse it as too far ahead.
    static func date(after former: SignedDate?, at now: SignedDate) -> SignedDate? {
        guard let former, former >= now else { return now }
        let next = former.secondsSince1970 + 1
        return next - now.secondsSince1970 <= secondsAhead ? SignedDate(secondsSince1970: next) : nil
    }

    private static let secondsAhead = Int64(Limits.clockSkew)
}

extension RenderedEnvironment {
    /// An index without documents.
    var signingTerms: Publication {
        Publication(
            environment: policy.name, profile: policy.profile, origin: policy.origin, resignAfter: policy.resignAfter,
            cacheControl: policy.cacheControl.standard, envelopes: policy.envelopes.value,
            maximumBlocked: policy.maximumBlocked?.value, policy: source.hexadecimal, documents: [])
    }
}
