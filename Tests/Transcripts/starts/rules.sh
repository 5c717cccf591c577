# Three rules for iOS: one blocks some versions, one is for beta testers, one is a recommendation with a deadline.
cat >policy.json <<'POLICY'
{ "environments": { "production": { "origin": "https://d.shop.example",
  "ios": { "rules": [
    { "id": "beta", "when": { "channel": "beta" }, "then": "available" },
    { "id": "bad", "when": { "app": "2.3.1...2.3.4" }, "then": "required", "title": { "en": "Update" } },
    { "id": "winter", "when": { "app": "<3.2.0" }, "then": "recommended", "requiredFrom": "2096-12-01T00:00:00Z", "grace": "7d",
      "description": { "en": "Please update.", "cy": "Diweddarwch." }, "url": "https://shop.example/a" } ] },
  "documents": { "gate": "gate/{platform}.json" } } } }
POLICY
signet keys generate production
