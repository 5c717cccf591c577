/// What the policy with rules gives, to the byte.
enum GoldenGate {
    static let all = [("gate/ios.json", ios), ("gate/android.json", android)]

    private static let ios = #"""
        {
          "gate": 1,
          "platform": "ios",
          "latest": [
            {
              "app": "3.2.0",
              "os": ">=15",
              "build": 41000
            },
            {
              "app": "2.9.4",
              "os": ">=13.5"
            }
          ],
          "rules": [
            {
              "id": "testers",
              "when": {
                "channel": [
                  "beta",
                  "internal"
                ],
                "region": "GB"
              },
              "then": "available"
            },
            {
              "id": "bad-2.3",
              "when": {
                "app": [
                  "2.3.1...2.3.4",
                  "2.4.0"
                ],
                "os": ">=13.5"
              },
              "then": "required",
              "title": {
                "ar": "تحديث",
                "en": "Update"
              },
              "description": {
                "ar": "يُرجى التحديث.",
                "en": "Please update."
              },
              "url": "https://www.shop.example/help"
            },
            {
              "id": "winter",
              "when": {
                "app": "<3.2.0",
                "os": ">=15",
                "model": "iPhone8,*"
              },
              "then": "recommended",
              "requiredFrom": "2036-12-01T00:00:00Z",
              "grace": "7d",
              "requiredBy": "2036-12-24T00:00:00Z",
              "description": {
                "ar": "يتوفر تحديث.",
                "en": "An update is there."
              },
              "orElse": {
                "ar": "عذرًا.",
                "en": "Sorry."
              },
              "url": "https://apps.apple.com/app/id1"
            },
            {
              "id": "staged",
              "when": {
                "app": "<3.3.0",
                "share": {
                  "salt": "3.3.0",
                  "steps": [
                    [
                      "2036-12-01T00:00:00Z",
                      0.25
                    ],
                    [
                      "2036-12-03T00:00:00Z",
                      100
                    ]
                  ]
                }
              },
              "then": "recommended",
              "description": {
                "ar": "يتوفر تحديث.",
                "en": "An update is there."
              },
              "url": "https://apps.apple.com/app/id1"
            },
            {
              "id": "tonight",
              "when": {
                "from": "2036-12-01T00:00:00Z",
                "until": "2036-12-02T00:00:00Z"
              },
              "then": "maintenance",
              "scope": "payments",
              "message": {
                "ar": "يُرجى التحديث.",
                "en": "Please update."
              }
            },
            {
              "id": "maintenance",
              "then": "maintenance",
              "message": {
                "ar": "يُرجى التحديث.",
                "en": "Please update."
              }
            },
            {
              "id": "minimum-os",
              "when": {
                "os": "<13.5"
              },
              "then": "required",
              "description": {
                "ar": "يُرجى التحديث.",
                "en": "Please update."
              },
              "orElse": {
                "ar": "يُرجى التحديث.",
                "en": "Please update."
              }
            },
            {
              "id": "minimum-app",
              "when": {
                "app": "<1.0.0"
              },
              "then": "required",
              "description": {
                "ar": "يُرجى التحديث.",
                "en": "Please update."
              },
              "orElse": {
                "ar": "يتوفر تحديث.",
                "en": "An update is there."
              },
              "url": "https://apps.apple.com/app/id1"
            },
            {
              "id": "recommended-os",
              "when": {
                "os": "<14"
              },
              "then": "recommended",
              "title": {
                "ar": "تحديث",
                "en": "Update"
              },
              "description": {
                "ar": "يتوفر تحديث.",
                "en": "An update is there."
              },
              "orElse": {
                "ar": "يتوفر تحديث.",
                "en": "An update is there."
              }
            }
          ]
        }

        """#

    private static let android = #"""
        {
          "gate": 1,
          "platform": "android",
          "latest": [
            {
              "app": "3.2.0",
              "sdk": ">=23",
              "build": 32
            }
          ],
          "rules": [
            {
              "id": "maintenance",
              "then": "maintenance",
              "message": {
                "ar": "يُرجى التحديث.",
                "en": "Please update."
              }
            },
            {
              "id": "minimum-sdk",
              "when": {
                "sdk": "<23"
              },
              "then": "required",
              "description": {
                "ar": "يُرجى التحديث.",
                "en": "Please update."
              },
              "orElse": {
                "ar": "يُرجى التحديث.",
                "en": "Please update."
              }
            },
            {
              "id": "minimum-app",
              "when": {
                "build": "<30"
              },
              "then": "required",
              "description": {
                "ar": "يُرجى التحديث.",
                "en": "Please update."
              },
              "url": "https://play.google.com/store/apps/details?id=a"
            },
            {
              "id": "recommended-app",
              "when": {
                "build": "<31"
              },
              "then": "recommended",
              "title": {
                "ar": "تحديث",
                "en": "Update"
              },
              "description": {
                "ar": "يتوفر تحديث.",
                "en": "An update is there."
              },
              "url": "https://play.google.com/store/apps/details?id=a"
            }
          ]
        }

        """#
}
