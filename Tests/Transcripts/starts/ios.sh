# The project for iOS alone; MINIMUM is the minimum of its app, if not 3.0.0.
. "$STARTS/project.sh"
sed -i "/\"android\": {/,+3d; s/3.0.0/${MINIMUM:-3.0.0}/" policy.json
