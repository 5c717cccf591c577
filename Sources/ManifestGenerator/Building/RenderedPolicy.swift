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
            var byteCount = 0
            for environment in try Self.chosen(request.environments, of: policy) {
                let documents = try await rendering.documents(of: environment)
                byteCount += documents.reduce(0) { $0 + $1.body.count }
                guard byteCount <= Limits.buildBytes else {
                    throw PolicyError.unacceptable(
                        file: policy.file, environment.position,
                        "environment \"\(environment.name)\" brings the build to more than \(Limits.buildBytes) bytes",
                        hint: "build the environments one after the other with --environment NAME")
                }
                environments.append((environment, documents))
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
