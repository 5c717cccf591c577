import LocalFiles
import ManifestFormat
import ManifestVerifier
import PublicationTree

/// What is in the bucket now, of this publication and of the one before.
package struct LiveTree: Sendable {
    /// What the index says, or why it is not believed; nil when there is none.
    package let index: Result<Publication, TreeDownloadError.IndexFailure>?
    /// The documents with their signatures, to be read only while this value lives: those of the index that is believed,
    /// else those of the local tree.
    package let tree: TreeFolder
    /// The objects by their paths.
    let objects: [String: LiveObject]
    private let temporary: PrivateFolder

    /// What the index says, if it is believed.
    var publication: Publication? { try? index?.get() }

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
        let (fetched, documents): (Folder, Folder)
        do throws(FileError) {
            temporary = try PrivateFolder(below: parent)
            fetched = try temporary.folder.folder(creating: "fetched")
            documents = try temporary.folder.folder(creating: "documents")
        } catch {
            throw .file(error)
        }
        let path = DocumentPath.publication
        var objects = try await bucket.objects(
            [path.rawValue: 0, path.signatureSidecar: 0], into: fetched, progress: { _, _ in })
        let index = index(objects, keys: keys, environment: local.publication.environment)
        let listed = (try? index?.get())?.documents ?? []
        var sizes: [String: Int] = [:]
        for document in listed {
            sizes[document.path.rawValue] = document.byteCount
            sizes[document.path.signatureSidecar] = 0
        }
        for object in local.objects where object.turn < .indexSignature { sizes[object.path] = object.body.byteCount }
        objects.merge(try await bucket.objects(sizes, into: fetched, progress: progress)) { _, new in new }
        let paths = listed.isEmpty ? local.publication.documents.map(\.path) : listed.map(\.path)
        do throws(FileError) {
            try write(objects, at: paths, to: documents)
            return LiveTree(
                index: index, tree: try TreeFolder(documents), objects: objects, temporary: temporary)
        } catch {
            throw .file(error)
        }
    }

    /// What the live index says.
    private static func index(
        _ objects: [String: LiveObject], keys: TrustedKeys, environment: EnvironmentName
    ) -> Result<Publication, TreeDownloadError.IndexFailure>? {
        let path = DocumentPath.publication
        guard let found = objects[path.rawValue], let body = found.body else { return nil }
        do throws(TreeDownloadError.IndexFailure) {
            return .success(
                try PublishedIndex(
                    body: body, sidecar: objects[path.signatureSidecar]?.body ?? [], headers: found.fields, keys: keys,
                    environment: environment
                ).publication)
        } catch {
            return .failure(error)
        }
    }

    /// Lays the documents out as a tree, for the comparison with what is to be published.
    private static func write(
        _ objects: [String: LiveObject], at paths: [DocumentPath], to folder: Folder
    ) throws(FileError) {
        var folders = ["": folder]
        for path in Set(paths.flatMap { $0.folders.map(String.init) }).sorted() {
            let (parent, name) = path.folderAndName
            folders[path] = try folders[parent]?.folder(creating: name)
        }
        for path in paths.flatMap({ [$0.rawValue, $0.signatureSidecar] }) {
            let (parent, name) = path.folderAndName
            guard let body = objects[path]?.body else { continue }
            try folders[parent]?.write(name, body)
        }
    }
}

extension Bucket {
    /// The objects at some paths, with the sizes that are expected of them.
    ///
    /// - Parameter folder: where the bodies go, under names of ours: paths of two trees need not fit together.
    func objects(
        _ sizes: [String: Int], into folder: Folder, progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws(PublishError) -> [String: LiveObject] {
        let places = sizes.sorted { $0.key < $1.key }
        let counter = ProgressCounter(total: places.count, report: progress)
        let found = try await places.inParallel(Self.requestsAtOnce) { (place) throws(PublishError) in
            defer { counter.step() }
            do throws(S3Error) {
                return try await object(place.key, size: place.value, into: folder)
            } catch {
                throw .aws("\(address)\(place.key)", error)
            }
        }
        var objects: [String: LiveObject] = [:]
        for (place, object) in zip(places, found) { objects[place.key] = object }
        return objects
    }

    /// How many `aws` run at once; each is a process of its own.
    static let requestsAtOnce = 8
}
