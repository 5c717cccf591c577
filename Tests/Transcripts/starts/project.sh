# The policy of `Project()` with its catalog, a static file and one key.
cat >policy.json <<'END'
{
  "descriptions": "Texts.xcstrings",
  "environments": {
    "production": {
      "origin": "https://distribution.example.com",
      "profile": "dated", "envelopes": ["headers"],
      "ios": {
        "minimumOSVersion": { "value": "13.5.0", "description": "os" },
        "minimumAppVersion": { "value": "3.0.0", "description": "app" }
      },
      "android": {
        "minimumSDKVersion": { "value": 23, "description": "os" },
        "minimumAppVersion": { "value": 8, "description": "app" }
      },
      "documents": {
        "availability": "distribution/availability-{platform}",
        "files": { "files/": "static/" }
      }
    }
  }
}
END
cp "$TESTS/Policies/Texts.xcstrings" .
mkdir static
echo notes >static/notes.txt
signet keys generate production
