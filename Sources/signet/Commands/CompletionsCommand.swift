import Diagnostics

/// Scripts with which a shell completes the command line, made from the commands and their flags.
enum CompletionsCommand: Command {
    static let name = "completions"
    static let firstWords = ["bash", "zsh"]

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        guard let shell = arguments.operands.first, arguments.operands.count == 1 else {
            throw arguments.usage("signet completions takes one of \(firstWordsText)")
        }
        guard firstWords.contains(shell) else { throw unknownFirstWord(shell) }
        let (open, close) = shell == "zsh" ? ("(", ")") : ("'", "'")
        let described = Signet.commands.map { command in
            "'\(command.name):\(command.summary.replacingScalars("'", with: "'\\''"))'"
        }
        terminal.product(
            EmbeddedFile.text("signet.\(shell)")
                .replacingScalars("@NAMES@", with: names)
                .replacingScalars("@COMMANDS@", with: described.joined(separator: "\n            "))
                .replacingScalars("        @CASES@) ;;", with: cases { open + $0.joined(separator: " ") + close }))
        return .done
    }

    private static var names: String { Signet.commands.map { $0.name }.joined(separator: " ") }

    /// One branch for each command, which sets what the script asks for.
    private static func cases(_ list: ([String]) -> String) -> String {
        let branches = Signet.commands.map { command in
            let taking = command.flags.filter { $0.value != nil }
            func flags(of verb: String? = nil) -> String {
                "flags=" + list(command.flags.filter { $0.isFor(verb) }.map(\.name) + ["--help"])
            }
            let isForAll = command.flags.allSatisfy(\.verbs.isEmpty)
            let ofVerbs = isForAll ? [] : command.verbs.map { "\($0.name)) \(flags(of: $0.name)) ;;" }
            return """
                    \(command.name))
                        first=\(list(command.firstWords))
                        files=\(list(taking.filter(\.takesFile).map(\.name)))
                        values=\(list(taking.filter { !$0.takesFile }.map(\.name)))
                        case $verb in
                            \((ofVerbs + ["*) \(flags()) ;;"]).joined(separator: "\n                "))
                        esac ;;
                """
        }
        return (branches + ["    help) first=\(list([names])) ;;"]).joined(separator: "\n")
    }
}
