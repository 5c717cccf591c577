# A document of every format, over a team's own file, and an environment that extends another.
cp "$TESTS/Policies/every-format.json" policy.json
cp "$TESTS/Policies/Texts.xcstrings" .
cat >env.json <<'BASE'
{ "version": 1e3, "limits": [1.50, -0, 1E+2],
  "environments": {
    "mainnet": { "rpc": "https://rpc.example.com", "apps": { "ios": { "old": true } }, "chain": 0.10 },
    "testnet": { "nested": { "a": [ { "b": null } ] } },
    "copy": {},
    "untouched": { "z": 1, "a": 2 }
  },
  "text": "é \u00e9 \/" }
BASE
echo '{}' >firebase-base.json
mkdir static
echo notes >static/notes.txt
signet keys generate production
signet keys generate staging
