import ManifestFormat

/// Renders all documents of one environment.
package struct EnvironmentRendering {
    private let policy: Policy
    private let catalog: StringCatalog?
    private let files: any PolicyFiles

    /// Reads the catalog that the policy names.
    package init(policy: Policy, files: any PolicyFiles) throws(PolicyError) {
        self.policy = policy
        self.files = files
        guard let descriptions = policy.descriptions else {
            catalog = nil
            return
        }
        let place = PolicyPlace(file: policy.file, position: descriptions.position)
        let bytes = try files.read(descriptions.value, limit: Limits.catalogBytes, at: place)
        do throws(CatalogError) {
            catalog = try StringCatalog(parsing: bytes, file: descriptions.value.description)
        } catch {
            throw .catalog(error)
        }
    }

    /// The documents of an environment, ordered by path, with paths that cannot collide anywhere.
    package func documents(of environment: EnvironmentPolicy) async throws(PolicyError) -> [RenderedDocument] {
        let texts = PolicyTexts(file: policy.file, catalog: catalog)
        var documents = try AvailabilityRendering(environment: environment, texts: texts).documents()
        documents += try AppConfigRendering(environment: environment, texts: texts).documents()
        documents += try EnvironmentConfigRendering(
            environment: environment, environments: policy.environments, files: files, texts: texts
        ).documents()
        documents += try RemoteConfigRendering(environment: environment, texts: texts).documents()
        documents += try await StaticFileRendering(environment: environment, files: files, file: policy.file)
            .documents()
        documents.sort { $0.path < $1.path }
        guard !documents.isEmpty else {
            throw texts.error("environment \"\(environment.name)\" has no documents", at: environment.position)
        }
        guard documents.count <= Limits.treeDocuments else {
            throw texts.error(
                "environment \"\(environment.name)\" has more than \(Limits.treeDocuments) documents",
                at: environment.position)
        }
        try refuseCollisions(among: documents)
        return documents
    }

    /// Paths that are equal, or equal but for case, or a file where another path needs a folder.
    private func refuseCollisions(among documents: [RenderedDocument]) throws(PolicyError) {
        var taken: [String: DocumentPath] = [:]
        for document in documents {
            if let other = taken.updateValue(document.path, forKey: document.path.rawValue.asciiLowercased) {
                throw .unacceptable(
                    file: policy.file, document.origin,
                    other == document.path
                        ? "two documents have the path \"\(other)\""
                        : "\"\(other)\" and \"\(document.path)\" differ only by case")
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
                    throw .unacceptable(
                        file: policy.file, document.origin,
                        "\"\(file)\" is a document and, for \"\(document.path)\", a folder")
                }
            }
        }
        guard folders.count < Limits.treeFolders else {
            throw .unacceptable(
                file: policy.file, documents.first?.origin, "the documents need more than \(Limits.treeFolders) folders"
            )
        }
    }
}
