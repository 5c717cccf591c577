# The policy of `project`, with a key of production and a key of staging.
. "$STARTS/project.sh"
signet keys generate staging
