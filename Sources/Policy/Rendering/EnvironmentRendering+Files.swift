import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import Synchronization
import WebBundles

extension EnvironmentRendering {
    func staticFiles() async -> [RenderedDocument] {
        var documents: [RenderedDocument] = []
        let budget = ByteBudget(Limits.treeBytes)
        for listed in environment.documents.files {
            do {
                documents += try await self.documents(listed, of: budget)
            } catch {
                findings.add(error)
            }
        }
        return documents
    }

    private func documents(_ listed: StaticFilesPolicy, of budget: ByteBudget) async throws -> [RenderedDocument] {
        let place = PolicyPlace(file: findings.file, position: listed.position)
        let cacheControl = environment.cacheControl
        guard listed.isFolder else {
            let body = try files.read(listed.source, limit: Limits.staticFileBytes, at: place)
            return [try Self.document(listed.path, body, cacheControl, of: budget, at: place)]
        }
        return try await files.files(below: listed.source, at: place).concurrentMap { file in
            let path = listed.path.isEmpty ? file.path : "\(listed.path)/\(file.path)"
            return try Self.document(
                path, file.read(Limits.staticFileBytes), cacheControl, of: budget, at: place)
        }
    }

    private static func document(
        _ path: String, _ body: [UInt8], _ cacheControl: CacheControlPolicy, of budget: ByteBudget,
        at place: PolicyPlace
    ) throws -> RenderedDocument {
        guard budget.take(body.count) else {
            throw place.refusal(path, "brings the tree to more than \(Limits.treeBytes) bytes", .limit)
        }
        do {
            let isJSON = MediaType.of(fileName: path) == MediaType.json
            try OtherMeaning.check(body, as: .file, outline: isJSON ? DocumentOutline(strict: body) : nil)
            let documentPath = try DocumentPath(authored: path)
            return RenderedDocument(
                path: documentPath, format: .file, contentType: MediaType.of(fileName: path),
                cacheControl: cacheControl.value(ofFile: documentPath, body), body: body, origin: place.position)
        } catch let error as JSONError {
            throw place.refusal("\(path):\(error.position)", "is not valid JSON: \(error.message)", hint: error.hint)
        } catch let error as OtherMeaning {
            throw place.refusal(path, error.message, .documentMeaning, hint: error.hint)
        } catch let error as DocumentPath.Failure {
            throw place.refusal(path, error.message, .documentPath)
        }
    }
}

/// A number of bytes that may still be read, counted while files are read concurrently: a limit that is only checked
/// afterwards limits nothing.
package final class ByteBudget: Sendable {
    private let left: Mutex<Int>

    package init(_ limit: Int) { left = Mutex(limit) }

    /// Takes `count` bytes; false, now and for every later call, when fewer are left.
    package func take(_ count: Int) -> Bool {
        left.withLock { left in
            left -= count
            return left >= 0
        }
    }
}
