# Two keys of production, of which apps have the active one, one key of staging, and a population of a million devices.
. "$STARTS/two-environments.sh"
signet keys generate second --environment production
signet keys shipped production 2.0.0
cat >fleet.csv <<'CSV'
platform,os,app,devices
ios,17.4,3.1.0,900000
ios,16.1,3.0.9,60000
android,34,3.0.9,20000
android,30,2.9,9000
android,34,3.1.0-beta,10000
ios,17.4,,700
ios,17.4,unknown,300
CSV
