import Diagnostics
import ExternalPrograms
import LocalFiles
import ManifestVerifier
import PublicationTree

/// What the bucket holds now of this publication and of the one before.
package struct BucketContents: Sendable {
    /// The documents: those of the live index if it is trusted, else those of the local tree.
    package let live: LiveTree
    /// The objects by their paths.
    let objects: [String: LiveObject]

    /// What the index says, if it is trusted.
    var publication: Publication? { live.publication }

    /// Reads the objects of the local tree and of the live one that exist; of archives only the headers.
    ///
    /// - Parameters:
    ///   - parent: where temporary folders are.
    ///   - progress: receives the number of finished objects and the total.
    static func read(
        _ bucket: Bucket, for local: BucketTree, keys: TrustedKeys, below parent: String,
        progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws -> BucketContents {
        let temporary = try PrivateFolder(below: parent)
        let fetched = try temporary.folder.folder(creating: "fetched")
        let documents = try temporary.folder.folder(creating: "documents")
        let path = DocumentPath.publication
        var objects = try await bucket.objects(
            [path.rawValue: .small, path.signatureSidecar: .small], into: fetched, progress: { _, _ in })
        let index = index(objects, keys: keys, environment: local.publication.environment)
        let listed = (try? index?.get())?.documents ?? []
        var expected: [String: Bucket.Expectation] = [:]
        for document in listed {
            expected[document.path.rawValue] = Bucket.Expectation(
                byteCount: document.byteCount, sha256: nil, isArchive: document.format == .webBundle)
            expected[document.path.signatureSidecar] = .small
        }
        for object in local.objects where object.turn < .indexSignature {
            expected[object.path] = Bucket.Expectation(
                byteCount: object.byteCount, sha256: object.sha256, isArchive: object.isArchive)
        }
        objects.merge(try await bucket.objects(expected, into: fetched, progress: progress)) { _, new in new }
        let paths = listed.isEmpty ? local.publication.documents.map(\.path) : listed.map(\.path)
        try documents.write(paths) { objects[$0]?.body }
        let live = LiveTree(
            index: index, tree: try TreeFolder(documents), documents: objects.compactMapValues(\.document),
            archives: objects.filter { expected[$0.key]?.isArchive == true }
                .mapValues { LiveArchive(byteCount: $0.byteCount, sha256: $0.sha256) },
            temporary: temporary)
        return BucketContents(live: live, objects: objects)
    }

    /// What the live index says.
    private static func index(
        _ objects: [String: LiveObject], keys: TrustedKeys, environment: EnvironmentName
    ) -> Result<Publication, VerifiedIndex.Failure>? {
        let path = DocumentPath.publication
        guard let found = objects[path.rawValue], let body = found.body else { return nil }
        do throws(VerifiedIndex.Failure) {
            return .success(
                try VerifiedIndex(
                    body: body, sidecar: objects[path.signatureSidecar]?.body ?? [], headers: found.fields, keys: keys,
                    environment: environment
                ).publication)
        } catch {
            return .failure(error)
        }
    }
}

extension Bucket {
    /// The objects that exist at some paths.
    ///
    /// - Parameters:
    ///   - expected: what is expected at each path.
    ///   - folder: where the bodies go, under generated names, since paths of two trees can exclude each other.
    func objects(
        _ expected: [String: Expectation], into folder: Folder, progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws -> [String: LiveObject] {
        let places = expected.sorted { $0.key < $1.key }
        let counter = ProgressCounter(total: places.count, report: progress)
        let found = try await places.inParallel(Self.requestsAtOnce) { (place) in
            defer { counter.step() }
            do throws(AWSError) {
                return try await object(place.key, expecting: place.value, into: folder)
            } catch {
                throw error.report(at: "\(address)\(place.key)")
            }
        }
        var objects: [String: LiveObject] = [:]
        for (place, object) in zip(places, found) { objects[place.key] = object }
        return objects
    }

    /// How many `aws` processes run at once.
    static let requestsAtOnce = 8
}
