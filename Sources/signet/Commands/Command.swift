import Diagnostics

/// One command of the tool: words in, work done by the libraries, text out.
protocol Command: SendableMetatype {
    /// What is typed.
    static var name: String { get }
    /// One line for the list of commands.
    static var summary: String { get }
    /// What it does, its flags, one runnable example.
    static var help: String { get }
    static var flags: [Flag] { get }
    /// The words that may follow its name, where only certain words may: verbs, or names of what it shows.
    static var firstWords: [String] { get }
    /// Whether it takes `--format github`.
    static var annotates: Bool { get }
    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode
}

extension Command {
    static var firstWords: [String] { [] }

    /// The words that may follow its name, as a phrase.
    static var firstWordsText: String {
        firstWords.dropLast().joined(separator: ", ") + " and " + (firstWords.last ?? "")
    }

    static func unknownFirstWord(_ word: String) -> ErrorReport {
        ErrorReport(
            .usage, "signet \(name) has no \"\(word)\"; there are \(firstWordsText)",
            hint: word.didYouMean(firstWords, otherwise: "signet help \(name) shows what it takes"))
    }
    static var annotates: Bool { false }
}

struct Flag {
    let name: String
    let takesValue: Bool
    let isRepeatable: Bool

    static func option(_ name: String) -> Flag { Flag(name: name, takesValue: false, isRepeatable: false) }
    static func value(_ name: String, isRepeatable: Bool = false) -> Flag {
        Flag(name: name, takesValue: true, isRepeatable: isRepeatable)
    }
}

/// The words behind a command, read against its flags.
struct Arguments {
    /// The words that are not flags, in order.
    let operands: [String]
    private let command: any Command.Type
    var commandName: String { command.name }
    private var values: [String: [String]] = [:]

    /// Flags and operands may come in any order; `--` ends the flags.
    init(_ words: [String], for command: any Command.Type) throws {
        self.command = command
        var operands: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard let flag = command.flags.first(where: { $0.name == name }) else {
                throw Self.unknownFlag(name, command)
            }
            guard flag.isRepeatable || values[name] == nil else {
                throw Self.usage("flag \(name) is given more than once", command)
            }
            if flag.takesValue {
                guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
                    throw Self.usage("flag \(name) needs a value", command)
                }
                values[name, default: []].append(value)
            } else {
                guard parts.count == 1 else { throw Self.usage("flag \(name) takes no value", command) }
                values[name] = []
            }
        }
        self.operands = operands
    }

    func has(_ name: String) -> Bool { values[name] != nil }

    func value(_ name: String) -> String? { values[name]?.first }

    func values(_ name: String) -> [String] { values[name] ?? [] }

    /// Whether findings are to be annotations for GitHub as well.
    var wantsAnnotations: Bool {
        get throws {
            guard command.annotates, let format = value("--format") else { return false }
            guard ["text", "github"].contains(format) else { throw usage("--format is text or github, not \(format)") }
            guard format == "text" || !has("--json") else {
                throw usage("--format github and --json exclude each other")
            }
            return format == "github"
        }
    }

    func usage(_ message: String) -> ErrorReport { Self.usage(message, command) }

    func refuseOperands() throws {
        if let operand = operands.first { throw usage("signet \(command.name) takes no \"\(operand)\"") }
    }

    private static func unknownFlag(_ name: String, _ command: any Command.Type) -> ErrorReport {
        let report = usage("signet \(command.name) has no flag \(name)", command)
        let others = Signet.commands.filter { $0.flags.contains { $0.name == name } }.map { "signet \($0.name)" }
        let hint =
            others.isEmpty
            ? name.didYouMean(command.flags.map(\.name), otherwise: report.hint)
            : "\(name) is a flag of \(others.joined(separator: ", ")); \(report.hint ?? "")"
        return ErrorReport(report.kind, report.message, hint: hint)
    }

    private static func usage(_ message: String, _ command: any Command.Type) -> ErrorReport {
        ErrorReport(.usage, message, hint: "signet help \(command.name) shows what it takes")
    }
}
