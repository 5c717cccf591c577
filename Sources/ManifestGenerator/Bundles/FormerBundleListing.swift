import SigningKeys
import ManifestPolicy
import ManifestVerifier
import PublicationTree

/// Makes the list of web bundles of a tree that was built before there were lists, for a review.
package struct FormerBundleListing: Sendable {
    private let place: String
    private let environment: EnvironmentName
    private let keys: String
    private let variables: [String: String]

    /// - Parameters:
    ///   - place: a tree, a folder of trees, or the URL of a tree.
    ///   - keys: the folder of the keys.
    ///   - variables: the environment variables, for a download.
    package init(_ place: String, of environment: EnvironmentName, keys: String, variables: [String: String]) {
        self.place = place
        self.environment = environment
        self.keys = keys
        self.variables = variables
    }

    /// The list as text, without a line feed at its end.
    package func text() async throws -> String {
        let trusted = try TrustedKeys.reading(keys)
        let tree = try await PreviousTree.named(
            place, of: environment, keys: trusted, .renderedDocuments, variables: variables)
        guard let tree else { throw PreviousTree.notFound(environment, at: place) }
        let index = try FormerBundles(tree.tree, of: environment, keys: trusted).index
        guard let index else { throw BundleError.noFormerBundles(place) }
        return BundleListText.listing(index)
    }
}
