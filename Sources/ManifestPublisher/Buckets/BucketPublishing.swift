import ManifestFormat
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
    package func readLive() async throws(PublishError) -> LiveTree {
        try await LiveTree.read(bucket, for: local, keys: keys, below: parent) { progress("comparing", $0, $1) }
    }

    /// Does what a plan says; whatever fails, the index is sent only when everything that it lists is there.
    package func run(_ plan: BucketPlan) async throws(PublishError) {
        let counter = ProgressCounter(total: plan.steps.count) { progress("sending", $0, $1) }
        var sent = 0
        for turn in [BucketObject.Turn.staticFile, .document, .indexSignature, .index] {
            let objects = plan.steps.map(\.object).filter { $0.turn == turn }
            let failures = await objects.inParallel(Bucket.requestsAtOnce) { (object) -> PublishError? in
                do throws(PublishError) {
                    try await send(object)
                    counter.step()
                    return nil
                } catch {
                    return error
                }
            }
            sent += failures.count { $0 == nil }
            guard let failure = failures.compactMap(\.self).first else { continue }
            guard case .aws(let place, let reason) = failure else { throw failure }
            throw .incomplete(place, reason, sent: sent, total: plan.steps.count)
        }
        for path in plan.removed {
            do throws(S3Error) {
                try await bucket.delete(path)
            } catch {
                throw .aws("\(bucket.address)\(path)", error)
            }
        }
    }

    private func send(_ object: BucketObject) async throws(PublishError) {
        let place = "\(bucket.address)\(object.path)"
        do throws(S3Error) {
            if try await bucket.put(object) { return }
            // Not every service says what it has got; then it is looked at.
            let temporary: PrivateFolder
            do throws(FileError) { temporary = try PrivateFolder(below: parent) } catch {
                throw S3Error.unexpected(error.report.message)
            }
            let found = try await bucket.object(object.path, size: 0, into: temporary.folder, "body")
            guard found?.isSame(as: object) == true else { throw S3Error.notAsSent }
        } catch {
            throw error == .notAsSent ? .notAsSent(place) : .aws(place, error)
        }
    }
}
