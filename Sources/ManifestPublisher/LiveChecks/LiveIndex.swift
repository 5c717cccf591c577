import Diagnostics
import LocalFiles
import ManifestVerifier
import Programs
import PublicationTree

/// The index of a published tree, which says what the host must serve when there is no local tree.
struct LiveIndex: Sendable {
    let files: PublishedFiles
    let keys: KeyChoice
    let trust: LiveTrust
    let network: LiveNetwork
    /// Whether archives are downloaded, instead of only their headers.
    let downloadsArchives: Bool

    /// Fetches the index, verifies it, and plans for what it lists; for an index that is not trusted, the plan has only
    /// that verdict. In a bucket, what is signed and not listed is refused.
    func plan() async throws -> LivePlan {
        let question = LiveAnswer.Question(path: .publication, byteLimit: VerifiedIndex.byteLimit)
        var (plan, index) = try await LiveAnswer.fetching([question], from: files, network) {
            (answers) throws(FileError) -> (LivePlan, VerifiedIndex?) in
            let answer = answers[0]
            if let difference = answer.difference { return (refused(difference), nil) }
            let file = try answer.bodyBytes(limit: VerifiedIndex.byteLimit)
            do throws(VerifiedIndex.Failure) {
                let index = try VerifiedIndex(
                    file, keys: keys.keys(ofIndex: file, environment: trust.environment),
                    environment: trust.environment)
                try index.publication.documents.checkSizes()
                return (self.plan(index, answer), index)
            } catch {
                return (refused(.index(error)), nil)
            }
        }
        if let index {
            let keys = keys.keys(ofIndex: index.file, environment: trust.environment)
            let strays = try await files.strays(
                beside: index, keys: keys, below: PrivateFolder.parent(network.variables))
            plan.mayHaveMore = files.address.bucket != nil && strays == nil
            for path in strays ?? [] { plan.verdicts[path] = .refused([.unlisted]) }
        }
        return plan
    }

    private func plan(_ index: VerifiedIndex, _ answer: LiveAnswer) -> LivePlan {
        let rules = LiveRules(of: index, keys: keys, trust: trust)
        let expected = LiveExpectation(index: index, source: .liveIndex)
        let documents = index.publication.documents.map { document in
            LiveExpectation(
                path: document.path, format: document.format, byteCount: document.byteCount, digest: document.digest,
                headers: document.headers, jws: document.jwsDigest, source: .liveIndex,
                isHead: document.format == .webBundle && !downloadsArchives)
        }
        let verdict = LiveExamination(rules: rules, expected: expected).verdict(on: index, answer)
        return LivePlan(rules: rules, expectations: documents + [expected], verdicts: [.publication: verdict])
    }

    private func refused(_ difference: LiveDifference) -> LivePlan {
        LivePlan(rules: nil, expectations: [], verdicts: [.publication: .refused([difference])])
    }
}
