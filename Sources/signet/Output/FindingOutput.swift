import Diagnostics
import ManifestPolicy
import ManifestVerifier

/// How findings are shown.
enum FindingOutput {
    /// A finding beside other work, on standard error.
    static func show(_ finding: Finding, _ terminal: Terminal) {
        let text = "\(finding.place): \(finding.message) [\(finding.code.rawValue)]"
        switch finding.severity {
        case .error: terminal.error(ErrorReport(.refused, text, hint: finding.hint))
        case .warning: terminal.warning(text, hint: finding.hint)
        case .note: terminal.note(text)
        }
    }

    /// Shows every finding that stopped the work.
    static func refuse(_ error: PolicyRefusal, _ terminal: Terminal) -> ExitCode {
        for finding in error.findings { show(finding, terminal) }
        return ExitCode(error.report.kind)
    }

    /// A finding as lines of the product, the way compilers write it.
    static func lines(_ finding: Finding) -> [String] {
        let line = "\(finding.place): \(finding.severity.rawValue): \(finding.message) [\(finding.code.rawValue)]"
        return [line] + (finding.hint.map { ["    hint: \($0)"] } ?? [])
    }

    /// A finding for programs.
    static func json(_ finding: Finding) -> JSONValue {
        [
            "code": .string(finding.code.rawValue),
            "severity": .string(finding.severity.rawValue),
            "file": .string(finding.file),
            "line": finding.position.map { .integer($0.line) },
            "column": finding.position.map { .integer($0.column) },
            "message": .string(finding.message),
            "hint": finding.hint.map { .string($0) },
        ]
    }
}
