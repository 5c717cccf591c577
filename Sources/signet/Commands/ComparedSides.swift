import Diagnostics
import ManifestVerifier
import Plan
import Policy
import PublicationTree
import SigningKeys

/// What `[OLD] [NEW]` of a command line stand for in one environment: two trees, or a tree and what the policy gives.
struct ComparedSides {
    let comparison: TreeComparison
    /// Where the old side is: never `live`, but the place that stands for.
    let oldPlace: String
    /// Whether nothing is published at that place.
    let isOldNothing: Bool
    /// What the policy says of the environment; nil where none was read.
    let policy: EnvironmentPolicy?
    /// What the policy gives, with the findings about it; nil when the new side is a tree.
    let rendered: (environment: RenderedEnvironment, findings: [Finding])?

    /// Both sides of every environment that is meant: old is `live` when the command line names none, and new is what the
    /// policy gives.
    ///
    /// - Parameter check: looks at the names of the environments before anything is downloaded.
    static func all(
        _ arguments: Arguments, check: ([EnvironmentName]) throws -> Void = { _ in }
    ) async throws -> [ComparedSides] {
        guard arguments.operands.count <= 2 else {
            throw arguments.usage("signet \(arguments.commandName) takes two trees at most")
        }
        let old = arguments.operands.first ?? EnvironmentPolicy.liveName
        return arguments.operands.count < 2
            ? try await withPolicy(old, arguments, check)
            : try await betweenTrees(old, arguments.operands[1], arguments, check)
    }

    /// A tree and what the policy gives.
    private static func withPolicy(
        _ old: String, _ arguments: Arguments, _ check: ([EnvironmentName]) throws -> Void
    ) async throws -> [ComparedSides] {
        let request = arguments.policyRequest(previous: old, isUnsigned: true)
        let findings = Findings()
        let policy = try await RenderedPolicy(request, findings)
        guard !findings.haveErrors else { throw PolicyRefusal.refused(findings.sorted) }
        try check(policy.environments.map(\.policy.name))
        let keys = try KeyFolder.open(arguments.keys)
        var sides: [ComparedSides] = []
        for environment in policy.environments {
            let name = environment.policy.name
            let place = environment.policy.place(named: old)
            let new = ComparedTree(environment, signing: keys)
            let found = try await tree(place, name, comparedWith: new, keys.trusted, arguments)
            sides.append(
                ComparedSides(
                    comparison: TreeComparison(
                        from: found ?? .nothing(of: name), to: new, since: try arguments.now.instant), oldPlace: place,
                    isOldNothing: found == nil,
                    policy: environment.policy, rendered: (environment, findings.sorted)))
        }
        return sides
    }

    /// Two trees.
    private static func betweenTrees(
        _ old: String, _ new: String, _ arguments: Arguments, _ check: ([EnvironmentName]) throws -> Void
    ) async throws -> [ComparedSides] {
        let keys = try TrustedKeys.reading(arguments.keys)
        let policies = try policies(arguments, for: [old, new])
        let names = try environments(of: [new, old], policies, arguments)
        try check(names)
        var sides: [ComparedSides] = []
        for name in names {
            let policy = policies.first { $0.name == name }
            func place(_ place: String) throws -> String {
                guard place == EnvironmentPolicy.liveName else { return place }
                guard let policy else {
                    throw ErrorReport.noEnvironment(
                        name.rawValue, file: arguments.policy, known: policies.map(\.name.rawValue))
                }
                return policy.live
            }
            let after = try await tree(place(new), name, comparedWith: nil, keys, arguments) ?? .nothing(of: name)
            let former = try place(old)
            let before = try await tree(former, name, comparedWith: after, keys, arguments)
            sides.append(
                ComparedSides(
                    comparison: TreeComparison(
                        from: before ?? .nothing(of: name), to: after, since: try arguments.now.instant),
                    oldPlace: former,
                    isOldNothing: before == nil,
                    policy: policy, rendered: nil))
        }
        return sides
    }

    /// The policy's environments, when "live" needs them.
    private static func policies(_ arguments: Arguments, for places: [String]) throws -> [EnvironmentPolicy] {
        guard places.contains(EnvironmentPolicy.liveName) || arguments.has("--policy") else { return [] }
        return try PolicySource.file(arguments.policy).read(keys: arguments.keys).0.environments
    }

    /// The environments to compare: those that are named, those of the policy, or those in a folder.
    private static func environments(
        of places: [String], _ policies: [EnvironmentPolicy], _ arguments: Arguments
    ) throws -> [EnvironmentName] {
        let named = try arguments.values("--environment").map { name in
            guard let name = EnvironmentName(name) else {
                throw arguments.usage("--environment \(name) is not an environment name")
            }
            return name
        }
        guard named.isEmpty else { return named }
        guard policies.isEmpty else { return policies.map(\.name) }
        for place in places where !TreeAddress.isMeant(by: place) {
            let found = try PreviousTree.environments(in: place)
            if !found.isEmpty { return found }
        }
        throw arguments.usage("which environment? name it with --environment")
    }

    /// What is at a place; nil when nothing is published there.
    private static func tree(
        _ place: String, _ environment: EnvironmentName, comparedWith other: ComparedTree?, _ keys: TrustedKeys,
        _ arguments: Arguments
    ) async throws -> ComparedTree? {
        let tree = try await PreviousTree.named(
            place, of: environment, keys: keys, .renderedDocuments, variables: arguments.variables)
        guard let tree else { return nil }
        let compared = try ComparedTree(tree, of: environment, comparedWith: other, keys: keys)
        guard let problem = compared.firstProblem else { return compared }
        throw ErrorReport(.refused, problem.message, hint: problem.hint)
    }
}
