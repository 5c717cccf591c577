# A team's project with nothing wrong in it.
cp "$TESTS/Policies/team.json" policy.json
cp "$TESTS/Policies/Team.xcstrings" Texts.xcstrings
echo '{ "environments": { "main": {} } }' >base.json
echo '{}' >template-base.json
echo notes >notes.txt
cat >devices.csv <<'END'
platform,os,app,build,devices
ios,17.4,3.0.0,30,900
ios,17.4,3.2.0,32,9000
android,34,3.2.0,32,100
END
signet keys generate production
signet keys generate production-2 --environment production
