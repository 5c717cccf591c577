import Diagnostics
import ExternalPrograms
import ManifestVerifier

/// Why a published tree could not be downloaded.
package enum TreeDownloadError: ReportableError, Equatable {
    /// A single document did not come from this URL.
    case document(url: String, TransferFailure)
    /// The index or its signature did not come from this URL.
    case index(url: String, TransferFailure)
    /// The index at this URL is not to be trusted.
    case untrustedIndex(url: String, VerifiedIndex.Failure)
    /// Not everything that was asked for came back from this address.
    case incomplete(TreeAddress, [DownloadedTree.Problem])

    package var report: ErrorReport {
        switch self {
        case .document(let url, let failure):
            ErrorReport(failure.kind, "\(url): \(failure.message)", hint: failure.documentHint)
        case .index(let url, let failure):
            ErrorReport(failure.kind, "\(url): \(failure.message)", hint: failure.hint)
        case .untrustedIndex(let url, let failure):
            ErrorReport(.refused, "\(url): \(failure.message)", hint: failure.hint)
        case .incomplete(let address, let problems):
            ErrorReport(
                problems.contains { $0.failure.kind == .unavailable } ? .unavailable : .refused,
                problems.map { "\(address.url(of: $0.path)): \($0.failure.message)" }.prefix(5).joined(separator: "; ")
                    + (problems.count > 5 ? "; and \(problems.count - 5) more" : ""),
                hint: problems.first?.failure.hint)
        }
    }
}
