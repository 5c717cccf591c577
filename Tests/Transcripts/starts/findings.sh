# The team's project with a warning, and with two errors in its policy.
. "$STARTS/team.sh"
sed -i '0,/"13.5"/s//"15"/; 0,/"title": "title", /s///; s/{ "value": 31, "title": "title"/{ "value": 31, "title": "100%"/' policy.json
