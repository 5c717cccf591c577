import Diagnostics
import ManifestVerifier
import PublicationTree
import WebBundles

package struct RenderedPolicy: Sendable {
    package let policy: Policy
    package let catalog: StringCatalog?
    package let environments: [RenderedEnvironment]

    /// Reads, renders and checks the policy of a request: the first step of every build.
    ///
    /// Problems are added to `findings`; only what makes further checks impossible is thrown.
    ///
    /// - Parameter decisions: adds what is wrong with the decisions of an environment.
    package init(
        _ request: PolicyRequest, _ findings: Findings,
        decisions: (RenderedEnvironment, FileFindings) -> Void
    ) async throws {
        let files: any PolicyFiles
        (policy, files) = try request.source.read(keys: request.keys)
        let inPolicy = FileFindings(policy.file, findings)
        catalog = try Self.catalog(of: policy, files, inPolicy)
        var rendered: [RenderedEnvironment] = []
        var byteCount = 0
        for environment in try Self.chosen(request.environments, of: policy) {
            let result = await EnvironmentRendering(environment, of: policy, catalog, files, inPolicy).render()
            byteCount += result.documents.reduce(0) { $0 + $1.body.count }
            guard byteCount <= Limits.buildBytes else {
                inPolicy.add(
                    .limit,
                    "environment \"\(environment.name)\" brings the build to more than \(Limits.buildBytes) bytes",
                    at: environment.position, hint: "build the environments one at a time with --environment NAME")
                throw PolicyRefusal.refused(findings.sorted)
            }
            rendered.append(result)
        }
        environments = rendered
        try check(request, findings, decisions: decisions)
    }

    private static func catalog(
        of policy: Policy, _ files: any PolicyFiles, _ findings: FileFindings
    ) throws -> StringCatalog? {
        guard let named = policy.descriptions else { return nil }
        let catalog = findings.attempt {
            let place = PolicyPlace(file: policy.file, position: named.position)
            let bytes = try files.read(named.value, limit: Limits.catalogBytes, at: place)
            return try StringCatalog(parsing: bytes, file: place.path(of: named.value))
        }
        // Without the catalog, every text would seem to be missing.
        guard let catalog else { throw PolicyRefusal.refused(findings.all.sorted) }
        return catalog
    }

    private static func chosen(_ names: [String], of policy: Policy) throws -> [EnvironmentPolicy] {
        guard !names.isEmpty else { return policy.environments }
        for name in names where !policy.environments.contains(where: { $0.name.rawValue == name }) {
            throw ErrorReport.noEnvironment(name, file: policy.file, known: policy.environments.map(\.name.rawValue))
        }
        return policy.environments.filter { names.contains($0.name.rawValue) }
    }
}

package final class RenderedEnvironment: Sendable {
    package let policy: EnvironmentPolicy
    /// The documents, ordered by path, with paths that cannot collide on any file system.
    package let documents: [RenderedDocument]
    let uses: [TextUse]
    /// SHA-256 of the file of the policy.
    package let source: SHA256Digest
    package let baseStatements: [BaseStatement]
    /// The web bundles, if the environment has any. Their documents contain signatures over the archives, and are rendered
    /// when those are known.
    package let bundles: BundleOffering?
    package let population: PolicyPopulation?
    /// The documents of a kind that has errors: what they say is not what they would say.
    package let unusable: Set<DocumentPath>
    /// Whether everything that the policy names is here: without it, nothing can be called removed.
    package let isComplete: Bool

    init(
        _ rendering: EnvironmentRendering, documents: [RenderedDocument], bundles: BundleOffering?,
        population: PolicyPopulation?, unusable: Set<DocumentPath>, isComplete: Bool
    ) {
        (policy, source) = (rendering.environment, rendering.source.digest)
        (uses, baseStatements) = (rendering.uses, rendering.baseStatements)
        (self.documents, self.unusable) = (documents, unusable)
        (self.bundles, self.population, self.isComplete) = (bundles, population, isComplete)
    }

    /// The formats of the documents, as far as those are compared.
    package var formats: [DocumentPath: DocumentFormat] {
        let bundles: [DocumentPath: DocumentFormat] =
            bundles == nil ? [:] : [.webBundleIndex: .webBundleIndex, .webBundleManifest: .webBundleManifest]
        return Dictionary(documents.map { ($0.path, $0.format) }) { first, _ in first }.merging(bundles) { $1 }
    }
}

/// One document of an environment before it is signed. The bytes are rendered once and never again.
package struct RenderedDocument: Sendable {
    package let path: DocumentPath
    package let format: DocumentFormat
    package let contentType: String
    package let cacheControl: CacheControl
    package let body: [UInt8]
    /// What its readers know beside it.
    package let knowledge: ReaderKnowledge?
    package let origin: TextPosition?

    package init(
        path: DocumentPath, format: DocumentFormat, contentType: String, cacheControl: CacheControl, body: [UInt8],
        knowledge: ReaderKnowledge? = nil, origin: TextPosition?
    ) {
        (self.path, self.format, self.contentType) = (path, format, contentType)
        (self.cacheControl, self.body, self.knowledge, self.origin) = (cacheControl, body, knowledge, origin)
    }

    package var unsignedFields: [HeaderField] {
        [HeaderField(unchecked: HeaderField.contentType, value: contentType), cacheControl.field]
    }
}
