#compdef signet
# Made by: signet completions zsh

_signet() {
    local before=$words[CURRENT-1] verb=${words[3]-}
    local -a first flags files values
    if (( CURRENT == 2 )); then
        local -a commands=(
            @COMMANDS@
        )
        _describe command commands
        compadd -- version --help --version
        return
    fi
    case $words[2] in
        @CASES@) ;;
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
