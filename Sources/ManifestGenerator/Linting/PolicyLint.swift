import LocalFiles
import ManifestFormat
import ManifestVerifier
import PublicationTree

/// Looks at a policy from all sides without writing anything and without a private key.
package struct PolicyLint: Sendable {
    private let request: BuildRequest

    /// - Parameter request: what would be built, from what, and where to.
    package init(_ request: BuildRequest) {
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
    package func run() async throws(BuildError) -> Report {
        let findings = Findings()
        let rendered = try await RenderedPolicy.linted(request, findings)
        var withoutTree: [EnvironmentName] = []
        if case .file = request.source, let keys = try trustedKeys() {
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

    /// The keys that verify here; nil without a key ring, which is a finding already.
    private func trustedKeys() throws(BuildError) -> TrustedKeys? {
        do throws(KeyFolderError) {
            return try TrustedKeys.reading(request.keys)
        } catch {
            if case .noRing = error { return nil }
            throw .keys(error)
        }
    }
}

extension RenderedPolicy {
    /// The policy of a request, rendered, with all that is wrong with it added to `findings`.
    static func linted(_ request: BuildRequest, _ findings: Findings) async throws(BuildError) -> RenderedPolicy {
        let rendered: RenderedPolicy
        do throws(PolicyError) {
            rendered = try await RenderedPolicy(
                request.source, environments: request.environments, keys: request.keys, findings)
        } catch {
            throw .policy(error)
        }
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
        do throws(KeyFolderError) {
            let rules = KeyRules(keys: try KeyFolder.open(request.keys), findings: inPolicy)
            for environment in rendered.environments { rules.check(environment.policy) }
        } catch {
            guard case .noRing = error else { throw .keys(error) }
            findings.add(
                Finding(
                    .missingFile, "\(request.keys)/\(KeyFolder.ringName)", nil, "there is no key ring",
                    hint: error.report.hint))
        }
        return rendered
    }

    /// Adds to `findings` what an environment changes against the tree that was published before.
    func compare(
        _ environment: RenderedEnvironment, with previous: PreviousTree, keys: TrustedKeys, _ findings: Findings
    ) throws(BuildError) {
        do throws(FileError) {
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
        } catch {
            throw .file(error)
        }
    }
}
