enum CompletionsCommand: Command {
    static let name = "completions"
    static let firstWords = ["bash", "zsh"]

    static func run(_ arguments: Arguments, terminal: Terminal) async throws -> ExitCode {
        guard let shell = arguments.operands.first, arguments.operands.count == 1 else {
            throw arguments.usage("signet completions takes one of \(firstWordsText)")
        }
        let script = CompletionScript(Signet.commands)
        switch shell {
        case "bash": terminal.product(script.bash)
        case "zsh": terminal.product(script.zsh)
        default: throw unknownFirstWord(shell)
        }
        return .done
    }
}
