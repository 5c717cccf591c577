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
    local verb=${COMP_WORDS[2]-} first= flags= files= values=
    # --flag=value is three words.
    if [ "$word" = = ]; then
        word=
    elif [ "$before" = = ] && [ "$COMP_CWORD" -gt 2 ]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    if [ "$COMP_CWORD" -eq 1 ]; then
        _signet_words "@NAMES@ version --help --version" "$word"
        return
    fi
    case ${COMP_WORDS[1]} in
        @CASES@) ;;
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
