import Diagnostics
import LocalFiles
import ManifestVerifier
import Programs

/// Publishes a verified tree to S3: only what differs, each body together with its headers, the index last.
package struct BucketPublishing: Sendable {
    package enum Event: Sendable {
        /// The activity, how much of it is done, the total, and the bytes that were sent.
        case progress(String, Int, of: Int, bytes: Int)
        /// A limitation of the service that the team should know.
        case note(String)
    }

    /// The paths of the objects that were changed so far.
    package private(set) var changed: [String] = []
    private let bucket: S3Bucket
    private let local: BucketTree
    private let keys: TrustedKeys
    private let parent: String
    private let events: @Sendable (Event) -> Void

    package init(
        _ local: BucketTree, to bucket: S3Bucket, keys: TrustedKeys, variables: [String: String],
        events: @escaping @Sendable (Event) -> Void
    ) {
        self.bucket = bucket
        self.local = local
        self.keys = keys
        parent = PrivateFolder.parent(variables)
        self.events = events
    }

    /// - Parameter isWhole: whether every object is asked for, also where the index says that all of them were sent.
    package func readLive(isWhole: Bool) async throws -> BucketContents {
        for object in local.objects where bucket.address.key(of: object.path).utf8.count > Limits.pathBytes {
            throw ErrorReport(
                .refused,
                "\(bucket.address)\(object.path): is longer than the \(Limits.pathBytes) bytes of a key in S3",
                hint: "publish to a shorter prefix")
        }
        return try await BucketContents.read(bucket, for: local, keys: keys, below: parent, isWhole: isWhole) {
            events(.progress("comparing", $0, of: $1, bytes: 0))
        }
    }

    /// Carries out a plan; whatever fails, the index is sent only after everything that it lists.
    ///
    /// - Parameter live: what the plan was made from.
    package mutating func run(_ plan: BucketPlan, from live: BucketContents) async throws {
        var sending = Sending(total: plan.steps.count)
        for turn in [BucketObject.Turn.sidecar, .staticFile, .document] {
            try await send(plan.steps.map(\.object).filter { $0.turn == turn }, &sending)
        }
        let index = plan.steps.map(\.object).filter { $0.turn == .index }
        guard !index.isEmpty || !plan.removed.isEmpty else { return }
        try await checkUnchanged(since: live)
        // The former index still lists them, so that a run which ends here is finished by the next.
        try await remove(plan.removed)
        for object in index { try await replace(object, live.objects[object.path]?.object, &sending) }
    }

    private mutating func remove(_ paths: [String]) async throws {
        for (path, result) in zip(paths, try await bucket.delete(paths)) {
            switch result {
            case .success: changed.append(path)
            case .failure(let error): throw error.report.at("\(bucket.address)\(path)")
            }
        }
    }

    /// Fails when the index is no longer the one that the plan was made from. Not every service heeds a condition.
    private func checkUnchanged(since live: BucketContents) async throws {
        let path = DocumentPath.publication.file
        let found = try await bucket.heads([path])[0]
        guard found?.etag == live.objects[path]?.object.etag, (found == nil) == (live.objects[path] == nil) else {
            throw changedMeanwhile(path)
        }
    }

    private func changedMeanwhile(_ path: String) -> ErrorReport {
        ErrorReport(
            .refused, "\(bucket.address)\(path): was changed while this run was sending; the index was not sent",
            hint: "let one job publish at a time, then run it again")
    }

    private struct Sending {
        let total: Int
        var count = 0
        var bytes = 0
    }

    /// Sends objects of which the order among themselves does not matter.
    private mutating func send(_ objects: [BucketObject], _ sending: inout Sending) async throws {
        for object in objects where object.isArchive { try local.checkArchive(object) }
        let before = sending
        let sizes = objects.map(\.byteCount)
        let results: [Result<Bool, AWSError>]
        do {
            results = try await bucket.put(objects.map { try upload($0) }) { [events] done in
                let bytes = before.bytes + sizes.prefix(done).reduce(0, +)
                events(.progress("sending", before.count + done, of: before.total, bytes: bytes))
            }
        } catch {
            // Some may have been sent.
            changed += objects.map(\.path)
            throw error
        }
        try await conclude(zip(objects, results).map { ($0, $1) }, &sending)
    }

    /// Sends the index, if what it replaces is still what the plan was made from.
    private mutating func replace(_ object: BucketObject, _ former: S3Object?, _ sending: inout Sending) async throws {
        var upload = try upload(object)
        if let etag = former?.etag {
            upload.condition = .state(etag)
        } else if former == nil {
            upload.condition = .nothing
        }
        var result = try await bucket.put([upload])[0]
        if case .failure(let error) = result, error.cause == .notImplemented {
            events(.note("\(bucket.address) cannot replace an object on a condition: let one job publish at a time"))
            upload.condition = nil
            result = try await bucket.put([upload])[0]
        }
        if case .failure(let error) = result, error.cause == .preconditionFailed {
            // The answer to a request that was carried out may have been lost, and then it is ours that is there.
            guard try await isThere([object]) else { throw changedMeanwhile(object.path) }
            result = .success(true)
        }
        try await conclude([(object, result)], &sending)
    }

    /// Takes in what became of objects; fails with the first that was not sent.
    private mutating func conclude(
        _ results: [(object: BucketObject, result: Result<Bool, AWSError>)], _ sending: inout Sending
    ) async throws {
        var unconfirmed: [BucketObject] = []
        var failure: (path: String, error: AWSError)?
        for (object, result) in results {
            switch result {
            case .success(let isConfirmed):
                sending.count += 1
                sending.bytes += object.byteCount
                changed.append(object.path)
                if !isConfirmed { unconfirmed.append(object) }
            case .failure(let error):
                // What got no answer may have been carried out.
                if error.cause == .unreachable { changed.append(object.path) }
                failure = failure ?? (object.path, error)
            }
        }
        if let (path, error) = failure {
            throw ErrorReport(
                error.report.kind,
                "\(bucket.address)\(path): \(error.report.message); \(sending.count) of \(sending.total) were sent, and the "
                    + "index was not",
                hint: [error.report.hint, "run it again: only what is missing is sent"].compactMap(\.self)
                    .joined(separator: "; "))
        }
        // Not every service confirms what it received; then the objects are read back.
        guard try await isThere(unconfirmed) else {
            throw ErrorReport(
                .refused, "\(bucket.address): what is there now is not what was sent",
                hint: "another job may be publishing there; run it again when that has finished")
        }
    }

    /// Whether objects are in the bucket as they were sent. Of an archive only size and headers are known.
    private func isThere(_ objects: [BucketObject]) async throws -> Bool {
        guard !objects.isEmpty else { return true }
        let temporary = try PrivateFolder(below: parent)
        var expected: [String: BucketReader.Expectation] = [:]
        for object in objects { expected[object.path] = .init(sha256: object.sha256, isFetched: !object.isArchive) }
        let found = try await BucketReader(bucket: bucket, folder: temporary.folder).read(expected, among: nil) {
            _, _ in
        }
        try temporary.remove()
        return objects.allSatisfy { object in
            guard let live = found[object.path] else { return false }
            return object.isArchive
                ? live.object.byteCount == object.byteCount && live.hasSameHeaders(as: object) : live.isSame(as: object)
        }
    }

    private func upload(_ object: BucketObject) throws -> S3Bucket.Upload {
        S3Bucket.Upload(
            path: object.path, file: try local.file(of: object), byteCount: object.byteCount, sha256: object.sha256,
            headers: object.headers.fields)
    }
}
