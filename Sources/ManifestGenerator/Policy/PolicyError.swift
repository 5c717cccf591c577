import LocalFiles
import ManifestFormat
import PublicationTree

/// Why a policy gives no documents.
package enum PolicyError: ReportableError, Equatable {
    /// The policy itself cannot be read.
    case file(FileError)
    /// What was read is no policy.
    case unparsable([Finding])
    /// The policy has errors.
    case refused([Finding])
    /// An environment was asked for that the policy does not have.
    case noEnvironment(String, file: String, known: [String])

    /// All that was found, the warnings too.
    package var findings: [Finding] {
        switch self {
        case .unparsable(let findings), .refused(let findings): findings
        case .file, .noEnvironment: []
        }
    }

    package var report: ErrorReport {
        switch self {
        case .file(let error):
            ErrorReport(
                error.report.kind, error.report.message,
                hint: error.reason == .notFound
                    ? "make one with: signet init DIR, or name it with --policy FILE" : error.report.hint)
        case .unparsable(let findings):
            Self.report(findings, .unparsable)
        case .refused(let findings):
            Self.report(findings, Self.kind(findings))
        case .noEnvironment(let name, let file, let known):
            ErrorReport(
                .missingInput, "\(file): there is no environment \"\(name)\"",
                hint: "it has: \(known.joined(separator: ", "))")
        }
    }

    private static func kind(_ findings: [Finding]) -> ErrorReport.Kind {
        let codes = Set(findings.map(\.code))
        return codes.contains(.syntax) ? .unparsable : codes.contains(.missingFile) ? .missingInput : .refused
    }

    private static func report(_ findings: [Finding], _ kind: ErrorReport.Kind) -> ErrorReport {
        let first = findings.first { $0.code.severity == .error } ?? findings.first
        return ErrorReport(kind, first.map { "\($0.place): \($0.message)" } ?? "refused", hint: first?.hint)
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
