# A tree whose signatures travel in `.jws` files alone, signed on 3 August 2026.
. "$STARTS/project.sh"
sed -i 's/"envelopes": \["headers"\]/"envelopes": ["jws"]/' policy.json
signet build --at 2026-08-03T22:59:35Z --quiet
