# The minimum build 40000 in a policy over a base file with 60000, which is what is published in a folder for static hosts.
. "$STARTS/base-files.sh"
sed -i 's|40000|60000|' env.json
sed -i 's|"build": 40000|"build": 60000|; s|"build": 41000|"build": 90000|' policy.json
# An hour ago, so that what is built next need not wait for the clock.
signet build --at "$(date -u -d "-1 hour" +%Y-%m-%dT%H:%M:%SZ)" --quiet
signet publish --environment production --to public --first --quiet
sed -i 's|"build": 60000|"build": 40000|' policy.json
