# A document of rules for iOS, `gate/ios.json`, that no policy makes, signed on 3 August 2026.
. "$STARTS/project.sh"
mkdir gate
cat - "$TESTS/Policies/decided-rules.json" >gate/ios.json <<'JSON'
{ "gate": 1, "platform": "ios",
  "latest": [ { "app": "3.4.0", "os": ">=15" }, { "app": "2.9.4", "os": ">=12" } ], "rules": [
JSON
echo ' ] }' >>gate/ios.json
signet sign gate/ios.json --format gate-ios --profile dated --at 2026-08-03T10:00:00Z
