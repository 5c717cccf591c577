import Classic
import Diagnostics
import LocalFiles
import ManifestVerifier
import Programs
import PublicationTree

/// What a live check expects, and what it has found so far.
struct LivePlan: Sendable {
    /// What documents are checked against; nil when there is no trusted index.
    let rules: LiveRules?
    /// Every document that must be there.
    let expectations: [LiveExpectation]
    var verdicts: [DocumentPath: LiveExamination.Verdict] = [:]
    var mayHaveMore = false

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
            askedArchives: expectations.filter { $0.isHead && verdicts[$0.path]?.differences.isEmpty == true }
                .map(\.path).sorted(),
            findings: paths.compactMap { path in
                guard let differences = verdicts[path]?.differences, !differences.isEmpty else { return nil }
                return LiveReport.Finding(path: path, differences: differences)
            },
            dropsObjectMetadata: !seen.isEmpty && seen.allSatisfy { !$0 }, mayHaveMore: mayHaveMore)
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
struct LiveExpectation: Equatable, Sendable {
    /// What says what the body and the headers must be.
    enum Source: Sendable {
        /// What publishing sent, and what it left alone.
        case published
        /// The signed index on the host.
        case liveIndex
    }

    let path: DocumentPath
    /// What the document is; nil for the index.
    let format: DocumentFormat?
    let byteCount: Int
    let digest: ListedDigest
    let headers: [HeaderField]
    /// The `.jws` that is expected; nil for none.
    var jws: ListedDigest?
    let source: Source
    /// Whether the host is asked only for the headers.
    var isHead = false

    func value(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    var date: SignedDate? { value(SignatureHeader.dateName).flatMap(SignedDate.init) }

    /// Whether the body never changes at this path.
    var isImmutable: Bool { headers.cacheControl?.isImmutable == true }

    /// Whether any valid signature will do: the index vouches for bodies, and caches do not ask again for what never changes.
    var takesAnySignature: Bool { source == .liveIndex || isImmutable }

    var question: LiveAnswer.Question {
        let sidecars: [LiveSidecar] = (format == nil ? [] : [.signature]) + (jws == nil ? [] : [.jws])
        return LiveAnswer.Question(path: path, byteLimit: byteLimit, sidecars: sidecars, isHead: isHead)
    }

    /// The largest body that is examined: a former one may be larger than the expected one.
    private var byteLimit: Int { format == nil ? VerifiedIndex.byteLimit : max(byteCount, Limits.manifestBytes) }
}

extension LiveExpectation {
    /// What the index must be.
    ///
    /// - Parameter live: the one that publishing left as it was.
    init(index: VerifiedIndex, at live: LeftAlone? = nil, source: Source) {
        self.init(
            path: .publication, format: nil, byteCount: live?.byteCount ?? index.file.count,
            digest: live?.digest ?? ListedDigest(index.digest), headers: index.publication.headers, source: source)
    }
}

/// A document or an envelope that publishing left as it was live: with another signature than in the local tree, or another
/// list of signatures, and as good.
package struct LeftAlone: Sendable {
    let byteCount: Int
    let digest: ListedDigest
    /// The headers that carry its signature, in the order of a tree.
    let signature: [HeaderField]

    /// - Parameter headers: all that are live with it.
    package init(byteCount: Int, digest: ListedDigest, headers: [HeaderField]) {
        self.byteCount = byteCount
        self.digest = digest
        signature = [SignatureHeader.name, SignatureHeader.dateName].compactMap { name in
            headers.first { $0.isNamed(name) }.map { HeaderField(unchecked: name, value: $0.value) }
        }
    }

    /// The headers of a document with the live signature in place of that of the local tree.
    func headers(of document: VerifiedTree.Document) -> [HeaderField] {
        document.headers.filter { !$0.carriesSignature } + signature
    }
}
