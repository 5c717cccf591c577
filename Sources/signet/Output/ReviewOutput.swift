import Diagnostics
import ManifestVerifier
import Policy
import Plan

struct ReviewOutput {
    private let review: Review

    init(_ review: Review) { self.review = review }

    /// `2 environments, 3 changes, 1 finding needs acknowledgement, 14 documents, 12 of them signed`
    var line: String {
        let environments = review.environments
        func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
        var parts = [count(environments.count, "environment")]
        parts.append(count(environments.reduce(0) { $0 + $1.changes.count }, "change"))
        let needed = environments.reduce(0) { $0 + $1.findings.count(where: \.needsAcknowledgement) }
        if needed > 0 {
            parts.append(count(needed, "finding") + (needed == 1 ? " needs" : " need") + " acknowledgement")
        }
        let documents = environments.flatMap(\.documents)
        let signed = documents.count { $0.signature != nil }
        parts.append(count(documents.count, "document"))
        parts.append(
            signed == documents.count ? "all of them signed" : "\(signed == 0 ? "none" : "\(signed)") of them signed")
        return parts.joined(separator: ", ")
    }
}
