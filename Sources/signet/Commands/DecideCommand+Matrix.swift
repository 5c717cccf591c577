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
        var platform = named
        if case .gate(let gate) = document.content { platform = gate.platform }
        let cases = try DecisionCase.all(path, platform: platform, circumstances)
        var mismatches: [DecisionCase.Mismatch] = []
        for test in cases {
            let output = try output(document, for: test.device, test.circumstances, store: test.store, arguments)
            mismatches += test.mismatches(output.decision, output.trace)
        }
        terminal.result([
            "document": .string(document.path), "cases": .integer(cases.count),
            "mismatches": .array(mismatches.map(\.json)),
        ])
        for mismatch in mismatches { terminal.resultLines(mismatch.lines(path)) }
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
    fileprivate func lines(_ path: String) -> [String] {
        ["\(path):\(line): \(column.rawValue) is \(actual), not \(expected)"] + reasons.map { "    \($0)" }
    }

    fileprivate var json: JSONValue {
        [
            "line": .integer(line), "column": .string(column.rawValue), "expected": .string(expected),
            "actual": .string(actual), "reason": .strings(reasons),
        ]
    }
}
