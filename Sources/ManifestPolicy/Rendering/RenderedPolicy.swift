import Diagnostics
import ManifestVerifier

/// The environments of a policy that were asked for, with all their documents.
package struct RenderedPolicy: Sendable {
    let policy: Policy
    let catalog: StringCatalog?
    package let environments: [RenderedEnvironment]

    /// Reads the policy and renders the environments that were asked for; what is wrong with them is added to
    /// `findings`, and only what cannot be looked at any further is thrown.
    init(
        _ source: PolicySource, environments names: [String], keys: String, _ findings: Findings
    ) async throws {
        let files: any PolicyFiles
        (policy, files) = try source.read(keys: keys)
        let inPolicy = FileFindings(policy.file, findings)
        catalog = try Self.catalog(of: policy, files, findings)
        let rendering = EnvironmentRendering(policy: policy, catalog: catalog, files: files, findings: inPolicy)
        var rendered: [RenderedEnvironment] = []
        var byteCount = 0
        for environment in try Self.chosen(names, of: policy) {
            let result = await rendering.render(environment)
            byteCount += result.documents.reduce(0) { $0 + $1.body.count }
            guard byteCount <= Limits.buildBytes else {
                inPolicy.add(
                    .limit,
                    "environment \"\(environment.name)\" brings the build to more than \(Limits.buildBytes) bytes",
                    at: environment.position, hint: "take the environments one after the other with --environment NAME")
                throw PolicyRefusal.refused(findings.sorted)
            }
            rendered.append(result)
        }
        environments = rendered
    }

    private static func catalog(
        of policy: Policy, _ files: any PolicyFiles, _ findings: Findings
    ) throws -> StringCatalog? {
        guard let named = policy.descriptions else { return nil }
        do throws(Finding) {
            let place = PolicyPlace(file: policy.file, position: named.position)
            let bytes = try files.read(named.value, limit: Limits.catalogBytes, at: place)
            return try StringCatalog(parsing: bytes, file: named.value.description)
        } catch {
            // Without the catalog, every text would seem to be missing.
            findings.add(error)
            throw PolicyRefusal.refused(findings.sorted)
        }
    }

    private static func chosen(_ names: [String], of policy: Policy) throws -> [EnvironmentPolicy] {
        guard !names.isEmpty else { return policy.environments }
        for name in names where !policy.environments.contains(where: { $0.name.rawValue == name }) {
            throw ErrorReport.noEnvironment(name, file: policy.file, known: policy.environments.map(\.name.rawValue))
        }
        return policy.environments.filter { names.contains($0.name.rawValue) }
    }
}
