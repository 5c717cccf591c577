import Diagnostics
import ManifestVerifier
import PublicationTree
import SigningKeys

/// Looks at a policy from all sides without writing anything and without a private key.
package struct PolicyLint: Sendable {
    private let request: PolicyRequest

    /// - Parameter request: the policy, and the keys and trees that belong to it.
    package init(_ request: PolicyRequest) {
        self.request = request
    }

    /// What a lint gave.
    package struct Report: Sendable {
        package let findings: [Finding]
        /// The environments that were looked at.
        package let environments: [EnvironmentName]
        /// Those for which there was no published tree to compare with.
        package let withoutTree: [EnvironmentName]
    }

    /// All that is wrong; only what cannot be looked at at all is thrown.
    package func run() async throws -> Report {
        let findings = Findings()
        let rendered = try await RenderedPolicy.linted(request, findings)
        var withoutTree: [EnvironmentName] = []
        // That there is no key ring is a finding already.
        if case .file = request.source, let keys = try TrustedKeys.readingIfPresent(request.keys) {
            for environment in rendered.environments {
                let name = environment.policy.name
                let tree =
                    if let named = request.previous {
                        try await PreviousTree.named(
                            named, of: name, keys: keys, .renderedDocuments, variables: request.variables)
                    } else {
                        try PreviousTree.inOutput(request.output, of: name)
                    }
                if let tree {
                    try rendered.compare(environment, with: tree, keys: keys, findings)
                } else {
                    withoutTree.append(name)
                }
            }
        }
        return Report(
            findings: findings.sorted, environments: rendered.environments.map(\.policy.name), withoutTree: withoutTree)
    }

}

extension RenderedPolicy {
    /// The policy of a request, rendered, with all that is wrong with it added to `findings`.
    package static func linted(_ request: PolicyRequest, _ findings: Findings) async throws -> RenderedPolicy {
        let rendered = try await RenderedPolicy(
            request.source, environments: request.environments, keys: request.keys, findings)
        try PreviousTree.check(request.previous, for: rendered.environments.map(\.policy.name))
        let inPolicy = FileFindings(rendered.policy.file, findings)
        for environment in rendered.environments {
            VersionRules(environment: environment.policy, findings: inPolicy).check()
        }
        if let catalog = rendered.catalog {
            TextRules(catalogFile: catalog.file, allowedNames: rendered.policy.allowedNames)
                .check(rendered.environments.flatMap(\.uses), findings: findings)
        }
        // The starter's key is made by its first build.
        guard case .file = request.source, !request.isUnsigned else { return rendered }
        guard let keys = try KeyFolder.openIfPresent(request.keys) else {
            findings.add(
                Finding(
                    .missingFile, "\(request.keys)/\(KeyFolder.ringName)", nil, "there is no key ring",
                    hint: ErrorReport.noKeyRing(request.keys).hint))
            return rendered
        }
        let rules = KeyRules(keys: keys, findings: inPolicy)
        for environment in rendered.environments { rules.check(environment.policy) }
        return rendered
    }

    /// Adds to `findings` what an environment changes against the tree that was published before.
    package func compare(
        _ environment: RenderedEnvironment, with previous: PreviousTree, keys: TrustedKeys, _ findings: Findings
    ) throws {
        let inPolicy = FileFindings(policy.file, findings)
        let bundles = environment.bundles
        try PublishedRules(
            new: NewDocuments(environment),
            kept: Set((environment.documents.map(\.path) + (bundles?.paths ?? [])).map(\.rawValue)),
            previous: previous, keys: keys, findings: inPolicy
        ).check()
        WebBundleRules(
            new: bundles?.unsignedIndex,
            live: try FormerBundles(previous.tree, of: environment.policy.name, keys: keys).index,
            findings: inPolicy
        ).check()
    }
}
