import Diagnostics
import ExternalPrograms
import LocalFiles
import ManifestVerifier
import PublicationTree

/// What a live check expects, and what it has found so far.
struct LivePlan: Sendable {
    /// What documents are checked against; nil when there is no trusted index.
    let rules: LiveRules?
    /// Every document that must be there.
    let expectations: [LiveExpectation]
    /// What was found, by document.
    var verdicts: [DocumentPath: LiveExamination.Verdict] = [:]

    /// The documents that are still to be requested.
    var pending: [LiveExpectation] { expectations.filter { verdicts[$0.path] == nil } }

    /// The documents for which waiting can help, in the order of their paths.
    ///
    /// - Parameter awaitsPurge: whether caches were told to drop what they keep.
    func settling(awaitsPurge: Bool) -> [DocumentPath] {
        verdicts.filter { $1.maySettle || awaitsPurge && $1.isKeptByCache }.keys.sorted()
    }

    /// Whether the host answered no request at all.
    var isUnanswered: Bool {
        !verdicts.isEmpty
            && verdicts.values.allSatisfy { !$0.differences.isEmpty && $0.differences.allSatisfy(\.isUnavailability) }
    }

    /// Takes over the documents that were in order before and of which the same is expected now.
    mutating func keep(from former: LivePlan) {
        let expected = Dictionary(
            former.expectations.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        for expectation in expectations where verdicts[expectation.path] == nil {
            guard let verdict = former.verdicts[expectation.path], verdict.differences.isEmpty,
                expected[expectation.path] == expectation
            else { continue }
            verdicts[expectation.path] = verdict
        }
    }

    /// What was found, as a report; the documents in the order of their paths, the index last.
    func report(of address: TreeAddress) -> LiveReport {
        let index = DocumentPath.publication
        let paths = verdicts.keys.sorted { $0 == index ? false : $1 == index || $0 < $1 }
        let seen = verdicts.values.compactMap(\.hasObjectMetadata)
        return LiveReport(
            address: address, environment: rules?.verifier.environment,
            documents: paths.compactMap { verdicts[$0]?.document },
            // A document that is in order and has no digest was not downloaded.
            askedArchives: paths.filter { verdicts[$0]?.document == nil && verdicts[$0]?.differences.isEmpty == true },
            findings: paths.compactMap { path in
                guard let differences = verdicts[path]?.differences, !differences.isEmpty else { return nil }
                return LiveReport.Finding(path: path, differences: differences)
            },
            dropsObjectMetadata: !seen.isEmpty && seen.allSatisfy { !$0 })
    }

    /// Why the first document did not come.
    var firstFailure: (path: DocumentPath, reason: TransferFailure)? {
        for path in verdicts.keys.sorted() {
            if case .noAnswer(let failure)? = verdicts[path]?.differences.first { return (path, failure) }
        }
        return nil
    }
}

/// What a host must serve for one document.
package struct LiveExpectation: Equatable, Sendable {
    /// Which signature headers a document must have.
    package enum Signature: Equatable, Sendable {
        /// To the byte those of the tree that was published.
        case exactly
        /// Any that are valid and fresh: those of a document that a publish left alone.
        case anyValid
    }

    /// What says what the body and the headers must be.
    enum Source: Sendable {
        /// The tree that was published.
        case localTree
        /// The signed index on the host.
        case liveIndex
    }

    let path: DocumentPath
    /// What the document is; nil for the index.
    let format: DocumentFormat?
    let byteCount: Int
    /// SHA-256 of the body.
    let digest: ListedDigest
    let headers: [HeaderField]
    let signature: Signature
    let source: Source
    /// Whether the host is asked only for the headers.
    var isHead = false

    /// The value of a header; nil when the document has none of that name.
    func value(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// The signed date among the headers.
    var date: SignedDate? { value(SignatureHeader.dateName).flatMap(SignedDate.init) }

    /// Whether the body never changes at this path.
    var isImmutable: Bool { headers.cacheControl?.isImmutable == true }

    /// The request for the document.
    var question: LiveAnswer.Question {
        LiveAnswer.Question(
            path: path.rawValue, byteLimit: byteLimit,
            sidecarPath: path.signatureSidecar, isHead: isHead)
    }

    /// The largest body that is examined: a former one may be larger than the expected one.
    private var byteLimit: Int { max(byteCount, Limits.manifestBytes) }
}

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
            path: path.rawValue, byteLimit: Limits.publicationBytes,
            sidecarPath: path.signatureSidecar)
        return try await LiveAnswer.fetching([question], from: files, network) { (answers) throws(FileError) in
            let answer = answers[0]
            if let difference = answer.difference { return refused(difference) }
            if let failure = answer.sidecarFailure { return refused(.noSidecar(failure)) }
            let body = try answer.bodyBytes(limit: Limits.publicationBytes)
            let sidecar = try answer.sidecarBytes() ?? []
            let index: VerifiedIndex
            let trusted = keys.keys(
                ofIndex: body, sidecar: sidecar, headers: answer.headers, environment: trust.environment)
            do throws(VerifiedIndex.Failure) {
                index = try VerifiedIndex(
                    body: body, sidecar: sidecar, keys: trusted, environment: trust.environment)
                try check(index.publication)
            } catch {
                let byHeaders = try? VerifiedIndex(
                    body: body, headers: answer.headers, keys: trusted, environment: trust.environment)
                return refused(.index(error), isOther: byHeaders != nil)
            }
            return try plan(index.publication, body: body, answer)
        }
    }

    /// Refuses a list that no tree of Signet can have, whatever key signed it.
    private func check(_ publication: Publication) throws(VerifiedIndex.Failure) {
        for document in publication.documents where document.byteCount > document.format.byteLimit {
            throw .beyondLimits("\"\(document.path)\" with more than \(document.format.byteLimit) bytes")
        }
    }

    private func plan(
        _ publication: Publication, body: [UInt8], _ answer: LiveAnswer
    ) throws(FileError) -> LivePlan {
        let rules = LiveRules(of: publication, keys: keys, trust: trust)
        // The index does not list itself: of its headers only the content type is known.
        let index = LiveExpectation(
            path: .publication, format: nil, byteCount: body.count, digest: ListedDigest(SHA256.hash(body)),
            headers: [HeaderField(unchecked: HeaderField.contentType, value: "application/json")], signature: .anyValid,
            source: .liveIndex)
        let documents = publication.documents.map { document in
            LiveExpectation(
                path: document.path, format: document.format, byteCount: document.byteCount, digest: document.digest,
                headers: document.headers, signature: .anyValid, source: .liveIndex,
                isHead: document.format == .webBundle && !downloadsArchives)
        }
        let verdict = try LiveExamination(rules: rules, expected: index).verdict(on: answer)
        return LivePlan(rules: rules, expectations: documents + [index], verdicts: [.publication: verdict])
    }

    private func refused(_ difference: LiveDifference, isOther: Bool = false) -> LivePlan {
        var verdict = LiveExamination.Verdict.refused([difference])
        verdict.isOther = isOther
        return LivePlan(rules: nil, expectations: [], verdicts: [.publication: verdict])
    }
}
