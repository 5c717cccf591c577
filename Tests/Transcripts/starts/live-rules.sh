# A project with a gate document of few rules and no maintenance, whose tree is published in a folder for static hosts.
. "$STARTS/gate.sh"
sed -i '/{ "id": "winter"/,/"message": "required" }$/d; s|"active": true|"active": false|
s|/help" },|/help" }|' policy.json
# An hour ago, so that what is built next need not wait for the clock.
signet build --at "$(date -u -d "-1 hour" +%Y-%m-%dT%H:%M:%SZ)" --quiet
signet publish --environment production --to public --first --quiet
