import Diagnostics
import ManifestVerifier

enum ExplainCommand: Command {
    static let name = "explain"
    static let summary = "what a finding means, why it matters, and what to do"
    static let page: [HelpPart] = [
        """
        signet explain [CODE]

        Says of the code at the end of a finding, like [devices-freed], what it means
        and why it matters, what to do, whether --strict stops it, and whether
        publishing needs it acknowledged and how. Without a code, lists them all.
        """,
        .flags([.json, .quiet]),
        """
        Example:
          signet explain devices-freed
        """,
    ]

    static var firstWords: [String] { LintCode.allCases.map(\.rawValue) }

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        guard arguments.operands.count <= 1 else { throw arguments.usage("signet explain takes one code") }
        guard let word = arguments.operands.first else {
            list(terminal)
            return .done
        }
        // As it stands in a finding, and in any case of letters.
        let text = word.trimmingBrackets.lowercased()
        guard let code = LintCode(rawValue: text) else {
            throw ErrorReport(
                .usage, "there is no code \"\(word)\"",
                hint: text.didYouMean(firstWords, otherwise: "signet explain lists them all"))
        }
        terminal.result(Records.explanations.json([code]))
        terminal.resultLines(lines(of: code))
        return .done
    }

    private static func list(_ terminal: Terminal) {
        terminal.result(Records.explanations.json(LintCode.allCases))
        for code in LintCode.allCases {
            let head = "\(code.rawValue)  \(code.severity.rawValue)"
            terminal.resultLines([head] + code.meaning.plain.wrapped(indent: "    "))
        }
    }

    private static func lines(of code: LintCode) -> [String] {
        func part(_ title: String, _ text: String) -> [String] { ["", title] + text.wrapped(indent: "    ") }
        return ["\(code.rawValue): \(code.severity.rawValue)"]
            + code.meaning.plain.wrapped(indent: "    ")
            + part("why it matters", code.reason)
            + part("what to do", code.remedy)
            + part("in lint and build", code.strictText)
            + part("in publish", code.publishingText)
            + ["", "example"] + code.example.split(separator: "\n").map { "    \($0)" }
    }
}

extension String {
    /// The text without the marks of code that it has in an article.
    var plain: String { filter { $0 != "`" } }

    fileprivate var trimmingBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    }
}
