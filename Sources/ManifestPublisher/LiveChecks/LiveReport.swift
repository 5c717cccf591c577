import Diagnostics
import ManifestVerifier
import PublicationTree

package struct LiveReport: Sendable {
    package struct Finding: Sendable {
        package let path: DocumentPath
        package let differences: [LiveDifference]
    }

    package let address: TreeAddress
    /// The environment of the tree; nil when its index is not trusted.
    package let environment: EnvironmentName?
    package let documents: [VerificationReport.Document]
    /// The archives that the host has with the listed size and that were not downloaded.
    package let askedArchives: [DocumentPath]
    /// The documents that are not in order.
    package let findings: [Finding]
    /// Whether the host sends no `x-amz-meta-*` header with any document.
    package let dropsObjectMetadata: Bool
    package let mayHaveMore: Bool

    /// What class of trouble there is; nil when everything is in order.
    package var trouble: ErrorReport.Kind? {
        guard !findings.isEmpty else { return verification.refusals.isEmpty ? nil : .refused }
        return findings.allSatisfy { $0.differences.allSatisfy(\.isUnavailability) } ? .unavailable : .refused
    }

    package var verification: VerificationReport {
        var report = VerificationReport()
        report.documents = documents
        report.unreadArchives = askedArchives.map(\.rawValue)
        if dropsObjectMetadata {
            report.refuse(
                "*", "this host drops x-amz-meta-*: none of its answers has such a header",
                hint: "S3 website endpoints do so; use the REST endpoint of the bucket, or a CDN in front of that")
        }
        for finding in findings {
            for difference in finding.differences where !(dropsObjectMetadata && difference.isMissingSignature) {
                report.refuse(finding.path.file, difference.message, hint: difference.hint)
            }
        }
        report.refuseTreeOfOtherKeys()
        return report
    }
}

extension LiveDifference {
    fileprivate var isMissingSignature: Bool {
        if case .signatureRefused(.malformed(.missingSignature)) = self { return true }
        return false
    }
}
