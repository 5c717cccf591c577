# The team's project that publishes gate documents as well.
. "$STARTS/team.sh"
sed -i 's|"app-config": "app-config",|& "gate": "gate/{platform}.json",|' policy.json
