# The minimum 3.0.0, build 40000, over a base file that says the same of one of its two environments, and an empty template.
cat >policy.json <<'POLICY'
{ "environments": { "production": { "origin": "https://d.shop.example",
  "ios": { "storeURL": "https://apps.apple.com/app/id1",
    "minimumAppVersion": { "value": "3.0.0", "build": 40000 },
    "recommendedAppVersion": { "value": "3.2.0" },
    "latestAppVersion": { "value": "3.2.0", "build": 41000 } },

  "documents": {
    "firebase-template": { "path": "template", "base": "firebase.json" },
    "environment-config": { "path": "env", "base": "env.json",
      "environments": { "mainnet": "production" } } } } } }
POLICY
cat >env.json <<'BASE'
{ "environments": {
  "mainnet": { "apps": { "ios": { "build": 40000, "minimalVersion": "3.0.0", "url": "https://apps.apple.com/app/id1" } } }, "other": {} } }
BASE
echo '{}' >firebase.json
signet keys generate production
