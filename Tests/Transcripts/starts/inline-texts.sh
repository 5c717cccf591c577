# A project whose policy holds its texts itself.
cat >policy.json <<'END'
{ "environments": { "production": { "origin": "https://d.shop.example",
  "ios": {
    "storeURL": "https://apps.apple.com/app/id1",
    "minimumOSVersion": { "value": "13.5", "description": { "en": "A", "de": "B" } },
    "minimumAppVersion": { "value": "3.0.0", "description": { "en": "C", "de": "D" } },
    "latestAppVersion": { "value": "3.2.0" } },
  "documents": { "availability": "a-{platform}" } } } }
END
cp "$TESTS/Policies/Texts.xcstrings" .
signet keys generate production
