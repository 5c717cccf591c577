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
    ///   - progress: told what is done, how much of it, of how much.
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
            throw PublishError.pathTooLong("\(bucket.address)\(object.path)")
        }
        return try await BucketContents.read(bucket, for: local, keys: keys, below: parent) {
            progress("comparing", $0, $1)
        }
    }

    /// Does what a plan says; whatever fails, the index is sent only when everything that it lists is there.
    ///
    /// - Parameters:
    ///   - live: what the plan was made from.
    ///   - changed: told every path that is not what it was, from any thread.
    package func run(
        _ plan: BucketPlan, from live: BucketContents, changed: @escaping @Sendable (String) -> Void
    ) async throws {
        let counter = ProgressCounter(total: plan.steps.count) { progress("sending", $0, $1) }
        var sent = 0
        for turn in [BucketObject.Turn.staticFile, .document, .indexSignature, .index] {
            if turn == .indexSignature {
                let sendsIndex = plan.steps.contains { $0.object.turn >= .indexSignature }
                if sendsIndex || !plan.removed.isEmpty { try await hold(to: live) }
                // The former index still lists them, so that a run which ends here is finished by the next.
                try await remove(plan.removed, changed: changed)
            }
            let objects = plan.steps.map(\.object).filter { $0.turn == turn }
            let failures = await objects.inParallel(Bucket.requestsAtOnce) { (object) -> (any Error)? in
                do {
                    try await send(object)
                    changed(object.path)
                    counter.step()
                    return nil
                } catch {
                    return error
                }
            }
            sent += failures.count { $0 == nil }
            guard let failure = failures.compactMap(\.self).first else { continue }
            guard case PublishError.aws(let place, let reason) = failure else { throw failure }
            throw PublishError.incomplete(place, reason, sent: sent, total: plan.steps.count)
        }
    }

    private func remove(_ paths: [String], changed: @Sendable (String) -> Void) async throws {
        for path in paths {
            do throws(AWSError) {
                try await bucket.delete(path)
            } catch {
                throw PublishError.aws("\(bucket.address)\(path)", error)
            }
            changed(path)
        }
    }

    /// Fails when the index is no longer the one that the plan was made from.
    private func hold(to live: BucketContents) async throws {
        let path = DocumentPath.publication.rawValue
        let found = try await temporarily { (folder) throws in
            try await bucket.objects([path: .small], into: folder, progress: { _, _ in })[path]
        }
        guard found?.sha256 == live.objects[path]?.sha256 else {
            throw PublishError.publishedMeanwhile("\(bucket.address)\(path)")
        }
    }

    private func send(_ object: BucketObject) async throws {
        let place = "\(bucket.address)\(object.path)"
        if object.isArchive { try checkArchive(object) }
        do throws(AWSError) {
            if try await bucket.put(object) { return }
        } catch {
            throw PublishError.aws(place, error)
        }
        // Not every service says what it has got; then it is looked at.
        let found = try await temporarily { (folder) throws in
            let expected = Bucket.Expectation(byteCount: 0, sha256: nil, isArchive: object.isArchive)
            return try await bucket.objects([object.path: expected], into: folder, progress: { _, _ in })[object.path]
        }
        let isThere =
            object.isArchive
            ? found?.byteCount == object.byteCount && found?.hasSameHeaders(as: object) == true
            : found?.isSame(as: object) == true
        guard isThere else { throw PublishError.notAsSent(place) }
    }

    /// Reads an archive before it is sent: nothing has done so before.
    private func checkArchive(_ object: BucketObject) throws {
        let digests = try object.body?.digests(date: nil)
        guard let digests, digests.byteCount == object.byteCount, digests.body.bytes == object.sha256 else {
            throw PublishError.changed(local.tree.folder.child(object.path))
        }
    }

    private func temporarily<Value>(
        _ work: (Folder) async throws -> Value
    ) async throws -> Value {
        let temporary = try PrivateFolder(below: parent)
        return try await work(temporary.folder)
    }
}
