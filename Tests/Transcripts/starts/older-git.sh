# `answered.sh ANSWER` makes a key where a git answers like this program to the question about `production.key.pem`.
mkdir bin
cat >bin/git <<'SH'
#!/bin/sh
/bin/cat >asked
/usr/bin/env >variables
. ./answer
SH
chmod +x bin/git
cat >answered.sh <<'SH'
rm -rf keys
printf '%s\n' "$1" >answer
signet=$(command -v signet)
PATH="$PWD/bin" GITHUB_TOKEN=secret SIGNET_KEY_PASSPHRASE=secret "$signet" keys generate production
status=$?
ls keys
exit $status
SH
