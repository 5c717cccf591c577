import Diagnostics
import LocalFiles
import ManifestPolicy
import ManifestVerifier
import PublicationTree
import SigningKeys
import FoundationEssentials

/// `signet diff`
enum DiffCommand: Command {
    static let name = "diff"
    static let summary = "what changes for people, in words"
    static let flags: [Flag] = [
        .value("--policy"), .value("--keys"), .value("--environment", isRepeatable: true), .option("--markdown"),
        .option("--json"), .option("--quiet"),
    ]
    static let help = """
        signet diff [OLD] [NEW]

        Says in words what changes for people from one tree to another: which versions
        are blocked or run again, which texts, URLs, documents, languages and bundles
        come and go. New dates alone are no change. Writes nothing and needs no private
        key.

          OLD                 "live" (default): what the environment's publishTo or
                              origin serves; or a tree, a folder of trees, an https
                              address, s3://BUCKET/PREFIX
          NEW                 the same; without it, what the policy gives

          --policy FILE       the policy (policy.json)
          --keys DIR          the key ring (keys): only what it verifies is believed
          --environment NAME  only this environment; may be repeated
          --markdown          for a pull request
          --json              for programs
          --quiet             say nothing; the exit code tells

        Exit codes: 0 nothing changes; 2 something does; 1 a tree or the policy is
        refused.

        Example:
          signet diff live --environment production --markdown
        """

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        guard arguments.operands.count <= 2 else { throw arguments.usage("signet diff takes two trees at most") }
        let old = arguments.operands.first ?? EnvironmentPolicy.liveName
        let comparisons =
            arguments.operands.count < 2
            ? try await policyComparisons(with: old, arguments, terminal)
            : try await treeComparisons(old, arguments.operands[1], arguments)
        let outputs = comparisons.map(DiffOutput.init)
        if arguments.has("--json") {
            terminal.result(["environments": .array(outputs.map(\.json))])
        } else if arguments.has("--markdown") {
            terminal.resultLines(outputs.flatMap(\.markdown))
        } else {
            let isColoured = StandardStream.output.isTerminal && (arguments.variables["NO_COLOR"] ?? "").isEmpty
            let lines = outputs.flatMap { $0.lines(isColoured ? .colour : .plain) }
            if !arguments.has("--quiet") { terminal.product(lines.map { $0 + "\n" }.joined()) }
        }
        return outputs.allSatisfy(\.changes.isEmpty) ? .done : .changed
    }

    // MARK: Sides

    /// What the policy changes.
    private static func policyComparisons(
        with place: String, _ arguments: Arguments, _ terminal: Terminal
    ) async throws -> [TreeComparison] {
        let request = PolicyRequest(
            source: .file(arguments.value("--policy") ?? Starter.policyName),
            environments: arguments.values("--environment"), keys: arguments.keys, output: arguments.output,
            previous: place, isUnsigned: true, variables: arguments.variables)
        let findings = Findings()
        let rendered = try await RenderedPolicy(request, findings)
        guard !findings.haveErrors else { throw PolicyRefusal.refused(findings.sorted) }
        let keys = try KeyFolder.open(arguments.keys)
        var comparisons: [TreeComparison] = []
        for environment in rendered.environments {
            let name = environment.policy.name
            let place = environment.policy.place(named: place)
            let new = ComparedTree(environment, key: keys.activeKey(for: name))
            let old = try await side(place, name, comparedWith: new, keys.trusted, arguments)
            if old == nil { DiffOutput.noteNothing(name, place, terminal) }
            comparisons.append(TreeComparison(from: old ?? .nothing(of: name), to: new))
        }
        return comparisons
    }

    /// What changes from one tree to another.
    private static func treeComparisons(
        _ old: String, _ new: String, _ arguments: Arguments
    ) async throws -> [TreeComparison] {
        let keys = try TrustedKeys.reading(arguments.keys)
        let policies = try policies(arguments, for: [old, new])
        var comparisons: [TreeComparison] = []
        for name in try environments(of: [new, old], policies, arguments) {
            func place(_ place: String) throws -> String {
                guard place == EnvironmentPolicy.liveName else { return place }
                guard let policy = policies.first(where: { $0.name == name }) else {
                    throw ErrorReport.noEnvironment(
                        name.rawValue, file: arguments.value("--policy") ?? Starter.policyName,
                        known: policies.map(\.name.rawValue))
                }
                return policy.live
            }
            let after = try await side(place(new), name, comparedWith: nil, keys, arguments) ?? .nothing(of: name)
            let before = try await side(place(old), name, comparedWith: after, keys, arguments) ?? .nothing(of: name)
            comparisons.append(TreeComparison(from: before, to: after))
        }
        return comparisons
    }

    /// The policy's environments, when "live" needs them.
    private static func policies(_ arguments: Arguments, for places: [String]) throws -> [EnvironmentPolicy] {
        guard places.contains(EnvironmentPolicy.liveName) || arguments.has("--policy") else { return [] }
        let path = arguments.value("--policy") ?? Starter.policyName
        return try PolicySource.file(path).read(keys: arguments.keys).0.environments
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
    private static func side(
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
