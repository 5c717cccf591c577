# What every command needs: a web build and a list of bundles, a population, a policy without web bundles, a wrong one, a gate
# document that is not signed, and in `closing` a policy of the team's with a gate document, whose keys are not there.
. "$STARTS/web-build.sh"
sed '/web-bundles/d; s/, "jws"//' policy.json >plain.json
sed 's/"app"/"ap"/' plain.json >wrong.json
echo '{ "bundles": [] }' >bundles.json
printf 'platform,os,app,devices\nios,17.4,3.2.0,5\n' >fleet.csv
cat >gate.json <<'END'
{ "gate": 1, "platform": "ios", "rules": [ { "id": "a", "when": { "app": "<1" }, "then": "required" },
  { "id": "b", "then": "recommended", "requiredBy": "2096-01-01T00:00:00Z" }, {} ] }
END
mkdir team closing
(cd team && . "$STARTS/every-document.sh")
rm -r team/keys
mv team/* closing
rmdir team
