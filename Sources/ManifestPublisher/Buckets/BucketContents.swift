import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import Programs
import PublicationTree

/// What the bucket holds now of this publication and of the one before.
package struct BucketContents: Sendable {
    /// What is live of the local tree and of what the index lists, if that is trusted.
    package let live: LiveTree
    /// The objects by their paths; none of a bucket that has the local tree.
    let objects: [String: LiveObject]
    /// Whether the index is the local one, and all that it lists is there with its size.
    package private(set) var isLocal = false
    /// What the index says, if it is trusted.
    var publication: Publication? { live.publication }

    /// The paths of documents that no index lists, and that keys of the environment signed.
    var strays: Set<DocumentPath> = []

    /// Reads a list and the index. If that is the local one, nothing else is asked for: it was sent after all that it lists.
    /// If somebody has changed an object since, for example its headers, only a read of every object shows it.
    ///
    /// Else reads the objects of the local tree and of the live one that exist, and what is beside a signature: what is there
    /// decides, and not what an index says.
    ///
    /// Of most objects only the headers are asked for; a body is fetched when S3 does not say that it is the local one. An
    /// archive is never fetched.
    static func read(
        _ bucket: S3Bucket, for local: BucketTree, keys: TrustedKeys, below parent: String, isWhole: Bool,
        progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws -> BucketContents {
        let temporary = try PrivateFolder(below: parent)
        let fetched = temporary.folder
        let environment = local.publication.environment
        let index = DocumentPath.publication.file
        let reader = BucketReader(bucket: bucket, folder: fetched)
        // A first publication asks for a few pages of names instead of every object that is not there.
        let sizes = try await bucket.list(expecting: local.objects.count)
        var objects =
            sizes.map { $0[index] == nil } ?? false ? [:] : try await reader.fetch([index], progress: { _ in })
        let verified = objects[index]?.body.map { VerifiedIndex.result(of: $0, keys: keys, environment: environment) }
        let publication = (try? verified?.get())?.publication
        let paths = PublishedPaths(
            publication, wanted: local.publication.formats, beside: (sizes ?? [:]).keys)
        if !isWhole, let sizes, objects[index]?.body == local.tree.index.file, paths.strays.isEmpty,
            try await local.objects.concurrentMap({ object throws(FileError) in
                try local.isListed(object, sizes[object.path])
            }).allSatisfy(\.self)
        {
            try temporary.remove()
            return BucketContents(
                live: LiveTree(of: local.tree, keys: keys, clock: await bucket.clock), objects: [:], isLocal: true)
        }

        var expected = publication?.objects ?? [:]
        for path in paths.strays {
            // What is larger than a client reads tells devices nothing, and is not fetched.
            let objects = path.objects.filter {
                sizes?[$0.key]?.byteCount ?? 0 <= JWS.byteLimit(ofBody: Limits.manifestBytes)
            }
            expected.merge(objects) { first, _ in first }
        }
        for object in local.objects where object.turn < .index {
            expected[object.path] = .init(sha256: object.sha256, isFetched: !object.isArchive)
        }
        for path in objects.keys { expected[path] = nil }
        objects.merge(try await reader.read(expected, among: sizes, progress: progress)) { _, new in new }

        let archives = Set(paths.formats.filter { $0.value == .webBundle }.keys.map(\.rawValue))
        let verifier = SignatureVerifier(keys: keys, environment: environment, profile: nil)
        let jwsByPath = try await paths.formats.keys.filter { objects[$0.jwsSidecar]?.document != nil }.concurrentMap {
            (path) throws(FileError) -> (String, LiveJWS)? in
            let file = try fetched.read(
                BucketReader.fileName(of: path.jwsSidecar), limit: BucketReader.byteLimit(of: path.jwsSidecar))
            return (try? LiveJWS(file, of: path, by: verifier)).map { (path.rawValue, $0) }
        }
        let proofs = BodyProofs(keys: keys, environment: environment, index: try? verified?.get())
        let files = (publication?.documents ?? []).filter { $0.format == .file }.compactMap { document in
            objects[document.path.rawValue]?.sha256.flatMap(ListedDigest.init(bytes:))
                .map { (document.path.rawValue, $0) }
        }
        let proven = ProvenTree(
            environment: environment, index: verified,
            bodies: try await bodies(at: paths.proven, of: objects, local, in: fetched, by: proofs), at: paths,
            files: Dictionary(files) { first, _ in first })
        let live = LiveTree(
            proven: proven, documents: objects.filter { $0.key != index }.compactMapValues(\.document),
            jwsByPath: Dictionary(jwsByPath.compactMap(\.self)) { first, _ in first },
            archives: objects.filter { archives.contains($0.key) }
                .mapValues { LiveArchive(byteCount: $0.object.byteCount, sha256: $0.sha256) },
            clock: await bucket.clock)
        try temporary.remove()
        return BucketContents(
            live: live, objects: objects, strays: paths.strays.filter { proven.bodies[$0.rawValue] != nil })
    }

    /// The bodies that are proven at each path where something is.
    private static func bodies(
        at paths: [DocumentPath], of objects: [String: LiveObject], _ local: BucketTree, in fetched: Folder,
        by proofs: BodyProofs
    ) async throws -> [String: [FoundBody]] {
        let localObjects = local.objectsByPath
        // What is the local object was not fetched, and is taken from there.
        @Sendable func bytes(_ path: String) throws(FileError) -> [UInt8]? {
            guard let found = objects[path] else { return nil }
            if let body = found.body { return body }
            if found.document != nil {
                return try fetched.read(BucketReader.fileName(of: path), limit: BucketReader.byteLimit(of: path))
            }
            guard let object = localObjects[path], object.sha256 == found.sha256 else { return nil }
            return try local.body(of: object)
        }
        let found = try await paths.filter { objects[$0.rawValue] != nil || objects[$0.jwsSidecar] != nil }
            .concurrentMap { (path) throws(FileError) in
                let fields = objects[path.rawValue]?.object.fields ?? []
                return (
                    path.rawValue,
                    proofs.bodies(
                        at: path, try bytes(path.rawValue).map { ($0, fields) },
                        sidecar: try bytes(path.signatureSidecar), jws: try bytes(path.jwsSidecar))
                )
            }
        return Dictionary(uniqueKeysWithValues: found)
    }
}

extension DocumentPath {
    /// The objects that a document has, whatever its envelopes.
    var objects: [String: BucketReader.Expectation] {
        [rawValue: .init(), signatureSidecar: .init(), jwsSidecar: .init()]
    }
}

extension Publication {
    /// The objects of a tree that is live, the index apart, and what is expected of each.
    fileprivate var objects: [String: BucketReader.Expectation] {
        var expected: [String: BucketReader.Expectation] = [:]
        for document in documents {
            expected[document.path.rawValue] = .init(isFetched: document.format != .webBundle)
            expected[document.path.signatureSidecar] = .init()
            if document.jws != nil { expected[document.path.jwsSidecar] = .init() }
        }
        return expected
    }
}

struct BucketReader: Sendable {
    struct Expectation {
        /// The SHA-256 of the local body; nil when there is none.
        var sha256: [UInt8]?
        /// Whether it is fetched when S3 does not say that it is the local one.
        var isFetched = true
    }

    let bucket: S3Bucket
    /// Where bodies go, under generated names, since paths of two trees can exclude each other.
    let folder: Folder

    /// The objects that exist at some paths.
    ///
    /// - Parameter sizes: a list of the bucket; nil where it is not known what is there.
    func read(
        _ expected: [String: Expectation], among sizes: [String: S3Bucket.Listed]?,
        progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws -> [String: LiveObject] {
        let asked = expected.keys.filter { path in sizes.map { $0[path] != nil } ?? true }.sorted()
        let heads = try await bucket.heads(asked) { progress($0, asked.count) }
        var objects: [String: LiveObject] = [:]
        var unknown: [String] = []
        for case (let path, let head?) in zip(asked, heads) {
            let expectation = expected[path] ?? Expectation()
            if !expectation.isFetched || (head.sha256 != nil && head.sha256 == expectation.sha256) {
                objects[path] = LiveObject(object: head)
            } else {
                unknown.append(path)
            }
        }
        let total = unknown.count
        objects.merge(try await fetch(unknown) { progress($0, total) }) { _, new in new }
        return objects
    }

    /// The objects that exist at some paths, with their bodies.
    func fetch(
        _ paths: [String], progress: @escaping @Sendable (Int) -> Void
    ) async throws -> [String: LiveObject] {
        let found = try await bucket.get(
            paths.map { path in
                let destination = Curl.Transfer.Destination(
                    folder: folder, name: Self.fileName(of: path), byteLimit: Self.byteLimit(of: path))
                return (path, destination)
            }, progress: progress)
        let pairs = zip(paths, found).map { ($0, $1) }
        let objects = try await pairs.concurrentMap { path, object throws(FileError) -> LiveObject? in
            guard let object else { return nil }
            // curl makes no file for an empty body.
            guard folder.kind(of: Self.fileName(of: path)) != nil else {
                try folder.write(Self.fileName(of: path), [])
                return LiveObject(object: object, body: [], document: LiveDocument(body: [], fields: object.fields))
            }
            let file = try folder.file(Self.fileName(of: path))
            // A `.jws` is read again when it is verified.
            let isSmall =
                file.size <= Limits.sidecarBytes && !path.hasSuffix(DocumentPath.jwsSuffix)
                || path == DocumentPath.publication.file
            guard isSmall else {
                return LiveObject(object: object, document: try LiveDocument(file: file, fields: object.fields))
            }
            let body = try file.bytes(limit: Self.byteLimit(of: path))
            return LiveObject(object: object, body: body, document: LiveDocument(body: body, fields: object.fields))
        }
        var byPath: [String: LiveObject] = [:]
        for case (let path, let object?) in zip(paths, objects) { byPath[path] = object }
        return byPath
    }

    /// The most bytes of an object that are fetched.
    static func byteLimit(of path: String) -> Int {
        path.hasSuffix(DocumentPath.jwsSuffix)
            ? JWS.byteLimit(ofBody: Limits.publicationBytes) : Limits.publicationBytes
    }

    static func fileName(of path: String) -> String { SHA256.hash(Array(path.utf8)).hexadecimal }
}
