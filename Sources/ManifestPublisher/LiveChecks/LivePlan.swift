import Diagnostics
import ManifestVerifier
import PublicationTree

/// What a live check expects, and what it has found so far.
struct LivePlan: Sendable {
    /// What documents are held against; nil when there is no index to trust.
    let rules: LiveRules?
    /// Every document that there must be.
    let expectations: [LiveExpectation]
    /// What was found, by document.
    var verdicts: [DocumentPath: LiveExamination.Verdict] = [:]

    /// The documents that are still to be asked for.
    var pending: [LiveExpectation] { expectations.filter { verdicts[$0.path] == nil } }

    /// The documents that differ.
    var differing: Int { verdicts.values.filter { !$0.differences.isEmpty }.count }

    /// Whether nobody answered to anything.
    var isUnanswered: Bool {
        !verdicts.isEmpty
            && verdicts.values.allSatisfy { !$0.differences.isEmpty && $0.differences.allSatisfy(\.isUnavailability) }
    }

    /// Takes over what was in order before, of documents from which the same is expected now.
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
            // Of a document that is in order and has no digest the body was not downloaded.
            askedArchives: paths.filter { verdicts[$0]?.document == nil && verdicts[$0]?.differences.isEmpty == true },
            findings: paths.compactMap { path in
                guard let differences = verdicts[path]?.differences, !differences.isEmpty else { return nil }
                return LiveReport.Finding(path: path, differences: differences)
            },
            dropsObjectMetadata: !seen.isEmpty && seen.allSatisfy { !$0 })
    }
}
