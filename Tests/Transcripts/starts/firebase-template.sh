# The project of `every-format`, whose template of Firebase has a base, which is empty.
. "$STARTS/every-format.sh"
sed -i 's|"firebase-template": "remoteconfig.template.json"|"firebase-template": { "path": "remoteconfig.template.json", "base": "firebase-base.json" }|' policy.json
