import ManifestVerifier

/// What of a policy concerns publishing one environment.
package struct PublishingTerms: Sendable {
    /// Where the tree is served: `https://distribution.example.com`.
    package let origin: String
    /// After how many seconds a dated document is signed anew although it did not change.
    package let resignAfter: Int64

    /// Reads the policy at a path; nil when it has no such environment.
    ///
    /// - Parameter keys: the folder of the keys, which no policy may read.
    package init?(_ environment: EnvironmentName, policy path: String, keys: String) throws {
        let (policy, _) = try PolicySource.file(path).read(keys: keys)
        guard let found = policy.environments.first(where: { $0.name == environment }) else { return nil }
        origin = found.origin
        resignAfter = found.resignAfter
    }

    /// The default of `resignAfter`.
    package static let resignAfter: Int64 = 24 * 3_600
    /// The default of `cacheControl`.
    package static let cacheControl = "public, max-age=300, stale-if-error=86400"
}
