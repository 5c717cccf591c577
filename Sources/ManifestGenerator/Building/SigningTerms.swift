import ManifestFormat

/// How the documents of an environment are signed and served.
struct SigningTerms: Sendable {
    let name: EnvironmentName
    let profile: SignatureProfile
    /// After how many seconds a dated document is signed anew although it did not change.
    let resignAfter: Int64
    let cacheControl: String
}

extension EnvironmentPolicy {
    /// What of the policy concerns signing.
    var signingTerms: SigningTerms {
        SigningTerms(name: name, profile: profile, resignAfter: resignAfter, cacheControl: cacheControl)
    }
}
