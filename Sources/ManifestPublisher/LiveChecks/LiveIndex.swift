import Diagnostics
import LocalFiles
import ManifestVerifier
import PublicationTree

/// The index of a published tree, which says what there must be when nobody has the tree at hand.
struct LiveIndex: Sendable {
    let address: TreeAddress
    let keys: TrustedKeys
    let trust: LiveTrust
    let network: LiveNetwork
    /// Whether archives are downloaded, and not only asked for.
    let downloadsArchives: Bool

    /// Fetches the index, verifies it, and plans for what it lists; of an index that is not to be trusted the plan has
    /// only that.
    func plan() async throws -> LivePlan {
        let path = DocumentPath.publication
        let question = LiveAnswer.Question(
            url: address.url(of: path.rawValue), byteLimit: Limits.publicationBytes,
            sidecarURL: address.url(of: path.signatureSidecar))
        return try await LiveAnswer.fetching([question], network) { (answers) throws(FileError) in
            let answer = answers[0]
            if let difference = answer.difference { return refused(difference) }
            if let failure = answer.sidecarFailure { return refused(.noSidecar(failure)) }
            let body = try answer.bodyBytes(limit: Limits.publicationBytes)
            let sidecar = try answer.sidecarBytes() ?? []
            let index: PublishedIndex
            do throws(TreeDownloadError.IndexFailure) {
                index = try PublishedIndex(
                    body: body, sidecar: sidecar, keys: keys, environment: trust.environment)
                try check(index.publication)
            } catch {
                return refused(.index(error))
            }
            return try plan(index.publication, body: body, answer)
        }
    }

    /// Refuses a list that no tree of ours can have, whoever signed it.
    private func check(_ publication: Publication) throws(TreeDownloadError.IndexFailure) {
        for document in publication.documents where document.byteCount > document.format.byteLimit {
            throw .beyondLimits("\"\(document.path)\" with more than \(document.format.byteLimit) bytes")
        }
    }

    private func plan(
        _ publication: Publication, body: [UInt8], _ answer: LiveAnswer
    ) throws(FileError) -> LivePlan {
        let rules = LiveRules(of: publication, keys: keys, trust: trust)
        // The index cannot list itself: that it is JSON is all that is known of its headers.
        let index = LiveExpectation(
            path: .publication, format: nil, byteCount: body.count, sha256: SHA256.hash(body).hexadecimal,
            headers: [HeaderField(unchecked: HeaderField.contentType, value: "application/json")], signature: .anyValid,
            source: .liveIndex)
        let documents = publication.documents.map { document in
            LiveExpectation(
                path: document.path, format: document.format, byteCount: document.byteCount, sha256: document.sha256,
                headers: document.headers, signature: .anyValid, source: .liveIndex,
                isOnlyAsked: document.format == .webBundle && !downloadsArchives)
        }
        let verdict = try LiveExamination(rules: rules, expected: index).verdict(on: answer)
        return LivePlan(rules: rules, expectations: documents + [index], verdicts: [.publication: verdict])
    }

    private func refused(_ difference: LiveDifference) -> LivePlan {
        LivePlan(rules: nil, expectations: [], verdicts: [.publication: .refused([difference])])
    }
}
