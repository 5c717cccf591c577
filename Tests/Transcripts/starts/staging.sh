# The policy of `project` with another environment that extends the first one.
. "$STARTS/project.sh"
sed -i 's|^    }$|    },\n    "staging": { "extends": "production", "origin": "https://staging.example.com" }|' policy.json
signet keys generate staging
