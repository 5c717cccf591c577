# What zsh does when the tab key is pressed, as `complete`, with the parts of its completion system that the script calls. And a
# file with a space.
echo x >'notes file.txt'
signet completions zsh >signet.completion
cat >complete <<'END'
#!/bin/sh
exec zsh -feuc '
compdef() { [[ "$*" == "_signet signet" ]] }
compadd() { shift; print -l -- $@ }
_files() { print -l -- *(N) }
_describe() { print -l -- ${${(P)2}%%:*} }
source ./signet.completion
words=("$@") CURRENT=$#
_signet || true
' zsh signet "$@" | LC_ALL=C sort -u
END
chmod +x complete
