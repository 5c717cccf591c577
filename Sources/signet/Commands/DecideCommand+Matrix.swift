import AppGate
import Diagnostics
import ManifestPolicy
import ManifestVerifier

/// `signet decide --matrix`
extension DecideCommand {
    /// Holds a document to a table of cases.
    static func hold(
        _ target: String, to path: String, _ arguments: Arguments, _ terminal: Terminal
    ) async throws -> ExitCode {
        for flag in ["--os", "--app", "--build", "--language", "--store"] where arguments.has(flag) {
            throw arguments.usage("\(flag) and --matrix exclude each other: the table says it of each case")
        }
        let named = try arguments.value("--platform").map { name in
            guard let platform = Platform(rawValue: name) else { throw arguments.usage("--platform is ios or android") }
            return platform
        }
        let source = try DocumentSource(target, arguments)
        guard !source.isTree else {
            throw arguments.usage("--matrix is for one document; name one in \(target)")
        }
        let circumstances = try RuleCircumstances(arguments)
        let documents = try await source.documents(for: named ?? .ios)
        guard let document = documents.first else { throw arguments.usage("signet decide takes one document") }
        let platform = document.gate?.platform ?? named
        let (cases, misspelled) = try DecisionCase.all(path, platform: platform, circumstances)
        for (column, hint) in misspelled {
            terminal.warning("\(path):1: column \"\(column)\" is not looked at", hint: hint)
        }
        var mismatches: [DecisionCase.Mismatch] = []
        for test in cases {
            if let gate = document.gate, let (rule, hint) = test.circumstances.unknownRule(in: [gate]) {
                throw ErrorReport(
                    .unparsable, "\(path):\(test.line): first-seen names rule \"\(rule)\", which is not in \(target)",
                    hint: hint)
            }
            let output = try output(document, for: test.device, test.circumstances, store: test.store, arguments)
            mismatches += test.mismatches(output.decision, output.trace)
        }
        terminal.result([
            "document": .string(document.path), "cases": .integer(cases.count),
            "mismatches": .array(mismatches.map(\.json)),
        ])
        for (index, mismatch) in mismatches.enumerated() {
            let isLast = index + 1 == mismatches.count || mismatches[index + 1].line != mismatch.line
            terminal.resultLines(mismatch.lines(path, withReasons: isLast))
        }
        let wrong = Set(mismatches.map(\.line)).count
        guard wrong == 0 else {
            terminal.error(ErrorReport(.refused, "\(path): \(wrong) of \(cases.count) cases are not as expected"))
            return .refused
        }
        terminal.resultLines(["\(path): all \(cases.count) cases are as expected"])
        return .done
    }
}

extension DecisionCase.Mismatch {
    /// What is said of it; the reasons once for all columns of a line.
    fileprivate func lines(_ path: String, withReasons: Bool) -> [String] {
        ["\(path):\(line): \(column.rawValue) is \(actual), not \(expected)"]
            + (withReasons ? reasons.map { "    \($0)" } : [])
    }

    fileprivate var json: JSONValue {
        [
            "line": .integer(line), "column": .string(column.rawValue), "expected": .string(expected),
            "actual": .string(actual), "reason": .strings(reasons),
        ]
    }
}
