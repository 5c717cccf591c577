import Diagnostics
import LocalFiles

/// A policy that cannot be built, with everything that was found in it.
package struct PolicyRefusal: ReportableError, Equatable {
    /// What was found, including warnings.
    package let findings: [Finding]

    /// Text that is not JSON is unparsable, and a file that is named and not there is missing; everything else is refused.
    private var kind: ErrorReport.Kind {
        let codes = Set(findings.map(\.code))
        return codes.contains(.syntax) ? .unparsable : codes.contains(.missingFile) ? .missingInput : .refused
    }

    /// The policy has errors, or warnings that a strict run refuses.
    package static func refused(_ findings: [Finding]) -> PolicyRefusal { PolicyRefusal(findings: findings) }

    package var report: ErrorReport {
        let first = findings.first { $0.severity == .error } ?? findings.first
        return ErrorReport(kind, first.map { "\($0.place): \($0.message)" } ?? "refused", hint: first?.hint)
    }
}

extension ErrorReport {
    static func unreadablePolicy(_ error: FileError) -> ErrorReport {
        let way = "make one with: signet init, name one with --policy FILE, or try it out with: signet build --starter"
        return ErrorReport(
            error.report.kind, error.report.message, hint: error.reason == .notFound ? way : error.report.hint)
    }

    package static func noEnvironment(_ name: String, file: String, known: [String]) -> ErrorReport {
        ErrorReport(
            .missingInput, "\(file): there is no environment \"\(name)\"",
            hint: name.didYouMean(known, otherwise: "it has: \(known.joined(separator: ", "))"))
    }
}
