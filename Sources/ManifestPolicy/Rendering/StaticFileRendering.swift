import LocalFiles
import Diagnostics
import ManifestVerifier

/// Takes the static files of an environment as they are.
struct StaticFileRendering {
    let context: RenderingContext
    let files: any PolicyFiles

    /// One document a file, byte for byte.
    func documents() async -> [RenderedDocument] {
        var documents: [RenderedDocument] = []
        let budget = ByteBudget(Limits.treeBytes)
        for listed in context.environment.documents.files {
            do throws(Finding) {
                documents += try await self.documents(listed, of: budget)
            } catch {
                context.findings.all.add(error)
            }
        }
        return documents
    }

    private func documents(
        _ listed: StaticFilesPolicy, of budget: ByteBudget
    ) async throws(Finding) -> [RenderedDocument] {
        let place = PolicyPlace(file: context.findings.file, position: listed.position)
        guard listed.isFolder else {
            let body = try files.read(listed.source, limit: Limits.staticFileBytes, at: place)
            return [try Self.document(listed.target, body, of: budget, at: place)]
        }
        let found = try files.files(below: listed.source, matching: listed.pattern, at: place)
        guard listed.pattern == nil || !found.isEmpty else {
            throw place.refusal("\(listed.source)/", "holds no file that matches the pattern", .missingFile)
        }
        return try await found.concurrentMap { (file) throws(Finding) in
            let path = listed.target.isEmpty ? file.path : "\(listed.target)/\(file.path)"
            return try Self.document(path, file.read(Limits.staticFileBytes), of: budget, at: place)
        }
    }

    private static func document(
        _ path: String, _ body: [UInt8], of budget: ByteBudget, at place: PolicyPlace
    ) throws(Finding) -> RenderedDocument {
        guard budget.take(body.count) else {
            throw place.refusal(path, "brings the tree to more than \(Limits.treeBytes) bytes", .limit)
        }
        var outline: DocumentOutline?
        if MediaType.of(fileName: path) == MediaType.json {
            do throws(JSONError) {
                outline = try DocumentOutline(strict: body)
            } catch {
                throw place.refusal("\(path):\(error.position)", "is served as JSON but is none: \(error.message)")
            }
        }
        do throws(OtherMeaning) {
            try OtherMeaning.check(body, as: .file, outline: outline)
        } catch {
            throw place.refusal(path, error.message, .documentMeaning, hint: error.hint)
        }
        do throws(DocumentPath.Failure) {
            return RenderedDocument(
                path: try DocumentPath(authored: path), format: .file, contentType: MediaType.of(fileName: path),
                body: body,
                origin: place.position)
        } catch {
            throw place.refusal(path, error.message, .documentPath)
        }
    }
}
