import Diagnostics
import ManifestVerifier

enum HelpCommand: Command {
    static let name = "help"

    static var firstWords: [String] {
        Signet.commands.map { $0.name } + Topic.allCases.map(\.rawValue) + [listName]
            + FindingCode.allCases.map(\.rawValue)
    }

    private static let listName = "codes"

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        guard arguments.operands.count <= 2 else { throw arguments.usage("signet help takes a command and a verb") }
        guard let word = arguments.operands.first else {
            terminal.product(arguments.has("--man") ? ManualPage(Signet.commands).text : Signet.help + "\n")
            return .done
        }
        // As it stands in a finding, and in any case of letters.
        let text = word.trimmingBrackets.lowercased()
        let command = Signet.commands.first { $0.name == text }
        if let command, arguments.operands.count == 2 {
            let verb = arguments.operands[1]
            guard let help = command.help(of: verb) else { throw command.unknownFirstWord(verb) }
            terminal.product(help + "\n")
        } else if let command {
            terminal.product(command.help(isWhole: arguments.has("--all")) + "\n")
        } else if arguments.operands.count == 2 {
            throw arguments.usage("signet help takes a command and a verb")
        } else if let topic = Topic(rawValue: text) {
            terminal.product(topic.article)
        } else if text == listName {
            list(terminal)
        } else if let code = FindingCode(rawValue: text) {
            terminal.result(Records.explanations.json([code]))
            terminal.resultLines(lines(of: code))
        } else {
            throw ErrorReport(
                .usage, "there is no command, no code and no topic \"\(word)\"",
                hint: text.didYouMean(firstWords)
                    ?? "signet help lists the commands and topics, signet help codes the codes")
        }
        return .done
    }

    private static func list(_ terminal: Terminal) {
        terminal.result(Records.explanations.json(FindingCode.allCases))
        for code in FindingCode.allCases {
            let head = "\(code.rawValue)  \(code.severity.rawValue)"
            terminal.resultLines([head] + code.meaning.plain.wrapped(indent: "    "))
        }
    }

    private static func lines(of code: FindingCode) -> [String] {
        func part(_ title: String, _ text: String) -> [String] { ["", title] + text.wrapped(indent: "    ") }
        return ["\(code.rawValue): \(code.severity.rawValue)"]
            + code.meaning.plain.wrapped(indent: "    ")
            + part("why it matters", code.reason)
            + part("what to do", code.remedy)
            + part("in plan and build", code.strictText)
            + part("in publish", code.publishingText)
            + ["", "example"] + code.example.split(separator: "\n").map { "    \($0)" }
    }
}

/// Articles that the tool carries inside, for people without a browser.
enum Topic: String, CaseIterable {
    case badNight = "a-bad-night"
    case documents
    case policy

    /// Markdown, as it stands in the documentation: `ABadNight.md`.
    fileprivate var article: String {
        EmbeddedFile.text(
            rawValue.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + ".md")
    }
}

extension String {
    /// The text without the marks of code that it has in an article.
    var plain: String { filter { $0 != "`" } }

    fileprivate var trimmingBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    }
}
