enum CompletionsCommand: Command {
    static let name = "completions"
    static let summary = "what a shell needs to complete commands, flags and files"
    static let firstWords = ["bash", "zsh"]
    static let page: [HelpPart] = [
        """
        signet completions bash|zsh

        Prints a script that makes the shell complete the commands of this version of
        signet, their flags, and files where a flag takes one.

        For bash, put it where bash-completion finds it, or load it in ~/.bashrc:

          source <(signet completions bash)

        For zsh, put it as _signet into a folder of $fpath, or load it in ~/.zshrc,
        below compinit:

          source <(signet completions zsh)
        """,
        .flags([.quiet]),
        """
        Example:
          signet completions bash > ~/.local/share/bash-completion/completions/signet
        """,
    ]

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
