import ManifestFormat
import PublicationTree

/// How the documents of an environment are signed and served.
struct SigningTerms: Sendable {
    let name: EnvironmentName
    let profile: SignatureProfile
    /// After how many seconds a dated document is signed anew although it did not change.
    let resignAfter: Int64
    let cacheControl: String
    /// Whether the documents come from a former tree, and not from the policy.
    var isCarried = false

    /// After how many seconds a document is signed anew although it did not change.
    ///
    /// What is only carried on keeps its date whatever it is: nobody has looked at it today, and an old document that a
    /// cache has served must not get a new one.
    ///
    /// - Parameter format: nil for the index of the tree.
    func resignAfter(_ format: DocumentFormat?) -> Int64 {
        isCarried && format.map { !$0.concernsWebBundles } == true ? .max : resignAfter
    }
}

extension EnvironmentPolicy {
    /// What of the policy concerns signing.
    var signingTerms: SigningTerms {
        SigningTerms(name: name, profile: profile, resignAfter: resignAfter, cacheControl: cacheControl)
    }
}
