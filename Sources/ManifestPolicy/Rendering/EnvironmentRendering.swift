import Diagnostics
import ManifestVerifier

/// What an environment's policy gives.
package struct RenderedEnvironment: Sendable {
    package let policy: EnvironmentPolicy
    /// The documents, ordered by path, with paths that cannot collide anywhere.
    package let documents: [RenderedDocument]
    /// Which document uses which text.
    let uses: [TextUse]
    /// The web bundles; nil when the environment has none. What is said of them holds signatures over their archives, so
    /// that their documents are rendered when those are known.
    package let bundles: BundleOffering?
}

/// Renders all documents of an environment; what cannot be rendered is a finding.
struct EnvironmentRendering {
    let policy: Policy
    let catalog: StringCatalog?
    let files: any PolicyFiles
    /// The policy.
    let findings: FileFindings

    func render(_ environment: EnvironmentPolicy) async -> RenderedEnvironment {
        let uses = TextUses()
        let context = RenderingContext(findings: findings, catalog: catalog, environment: environment, uses: uses)
        var documents = AvailabilityRendering(context: context).documents()
        documents += AppConfigRendering(context: context).documents()
        documents += EnvironmentConfigRendering(
            context: context, environments: policy.environments, files: files
        ).documents()
        documents += RemoteConfigRendering(context: context).documents()
        documents += await StaticFileRendering(context: context, files: files).documents()
        documents.sort { $0.path < $1.path }
        let bundles = BundleOffering(context: context, files: files)
        if documents.isEmpty, bundles == nil, !findings.all.haveErrors {
            findings.add(
                .missingMember, "environment \"\(environment.name)\" has no documents", at: environment.position)
        }
        if documents.count > Limits.treeDocuments {
            findings.add(
                .limit, "environment \"\(environment.name)\" has more than \(Limits.treeDocuments) documents",
                at: environment.position)
        }
        refuseCollisions(among: documents)
        return RenderedEnvironment(policy: environment, documents: documents, uses: uses.all, bundles: bundles)
    }

    /// Paths that are equal, or equal but for case, or a file where another path needs a folder.
    private func refuseCollisions(among documents: [RenderedDocument]) {
        var taken: [String: DocumentPath] = [:]
        for document in documents {
            if let other = taken.updateValue(document.path, forKey: document.path.rawValue.asciiLowercased) {
                findings.add(
                    .documentPath,
                    other == document.path
                        ? "two documents have the path \"\(other)\""
                        : "\"\(other)\" and \"\(document.path)\" differ only by case",
                    at: document.origin)
            }
        }
        var folders: Set<String> = []
        var previous: Substring?
        for document in documents {
            let around = document.path.folders
            // Neighbours in the order of paths mostly stand in one folder.
            if around.last == previous { continue }
            previous = around.last
            for folder in around {
                let name = String(folder).asciiLowercased
                folders.insert(name)
                if let file = taken[name] {
                    findings.add(
                        .documentPath, "\"\(file)\" is a document and, for \"\(document.path)\", a folder",
                        at: document.origin)
                }
            }
        }
        if folders.count >= Limits.treeFolders {
            findings.add(
                .limit, "the documents need more than \(Limits.treeFolders) folders", at: documents.first?.origin)
        }
    }
}
