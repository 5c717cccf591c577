import Diagnostics
import Policy

enum FindingOutput {
    /// Shows every finding of what they stopped, and what they come to.
    static func refuse(_ error: PolicyRefusal, _ terminal: Terminal) -> ExitCode {
        let isStrict = !error.findings.contains { $0.severity == .error }
        for finding in error.findings {
            // Under --strict a warning is an error, which --quiet does not hide.
            terminal.say(Remark(finding), always: isStrict && finding.stopsStrict)
        }
        terminal.verdict("refused: \(counts(error.findings))\(isStrict ? ", and --strict is on" : "")")
        return ExitCode(error.report.kind)
    }

    /// `2 errors, 1 warning`; without errors of what there are.
    private static func counts(_ findings: [Finding]) -> String {
        let counts = [Finding.Severity.error, .warning].map { severity in
            (findings.count { $0.severity == severity }, severity.rawValue)
        }
        return counts.filter { $0.0 > 0 }.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
    }
}
