# A project with one app, which is published in a team's own file of environments, `env.json`; each case writes that.
cat >policy.json <<'END'
{ "environments": { "production": { "origin": "https://d.shop.example",
  "ios": { "storeURL": "https://apps.apple.com/app/id1",
    "minimumAppVersion": { "value": "3.0.0", "build": 40000 },
    "latestAppVersion": { "value": "3.2.0", "build": 41000 } },
  "documents": { "environment-config": { "path": "env", "base": "env.json",
    "environments": { "mainnet": "production" } } } } } }
END
signet keys generate production
