import LocalFiles
import SigningKeys

/// Where a policy comes from.
package enum PolicySource: Sendable {
    /// A policy file.
    case file(String)
    /// The starter policy that is built in, as environment `development`.
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
