# A project with gate documents: rules of every kind for iOS, and for Android the classic members alone.
cp "$TESTS/Policies/gate.json" policy.json
cp "$TESTS/Policies/Team.xcstrings" Texts.xcstrings
echo notes >notes.txt
mkdir static
echo notes >static/notes.txt
signet keys generate production
signet keys generate production-2 --environment production
