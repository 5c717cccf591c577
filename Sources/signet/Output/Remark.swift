import Diagnostics
import ManifestVerifier
import Policy

/// Something that is said beside the product: a finding, an error, a warning or a note. All of them look alike.
struct Remark: Sendable {
    let severity: Finding.Severity
    /// The code of a finding, the kind of an error (`missing-input`), or the severity.
    let code: String
    private(set) var file: String?
    private(set) var position: TextPosition?
    let message: String
    let hint: String?
    /// The next step for people, as far as it is not said elsewhere.
    private let ownHint: String?
    private let isFinding: Bool

    /// - Parameters:
    ///   - severity: what it means here, if not what its code says.
    ///   - hasEntry: whether people read here the entry that acknowledges it, and not once for all findings.
    init(_ finding: Finding, as severity: Finding.Severity? = nil, hasEntry: Bool = true) {
        self.severity = severity ?? finding.severity
        code = finding.code.rawValue
        (message, hint, isFinding) = (finding.message, finding.nextStep, true)
        ownHint = hasEntry ? hint : finding.hint
        // What is about an environment instead of a file names it itself.
        guard ![":", ","].contains(where: { finding.message.hasPrefix(finding.file + $0) }) else { return }
        (file, position) = (finding.file, finding.position)
    }

    init(_ report: ErrorReport) {
        (severity, code, isFinding) = (.error, report.kind.rawValue, false)
        (message, hint) = (report.message, report.hint)
        ownHint = hint
    }

    /// A warning or a note without a code of its own.
    init(_ severity: Finding.Severity, _ message: String, hint: String? = nil) {
        (self.severity, code, isFinding) = (severity, severity.rawValue, false)
        (self.message, self.hint, ownHint) = (message, hint, hint)
    }

    private var place: String {
        guard let file else { return "signet" }
        return position.map { "\(file):\($0)" } ?? file
    }

    /// The line for people: `policy.json:14:7: error: reason [code]`.
    var line: String { "\(place): \(severity.rawValue): \(message)\(isFinding ? " [\(code)]" : "")" }

    /// The next step for people.
    var hintLine: String? { ownHint.map { "hint: \($0)" } }

    /// The workflow command with which GitHub shows it beside the line of a change; nil for a note of ours that is about
    /// nothing which was changed.
    var annotation: String? {
        guard isFinding || severity != .note else { return nil }
        var properties: [(name: String, value: String)] = []
        if let file { properties.append(("file", file)) }
        if let position { properties += [("line", "\(position.line)"), ("col", "\(position.column)")] }
        properties.append(("title", code))
        let shown = properties.map { "\($0.name)=\($0.value.escaped(forProperty: true).printable)" }
        let text = message.printable + (hint.map { "\nhint: \($0.printable)" } ?? "")
        let level = severity == .note ? "notice" : severity.rawValue
        return "::\(level) \(shown.joined(separator: ","))::\(text.escaped(forProperty: false))"
    }
}

extension String {
    /// The text as GitHub's runner reads it back from a workflow command.
    fileprivate func escaped(forProperty isProperty: Bool) -> String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "%": text += "%25"
            case "\r": text += "%0D"
            case "\n": text += "%0A"
            case ":" where isProperty: text += "%3A"
            case "," where isProperty: text += "%2C"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

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
