import Diagnostics
import LocalFiles
import ManifestVerifier

/// A policy that gives no documents, with all that was found in it.
package struct PolicyRefusal: ReportableError, Equatable {
    /// What was found, the warnings too.
    package let findings: [Finding]
    private let kind: ErrorReport.Kind

    /// What was read is not a policy.
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
        let first = findings.first { $0.code.severity == .error } ?? findings.first
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

    /// An environment was asked for that the policy does not have.
    package static func noEnvironment(_ name: String, file: String, known: [String]) -> ErrorReport {
        ErrorReport(
            .missingInput, "\(file): there is no environment \"\(name)\"",
            hint: "it has: \(known.joined(separator: ", "))")
    }
}

/// Where a policy names a file, so that a finding about the file can say who asked for it.
package struct PolicyPlace: Sendable {
    /// The policy's file name.
    let file: String
    let position: TextPosition?

    /// The result of `body`, with its error put into a finding that carries this place.
    func reading<Result>(_ body: () throws(FileError) -> Result) throws(Finding) -> Result {
        do throws(FileError) {
            return try body()
        } catch {
            let code: LintCode = error.reason == .notFound ? .missingFile : .unusableFile
            throw Finding(code, file, position, error.report.message, hint: error.report.hint)
        }
    }

    /// That what was found at `path` may not be published.
    func refusal(
        _ path: String, _ reason: String, _ code: LintCode = .unusableFile, hint: String? = nil
    ) -> Finding {
        Finding(code, file, position, "\(path): \(reason)", hint: hint)
    }
}
