# Two environments that are published to a bucket each, as `signet init --ci` finds them.
signet init --quiet --ios https://apps.apple.com/app/id1234567
cat >policy.json <<'END'
{ "descriptions": "Descriptions.xcstrings", "environments": {
  "production": { "origin": "https://production.example.com", "publishTo": "s3://one",
    "ios": { "storeURL": "https://apps.apple.com/app/id1234567",
      "minimumOSVersion": { "value": "13", "description": "os-required" },
      "minimumAppVersion": { "value": "1.0.0", "description": "app-required" } },
    "documents": { "gate": "gate/{platform}.json" } },
  "staging": { "origin": "https://staging.example.com", "publishTo": "s3://two",
    "ios": { "storeURL": "https://apps.apple.com/app/id1234567",
      "minimumOSVersion": { "value": "13", "description": "os-required" },
      "minimumAppVersion": { "value": "1.0.0", "description": "app-required" } },
    "documents": { "gate": "gate/{platform}.json" } } } }
END
signet keys generate staging
