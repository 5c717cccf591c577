# A document of every format, over a team's own file, and an environment that extends another.
cp "$TESTS/Policies/every-format.json" policy.json
cp "$TESTS/Policies/Texts.xcstrings" .
cp "$TESTS/Policies/every-format-env.json" env.json
echo '{}' >firebase-base.json
mkdir static
echo notes >static/notes.txt
signet keys generate production
signet keys generate staging
