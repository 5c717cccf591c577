import Diagnostics
import LocalFiles

/// A policy that cannot be built, with everything that was found in it.
package struct PolicyRefusal: ReportableError, Equatable {
    /// What was found, including warnings.
    package let findings: [Finding]
    private let kind: ErrorReport.Kind

    /// The file is not a policy.
    package static func unparsable(_ findings: [Finding]) -> PolicyRefusal {
        PolicyRefusal(findings: findings, kind: .unparsable)
    }

    /// The policy has errors.
    package static func refused(_ findings: [Finding]) -> PolicyRefusal {
        let codes = Set(findings.map(\.code))
        return PolicyRefusal(
            findings: findings,
            kind: codes.contains(.syntax) ? .unparsable : codes.contains(.missingFile) ? .missingInput : .refused)
    }

    package var report: ErrorReport {
        let first = findings.first { $0.severity == .error } ?? findings.first
        return ErrorReport(kind, first.map { "\($0.place): \($0.message)" } ?? "refused", hint: first?.hint)
    }
}

extension ErrorReport {
    /// The policy's file cannot be read.
    static func unreadablePolicy(_ error: FileError) -> ErrorReport {
        ErrorReport(
            error.report.kind, error.report.message,
            hint: error.reason == .notFound
                ? "make one with: signet init DIR, or name it with --policy FILE" : error.report.hint)
    }

    /// The policy does not have the environment that was asked for.
    package static func noEnvironment(_ name: String, file: String, known: [String]) -> ErrorReport {
        ErrorReport(
            .missingInput, "\(file): there is no environment \"\(name)\"",
            hint: name.didYouMean(known, otherwise: "it has: \(known.joined(separator: ", "))"))
    }
}
