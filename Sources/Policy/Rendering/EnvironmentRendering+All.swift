import Diagnostics
import ManifestVerifier
import PublicationTree

extension EnvironmentRendering {
    func render() async -> RenderedEnvironment {
        let before = findings.all.errorsReported
        var documents: [RenderedDocument] = []
        var unusable: Set<DocumentPath> = []
        let kinds: [() async -> [RenderedDocument]] = [
            availabilities, appConfigs, environmentConfigs, remoteConfigs, gates, staticFiles,
        ]
        for render in kinds {
            let errors = findings.all.errorsReported
            let rendered = await render()
            if findings.all.errorsReported > errors { unusable.formUnion(rendered.map(\.path)) }
            documents += rendered
        }
        documents.sort { $0.path < $1.path }
        let bundles = BundleOffering(self)
        let population = findings.attempt { try PolicyPopulation(of: environment, in: findings.file, files) } ?? nil
        let isComplete = findings.all.errorsReported == before
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
        checkPlaces(of: documents)
        refuseOthersPlaces(documents.map { ($0.path, $0.origin) } + (bundles?.paths ?? []).map { ($0, nil) })
        return RenderedEnvironment(
            self, documents: documents, bundles: bundles, population: population, unusable: unusable,
            isComplete: isComplete)
    }

    /// Refuses what `publish` could not send: to a bucket keys that are too long; to a folder what static hosts obey. Warns of
    /// what they may obey.
    private func checkPlaces(of documents: [RenderedDocument]) {
        let target = environment.publishTo?.value.bucket
        let own = findings.of(environment.name)
        for document in documents {
            if let target, !target.fits(document.path) {
                findings.add(
                    .documentPath,
                    "\"\(document.path)\" is longer than the \(Limits.pathBytes) bytes of a key in S3, below \(target)",
                    at: document.origin, hint: "publish to a shorter prefix, or give the document a shorter path")
            }
            if target == nil, document.path.isObeyedByHosts {
                findings.add(
                    .documentPath, "\"\(document.path)\" is a file that static hosts obey and do not serve",
                    at: document.origin,
                    hint: "give the document another path, or name the bucket that it is for in \"publishTo\"")
            }
            if target == nil, document.path.mayBeObeyedByHosts {
                own.add(
                    .hostFile, "\"\(document.path)\" is a file that static hosts may obey as well as serve",
                    at: document.origin, about: ChangeIdentity(at: "files", quoting: document.path.rawValue),
                    hint: "give it another path, or name the bucket that it is for in \"publishTo\"")
            }
        }
    }

    /// Refuses what would lie where another environment is published, and replace or remove what is there.
    private func refuseOthersPlaces(_ paths: [(path: DocumentPath, origin: TextPosition?)]) {
        guard let own = environment.publishTo?.value.description else { return }
        for other in source.environments where other.name != environment.name {
            guard let place = other.publishTo?.value.description,
                place.asciiLowercased.hasPrefix("\(own)/".asciiLowercased)
            else { continue }
            let folder = "\(place.dropFirst(own.count + 1))/".asciiLowercased
            for (path, origin) in paths {
                let name = "\(path)/".asciiLowercased
                guard name.hasPrefix(folder) || folder.hasPrefix(name) else { continue }
                findings.add(
                    .documentPath,
                    "\"\(path)\" would lie in \(place), where environment \"\(other.name)\" is published",
                    at: origin ?? environment.publishTo?.position,
                    hint: "give the document another path, or one of the environments a place of its own")
            }
        }
    }

    /// Refuses paths that are equal or differ only by case, and a file where another path needs a folder.
    private func refuseCollisions(among documents: [RenderedDocument]) {
        var taken: [String: DocumentPath] = [:]
        for document in documents {
            if let other = taken.updateValue(document.path, forKey: document.path.rawValue.asciiLowercased) {
                findings.add(
                    .documentPath,
                    other == document.path
                        ? "two documents have the path \"\(other)\""
                        : "\"\(other)\" and \"\(document.path)\" differ only by case",
                    at: document.origin,
                    hint: other == document.path
                        ? "of a document that each platform has, the path needs {platform}: gate/{platform}.json" : nil)
            }
        }
        var folders: Set<String> = []
        var previous: Substring?
        for document in documents {
            let around = document.path.folders
            // Paths in order are mostly in the same folder.
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
