# A project for Android that publishes one document; the caller says what its minimum is and which document.
cp "$TESTS/Policies/Texts.xcstrings" Texts.xcstrings
cat >policy.json <<END
{
  "descriptions": "Texts.xcstrings",
  "environments": {
    "production": {
      "origin": "https://distribution.example.com",
      "envelopes": ["headers"],
      "android": { "minimumAppVersion": { $MINIMUM, "description": "app" } },
      "documents": { $DOCUMENT }
    }
  }
}
END
signet keys generate production
