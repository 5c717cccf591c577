# A project for both platforms, in which Android's versions have names and no codes.
cat >policy.json <<'END'
{ "environments": { "production": { "origin": "https://d.shop.example",
  "ios": { "storeURL": "https://apps.apple.com/app/id1",
    "minimumAppVersion": { "value": "3.0.0" }, "latestAppVersion": { "value": "3.2.0" } },
  "android": { "storeURL": "https://play.google.com/store/apps/details?id=a",
    "minimumAppVersion": { "versionName": "3.0.0" }, "latestAppVersion": { "versionName": "3.1.0" } },
  "documents": { "app-config": "api/v1/app-config-{platform}" } } } }
END
signet keys generate production
