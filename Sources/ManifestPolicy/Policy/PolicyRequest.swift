/// Which policy is meant, and the keys and trees that belong to it.
package struct PolicyRequest: Sendable {
    package let source: PolicySource
    /// The environments that are meant; all when empty.
    package let environments: [String]
    /// The folder of the keys.
    package let keys: String
    /// The folder of the trees.
    package let output: String
    /// The former tree, a folder of former trees, or the URL of one; nil for the trees in `output`.
    package let previous: String?
    /// Whether nothing is signed, so that no key is needed.
    package let isUnsigned: Bool
    /// The environment variables, for programs that are run.
    package let variables: [String: String]

    package init(
        source: PolicySource, environments: [String], keys: String, output: String, previous: String?,
        isUnsigned: Bool, variables: [String: String]
    ) {
        self.source = source
        self.environments = environments
        self.keys = keys
        self.output = output
        self.previous = previous
        self.isUnsigned = isUnsigned
        self.variables = variables
    }
}
