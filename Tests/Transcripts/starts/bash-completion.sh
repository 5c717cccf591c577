# What bash does when the tab key is pressed, as `complete`: it calls the function that `complete -F` named. And a file with a space.
echo x >'notes file.txt'
signet completions bash >signet.completion
cat >complete <<'END'
#!/bin/bash
set -eu
source ./signet.completion
[[ $(complete -p signet) == 'complete -F _signet signet' ]]
COMP_WORDS=(signet "$@") COMP_CWORD=$#
_signet
printf '%s\n' "${COMPREPLY[@]}" | LC_ALL=C sort -u
END
chmod +x complete
