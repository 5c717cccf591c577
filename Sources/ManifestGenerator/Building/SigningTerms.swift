import Classic
import ManifestVerifier
import Policy
import PublicationTree
import SigningKeys

/// How the documents of an environment are signed and served.
struct SigningTerms: Sendable {
    let name: EnvironmentName
    let profile: SignatureProfile
    let envelopes: Envelopes
    /// After how many seconds a signature with a date is made anew although the document did not change.
    let resignAfter: Int64
    let cacheControl: CacheControl
    /// What a change may block without an acknowledgement.
    let maximumBlocked: DeviceLimit?
    /// Scheme and host of the documents' URLs.
    let origin: String
    /// SHA-256 of the policy's file in hexadecimal digits.
    let policy: String?

    var hasDates: Bool { publication([]).hasDates }

    func publication(_ documents: [Publication.Document], keys: [Publication.Key] = []) -> Publication {
        Publication(
            environment: name, profile: profile, origin: origin, resignAfter: resignAfter, cacheControl: cacheControl,
            envelopes: envelopes, maximumBlocked: maximumBlocked, keys: keys, policy: policy, documents: documents)
    }

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
        envelopes.sidecars.contains(.jws) && JWS.exclusion(of: document.body, as: document.format) == nil
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
    var signingTerms: SigningTerms {
        SigningTerms(
            name: policy.name, profile: policy.profile, envelopes: policy.envelopes.value,
            resignAfter: policy.resignAfter, cacheControl: policy.cacheControl.standard,
            maximumBlocked: policy.maximumBlocked?.value, origin: policy.origin, policy: source.hexadecimal)
    }
}

extension EnvironmentSigner {
    var listedKeys: [Publication.Key] {
        ring.map { key, state in
            Publication.Key(id: key.id, sha256: key.publicKey.fingerprint.hexadecimal, state: state)
        }
    }
}
