import ManifestCrypto
import ManifestFormat
import ManifestVerifier
import PublicationTree

/// What is in the bucket now, of this publication and of the one before.
package struct LiveTree: Sendable {
    /// The index, when a key of the environment signed it.
    package let publication: Publication?
    /// The files that were fetched, to be read only while this value lives.
    package let tree: TreeFolder
    /// The objects by their paths.
    let objects: [String: LiveObject]
    private let temporary: PrivateFolder

    /// Whether there is an index, believed or not.
    package var isSomethingThere: Bool { objects[DocumentPath.publication.rawValue] != nil }

    /// Reads all objects of the local tree and of the live one, as far as they are there.
    ///
    /// - Parameters:
    ///   - parent: where temporary folders are.
    ///   - progress: told how many objects were looked at of how many.
    static func read(
        _ bucket: Bucket, for local: BucketTree, keys: TrustedKeys, below parent: String,
        progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws(PublishError) -> LiveTree {
        let temporary: PrivateFolder
        do throws(FileError) { temporary = try PrivateFolder(below: parent) } catch { throw .file(error) }
        var reader = Reader(bucket: bucket, folders: ["": temporary.folder])
        let index = local.objects.filter { $0.turn == .index || $0.turn == .indexSignature }
        var objects = try await reader.read(
            Dictionary(uniqueKeysWithValues: index.map { ($0.path, $0.body.count) }), progress: { _, _ in })
        let path = DocumentPath.publication
        var publication: Publication?
        if let body = objects[path.rawValue]?.body, let sidecar = objects[path.signatureSidecar]?.body {
            publication = try? PublishedIndex(
                body: body, sidecar: sidecar, keys: keys, environment: local.publication.environment
            ).publication
        }
        var sizes: [String: Int] = [:]
        for document in publication?.documents ?? [] {
            sizes[document.path.rawValue] = document.byteCount
            sizes[document.path.signatureSidecar] = 0
        }
        for object in local.objects { sizes[object.path] = object.body.count }
        for object in index { sizes[object.path] = nil }
        objects.merge(try await reader.read(sizes, progress: progress)) { _, new in new }
        do throws(FileError) {
            return LiveTree(
                publication: publication, tree: try TreeFolder(temporary.folder), objects: objects,
                temporary: temporary)
        } catch {
            throw .file(error)
        }
    }

    /// Fetches objects into the folders of a tree.
    private struct Reader {
        let bucket: Bucket
        var folders: [String: Folder]

        mutating func read(
            _ sizes: [String: Int], progress: @escaping @Sendable (Int, Int) -> Void
        ) async throws(PublishError) -> [String: LiveObject] {
            do throws(FileError) {
                try makeFolders(for: Array(sizes.keys))
            } catch {
                throw .file(error)
            }
            let places = sizes.sorted { $0.key < $1.key }.compactMap { path, size in
                let (parent, name) = path.folderAndName
                return folders[parent].map { (path: path, size: size, folder: $0, name: name) }
            }
            let counter = ProgressCounter(total: places.count, report: progress)
            let bucket = bucket
            let found = try await places.inParallel(Bucket.requestsAtOnce) { (place) throws(PublishError) in
                defer { counter.step() }
                do throws(S3Error) {
                    return try await bucket.object(place.path, size: place.size, into: place.folder, place.name)
                } catch {
                    throw .aws("\(bucket.address)\(place.path)", error)
                }
            }
            var objects: [String: LiveObject] = [:]
            for (place, object) in zip(places, found) { objects[place.path] = object }
            return objects
        }

        private mutating func makeFolders(for paths: [String]) throws(FileError) {
            for path in paths.sorted() {
                let segments = path.split(separator: "/").dropLast()
                for count in segments.indices.map({ $0 + 1 }) {
                    let folder = segments.prefix(count).joined(separator: "/")
                    guard folders[folder] == nil else { continue }
                    let (parent, name) = folder.folderAndName
                    folders[folder] = try folders[parent]?.folder(creating: name)
                }
            }
        }
    }
}

extension Bucket {
    /// How many `aws` run at once; each is a process of its own.
    static let requestsAtOnce = 8
}
