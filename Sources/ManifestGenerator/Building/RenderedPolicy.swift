import ManifestFormat
import PublicationTree

/// The environments of a request and all their documents.
struct RenderedPolicy {
    let environments: [(environment: EnvironmentPolicy, documents: [RenderedDocument])]

    /// Reads the policy and renders the environments that were asked for.
    init(_ request: BuildRequest) async throws(BuildError) {
        do throws(PolicyError) {
            let (policy, files) = try Self.read(request)
            let rendering = try EnvironmentRendering(policy: policy, files: files)
            var environments: [(environment: EnvironmentPolicy, documents: [RenderedDocument])] = []
            for environment in try Self.chosen(request.environments, of: policy) {
                environments.append((environment, try await rendering.documents(of: environment)))
            }
            self.environments = environments
        } catch {
            throw .policy(error)
        }
    }

    private static func read(_ request: BuildRequest) throws(PolicyError) -> (Policy, any PolicyFiles) {
        switch request.source {
        case .starter:
            let starter = Starter(environment: DevelopmentKey.environment)
            return (try Policy(parsing: starter.policy, file: Starter.policyName), starter)
        case .file(let path):
            let (parent, name) = path.parentAndName
            let folder = try PolicyFolder(path: parent, keys: request.keys)
            return (try Policy(parsing: folder.policy(name), file: path), folder)
        }
    }

    private static func chosen(_ names: [String], of policy: Policy) throws(PolicyError) -> [EnvironmentPolicy] {
        guard !names.isEmpty else { return policy.environments }
        for name in names where !policy.environments.contains(where: { $0.name.rawValue == name }) {
            throw .noEnvironment(name, file: policy.file, known: policy.environments.map(\.name.rawValue))
        }
        return policy.environments.filter { names.contains($0.name.rawValue) }
    }
}

extension String {
    /// A path's folder, `.` for the current one, and the name in it.
    package var parentAndName: (parent: String, name: String) {
        guard let slash = lastIndex(of: "/") else { return (".", self) }
        return (slash == startIndex ? "/" : String(self[..<slash]), String(self[index(after: slash)...]))
    }
}
