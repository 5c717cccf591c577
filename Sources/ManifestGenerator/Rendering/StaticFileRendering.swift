import ManifestFormat
import PublicationTree

/// Takes the static files of an environment as they are.
struct StaticFileRendering {
    let environment: EnvironmentPolicy
    let files: any PolicyFiles
    /// The policy's file name.
    let file: String

    /// One document a file, byte for byte.
    func documents() async throws(PolicyError) -> [RenderedDocument] {
        var documents: [RenderedDocument] = []
        let budget = ByteBudget(Limits.treeBytes)
        for listed in environment.documents.files {
            let place = PolicyPlace(file: file, position: listed.position)
            if listed.isFolder {
                let found = try files.files(below: listed.source, at: place)
                documents += try await found.concurrentMap { (file) throws(PolicyError) in
                    let path = listed.target.isEmpty ? file.path : "\(listed.target)/\(file.path)"
                    return try document(path, file.read(Limits.staticFileBytes), of: budget, at: place)
                }
            } else {
                let body = try files.read(listed.source, limit: Limits.staticFileBytes, at: place)
                documents.append(try document(listed.target, body, of: budget, at: place))
            }
        }
        return documents
    }

    private func document(
        _ path: String, _ body: [UInt8], of budget: ByteBudget, at place: PolicyPlace
    ) throws(PolicyError) -> RenderedDocument {
        guard budget.take(body.count) else {
            throw place.refusal(path, "brings the tree to more than \(Limits.treeBytes) bytes")
        }
        if ContentType.of(fileName: path) == ContentType.json {
            do throws(JSONError) {
                _ = try JSONParser.parse(body)
            } catch {
                throw place.refusal(
                    "\(path):\(error.position)", "is served as JSON but is none: \(error.message)")
            }
        }
        do throws(DocumentPath.Failure) {
            return RenderedDocument(
                path: try DocumentPath(path), format: .file, contentType: ContentType.of(fileName: path), body: body,
                origin: place.position)
        } catch {
            throw place.refusal(path, error.message)
        }
    }
}
