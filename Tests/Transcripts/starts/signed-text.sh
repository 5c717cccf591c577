# A text that is signed in every envelope on 3 August 2026, and keys of production and staging.
. "$STARTS/two-environments.sh"
mkdir distribution
echo hello >distribution/notes.txt
signet sign distribution/notes.txt --environment production --envelope headers --envelope jws --profile "${PROFILE:-body}" \
    --at 2026-08-03T22:59:35Z
