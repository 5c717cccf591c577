import Diagnostics
import ExternalPrograms
import LocalFiles
import ManifestVerifier
import PublicationTree

/// Publishes a verified tree to S3: only what differs, each body together with its headers, the index last.
package struct BucketPublishing: Sendable {
    private let bucket: Bucket
    private let local: BucketTree
    private let keys: TrustedKeys
    private let parent: String
    private let progress: @Sendable (String, Int, Int) -> Void

    /// - Parameters:
    ///   - variables: the environment variables, for `aws`.
    ///   - progress: receives the activity, how much of it is done, and the total.
    package init(
        _ local: BucketTree, to address: BucketAddress, endpoint: String?, keys: TrustedKeys,
        variables: [String: String], progress: @escaping @Sendable (String, Int, Int) -> Void
    ) {
        bucket = Bucket(address: address, endpoint: endpoint, variables: variables)
        self.local = local
        self.keys = keys
        parent = TreeDownload.parentOfTemporaryFolders(variables)
        self.progress = progress
    }

    /// What is live now.
    package func readLive() async throws -> BucketContents {
        for object in local.objects where bucket.address.key(of: object.path).utf8.count > Limits.pathBytes {
            throw ErrorReport(
                .refused,
                "\(bucket.address)\(object.path): is longer than the \(Limits.pathBytes) bytes of a key in S3",
                hint: "publish to a shorter prefix")
        }
        return try await BucketContents.read(bucket, for: local, keys: keys, below: parent) {
            progress("comparing", $0, $1)
        }
    }

    /// Carries out a plan; whatever fails, the index is sent only after everything that it lists.
    ///
    /// - Parameters:
    ///   - live: what the plan was made from.
    ///   - changed: receives the path of every object that was changed, from any thread.
    package func run(
        _ plan: BucketPlan, from live: BucketContents, changed: @escaping @Sendable (String) -> Void
    ) async throws {
        let objects = try await plan.steps.map(\.object).concurrentMap { object in
            (object: object, body: try body(of: object))
        }
        let counter = ProgressCounter(total: objects.count) { progress("sending", $0, $1) }
        var sent = 0
        for turn in [BucketObject.Turn.staticFile, .document, .indexSignature, .index] {
            if turn == .indexSignature {
                let sendsIndex = objects.contains { $0.object.turn >= .indexSignature }
                if sendsIndex || !plan.removed.isEmpty { try await checkUnchanged(since: live) }
                // The former index still lists them, so that a run which ends here is finished by the next.
                try await remove(plan.removed, changed: changed)
            }
            let outcomes = await objects.filter { $0.object.turn == turn }
                .inParallel(Bucket.requestsAtOnce) { (step) -> (path: String, error: (any Error)?) in
                    do {
                        try await send(step.object, step.body)
                        changed(step.object.path)
                        counter.step()
                        return (step.object.path, nil)
                    } catch {
                        return (step.object.path, error)
                    }
                }
            sent += outcomes.count { $0.error == nil }
            for case (let path, let error?) in outcomes {
                guard let failure = error as? AWSError else { throw error }
                throw ErrorReport(
                    failure.report.kind,
                    "\(bucket.address)\(path): \(failure.report.message); \(sent) of \(objects.count) were sent, and the "
                        + "index was not",
                    hint: failure.report.hint ?? "run it again: only what is missing is sent")
            }
        }
    }

    private func remove(_ paths: [String], changed: @Sendable (String) -> Void) async throws {
        for path in paths {
            do throws(AWSError) {
                try await bucket.delete(path)
            } catch {
                throw error.report(at: "\(bucket.address)\(path)")
            }
            changed(path)
        }
    }

    /// Fails when the index is no longer the one that the plan was made from.
    private func checkUnchanged(since live: BucketContents) async throws {
        let path = DocumentPath.publication.rawValue
        let temporary = try PrivateFolder(below: parent)
        let found = try await bucket.objects([path: .small], into: temporary.folder, progress: { _, _ in })[path]
        guard found?.sha256 == live.objects[path]?.sha256 else {
            throw ErrorReport(
                .refused, "\(bucket.address)\(path): was changed while this run was sending; the index was not sent",
                hint: "let one job publish at a time, then run it again")
        }
    }

    // MARK: Objects

    /// The body of an object, read and hashed before anything is sent; nil for an archive, which is read when its turn
    /// comes.
    private func body(of object: BucketObject) throws(FileError) -> [UInt8]? {
        switch object.content {
        case .signature(let bytes): bytes
        case .document(let document): object.isArchive ? nil : try local.tree.body(of: document)
        }
    }

    private func send(_ object: BucketObject, _ body: [UInt8]?) async throws {
        if try await bucket.put(object, body: body.map { .bytes($0) } ?? archive(object)) { return }
        // Not every service confirms what it received; then the object is read back.
        let temporary = try PrivateFolder(below: parent)
        let expected = Bucket.Expectation(byteCount: 0, sha256: nil, isArchive: object.isArchive)
        let found = try await bucket.object(object.path, expecting: expected, into: temporary.folder)
        let isThere =
            object.isArchive
            ? found?.byteCount == object.byteCount && found?.hasSameHeaders(as: object) == true
            : found?.isSame(as: object) == true
        guard isThere else {
            throw ErrorReport(
                .refused, "\(bucket.address)\(object.path): is not what was sent",
                hint: "another job may be publishing there; run it again when that has finished")
        }
    }

    /// An archive, which was not read before now; S3 gets the digest that the bytes must have as well.
    private func archive(_ object: BucketObject) throws -> ProgramInput {
        guard let document = object.document else { preconditionFailure("an archive is a document") }
        guard let file = try local.tree.archive(of: document),
            document.digest.matches(try BodyDigests(of: file.open(), date: nil).body)
        else { throw local.tree.changed(document) }
        return .file(try file.open())
    }
}
