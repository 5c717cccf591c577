# A project for iOS with a file; MINIMUM is the minimum of its app, if not 3.0.0.
cat >policy.json <<END
{
  "descriptions": "Texts.xcstrings",
  "environments": {
    "production": {
      "origin": "https://distribution.example.com",
      "profile": "dated", "envelopes": ["headers"],
      "ios": {
        "minimumOSVersion": { "value": "13.5.0", "description": "os" },
        "minimumAppVersion": { "value": "${MINIMUM:-3.0.0}", "description": "app" }
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
