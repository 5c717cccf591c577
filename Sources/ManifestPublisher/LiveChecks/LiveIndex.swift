import Diagnostics
import LocalFiles
import ManifestVerifier
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
    /// that verdict.
    func plan() async throws -> LivePlan {
        let path = DocumentPath.publication
        let question = LiveAnswer.Question(
            path: path, byteLimit: Limits.publicationBytes, sidecars: [.signature])
        let first = try await LiveAnswer.fetching([question], from: files, network) {
            (answers) throws(FileError) -> (plan: LivePlan, mayBeWeb: Bool) in
            let answer = answers[0]
            if let difference = answer.difference { return refused(difference) }
            if let failure = answer.failure(of: .signature) { return refused(.noSidecar(.signature, failure)) }
            let body = try answer.bodyBytes(limit: Limits.publicationBytes)
            let sidecar = try answer.bytes(of: .signature)
            let index: VerifiedIndex
            let trusted = keys.keys(
                ofIndex: body, sidecar: sidecar, headers: answer.headers, environment: trust.environment)
            do throws(VerifiedIndex.Failure) {
                index = try VerifiedIndex(
                    body: body, sidecar: sidecar, keys: trusted, environment: trust.environment)
                try index.publication.documents.checkSizes()
            } catch {
                let byHeaders = try? VerifiedIndex(
                    body: body, headers: answer.headers, keys: trusted, environment: trust.environment)
                return refused(
                    .index(error), isOther: byHeaders != nil,
                    mayBeWeb: error.leavesOthers && !answer.headers.contains { $0.isNamed(SignatureHeader.name) })
            }
            return (try plan(index.publication, body: body, answer), false)
        }
        guard first.mayBeWeb else { return first.plan }
        // During an upload without headers, the `.jws` still proves the former index beside the new `.sig`.
        var refusal = first.plan
        let other = LiveAnswer.Question(
            path: path, byteLimit: Limits.publicationBytes, sidecars: [.envelope(.jws)])
        refusal.verdicts[path]?.isOther = try await LiveAnswer.fetching([other], from: files, network) {
            (answers) throws(FileError) in
            guard answers[0].failure == nil, answers[0].failure(of: .envelope(.jws)) == nil else { return false }
            let body = try answers[0].bodyBytes(limit: Limits.publicationBytes)
            let jws = try answers[0].bytes(of: .envelope(.jws))
            let trusted = keys.keys(ofIndex: body, sidecar: nil, headers: [], environment: trust.environment)
            return (try? VerifiedIndex(body: body, jws: jws, keys: trusted, environment: trust.environment)) != nil
        }
        return refusal
    }

    private func plan(
        _ publication: Publication, body: [UInt8], _ answer: LiveAnswer
    ) throws(FileError) -> LivePlan {
        let rules = LiveRules(of: publication, keys: keys, trust: trust)
        // The index does not list itself: of its headers only the content type is known.
        let index = LiveExpectation(
            path: .publication, format: nil, byteCount: body.count, digest: ListedDigest(SHA256.hash(body)),
            headers: [HeaderField(unchecked: HeaderField.contentType, value: "application/json")],
            envelopes: Dictionary(
                uniqueKeysWithValues: publication.envelopes.sidecars.map {
                    ($0, LiveExpectation.Envelope(digest: nil))
                }),
            source: .liveIndex)
        let documents = publication.documents.map { document in
            var envelopes: LiveExpectation.Envelopes = [:]
            for sidecar in document.envelopes.keys {
                envelopes[sidecar] = .init(digest: document.digest(of: sidecar))
            }
            return LiveExpectation(
                path: document.path, format: document.format, byteCount: document.byteCount, digest: document.digest,
                headers: document.headers, envelopes: envelopes, source: .liveIndex,
                isHead: document.format == .webBundle && !downloadsArchives)
        }
        let keySet = LiveExpectation(keySetOf: publication, source: .liveIndex)
        var plan = LivePlan(rules: rules, expectations: documents + [keySet].compactMap(\.self) + [index])
        // Its envelopes are named in it, so that it is requested once more with those.
        if index.envelopes.isEmpty {
            plan.verdicts[.publication] = try LiveExamination(rules: rules, expected: index).verdict(on: answer)
        }
        return plan
    }

    /// A plan that has only the verdict on the index, and whether the `.jws` of the index may prove it.
    private func refused(
        _ difference: LiveDifference, isOther: Bool = false, mayBeWeb: Bool = false
    ) -> (plan: LivePlan, mayBeWeb: Bool) {
        var verdict = LiveExamination.Verdict.refused([difference])
        verdict.isOther = isOther
        return (LivePlan(rules: nil, expectations: [], verdicts: [.publication: verdict]), mayBeWeb)
    }
}
