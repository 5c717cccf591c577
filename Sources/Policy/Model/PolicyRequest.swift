import LocalFiles
import ManifestVerifier
import SigningKeys

package struct PolicyRequest: Sendable {
    package let source: PolicySource
    /// The environments to use; all when empty.
    package let environments: [String]
    package let keys: String
    package let output: String
    /// The former tree, a folder of former trees, the URL of one, or `live`; nil to compare with nothing.
    package let previous: String?
    /// Whether nothing is signed, so that no key is needed.
    package let isUnsigned: Bool
    package let variables: [String: String]
    /// The current time: dates of rules before it are reported, and rules are compared from it on; nil to report none
    /// and compare them at all times.
    package let time: Instant?

    package init(
        source: PolicySource, environments: [String], keys: String, output: String, previous: String?,
        isUnsigned: Bool, variables: [String: String], time: Instant? = nil
    ) {
        self.source = source
        self.environments = environments
        self.keys = keys
        self.output = output
        self.previous = previous
        self.isUnsigned = isUnsigned
        self.variables = variables
        self.time = time
    }

    /// The place of a tree that was named, as `EnvironmentPolicy` finds it.
    package func place(named name: String, of environment: EnvironmentPolicy) -> String {
        environment.place(named: name, policyIn: source.folder)
    }
}

package enum PolicySource: Sendable {
    case file(String)
    /// The built-in starter policy, as environment `development`.
    case starter

    /// The folder of the policy; nil for the starter.
    package var folder: String? {
        guard case .file(let path) = self else { return nil }
        return path.parentAndName.parent
    }

    /// The policy and the files that it can name.
    ///
    /// - Parameter keys: the folder of the keys, which no policy may read.
    package func read(keys: String) throws -> (Policy, any PolicyFiles) {
        switch self {
        case .starter:
            let starter = Starter(environment: DevelopmentKey.environment)
            return (try Policy(parsing: starter.policy, file: Starter.policyName), starter)
        case .file(let path):
            let (parent, name) = path.parentAndName
            let folder = try PolicyFolder(path: parent, keys: keys)
            return (try Policy(parsing: folder.policy(name), file: path), folder)
        }
    }
}

/// The part of a policy that concerns publishing one environment.
package struct PublishingTerms: Sendable {
    package let file: String
    package let environment: EnvironmentPolicy
    /// The devices that there are, if the policy names them.
    package let population: PolicyPopulation?

    /// Reads the policy at a path; nil when it does not have the environment.
    ///
    /// - Parameter keys: the folder of the keys, which no policy may read.
    package init?(_ name: EnvironmentName, policy path: String, keys: String) throws {
        let (policy, files) = try PolicySource.file(path).read(keys: keys)
        guard let found = policy.environments.first(where: { $0.name == name }) else { return nil }
        file = policy.file
        environment = found
        population = try PolicyPopulation(of: found, in: file, files)
    }

    /// The default of `resignAfter`.
    package static let resignAfter: Int64 = 24 * 3_600
}
