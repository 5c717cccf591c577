import Diagnostics
/// Scripts with which a shell completes the command line, made from the commands and their flags.
struct CompletionScript {
    private let commands: [any Command.Type]

    init(_ commands: [any Command.Type]) { self.commands = commands }

    /// For bash 3.2 and later.
    var bash: String {
        """
        # Made by: signet completions bash

        _signet_words() {
            local word
            COMPREPLY=()
            while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$2")
        }

        _signet_files() {
            local file
            COMPREPLY=()
            compopt -o filenames 2>/dev/null || :
            while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$1")
        }

        _signet() {
            local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
            local first= flags= files= values=
            # --flag=value is three words.
            if [ "$word" = = ]; then
                word=
            elif [ "$before" = = ] && [ "$COMP_CWORD" -gt 2 ]; then
                before=${COMP_WORDS[COMP_CWORD - 2]}
            fi
            if [ "$COMP_CWORD" -eq 1 ]; then
                _signet_words "\((names + Self.options).joined(separator: " "))" "$word"
                return
            fi
            case ${COMP_WORDS[1]} in
        \(cases(separator: " ", open: "'", close: "'"))
            esac
            case " $files " in *" $before "*) _signet_files "$word"; return ;; esac
            case " $values " in *" $before "*) COMPREPLY=(); return ;; esac
            case $word in -*) _signet_words "$flags" "$word"; return ;; esac
            if [ "$COMP_CWORD" -eq 2 ] && [ -n "$first" ]; then
                _signet_words "$first" "$word"
            else
                _signet_files "$word"
            fi
        }

        complete -F _signet signet

        """
    }

    /// For zsh, as a function of `fpath` or loaded below `compinit`.
    var zsh: String {
        """
        #compdef signet
        # Made by: signet completions zsh

        _signet() {
            local before=$words[CURRENT-1]
            local -a first flags files values
            if (( CURRENT == 2 )); then
                local -a commands=(
        \(commands.map { "            '\($0.name):\(Self.quoted($0.summary))'" }.joined(separator: "\n"))
                )
                _describe command commands
                compadd -- \(Self.options.joined(separator: " "))
                return
            fi
            case $words[2] in
        \(cases(separator: " ", open: "(", close: ")"))
            esac
            if (( $files[(Ie)$before] )); then
                _files
            elif (( $values[(Ie)$before] )); then
                return 1
            elif [[ $words[CURRENT] == -* ]]; then
                compadd -- $flags
            elif (( CURRENT == 3 && $#first )); then
                compadd -- $first
            else
                _files
            fi
        }

        if [[ $funcstack[1] == _signet ]]; then _signet "$@"; else compdef _signet signet; fi

        """
    }

    private static let options = ["help", "version", "--help", "--version"]

    private var names: [String] { commands.map { $0.name } }

    /// One branch for each command, which sets what the script asks for.
    private func cases(separator: String, open: String, close: String) -> String {
        func list(_ words: [String]) -> String { open + words.joined(separator: separator) + close }
        let branches = commands.map { command in
            let flags = command.flags.map(\.name) + ["--help"]
            let taking = command.flags.filter { $0.value != nil }
            return """
                    \(command.name))
                        first=\(list(command.firstWords))
                        flags=\(list(flags))
                        files=\(list(taking.filter(\.takesFile).map(\.name)))
                        values=\(list(taking.filter { !$0.takesFile }.map(\.name))) ;;
                """
        }
        return (branches + ["    help) first=\(list(names)) ;;"]).joined(separator: "\n")
    }

    private static func quoted(_ text: String) -> String { text.replacingScalars("'", with: "'\\''") }
}
