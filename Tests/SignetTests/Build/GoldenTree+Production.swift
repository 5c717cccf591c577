extension GoldenTree {
    /// The bodies of environment `production`, with every format.
    static let production: [(path: String, body: String)] = [
        (
            "production/api/v1/app-config",
            """
            {
              "minimumVersion": "3.0.0",
              "latestVersion": "3.2.0",
              "updateUrl": {
                "ios": "https://apps.apple.com/app/id1",
                "android": "https://play.google.com/store/apps/details?id=a"
              },
              "maintenanceMode": false,
              "maintenanceMessage": null
            }

            """
        ),
        ("production/configs/env.json", goldenEnvironmentConfig),
        ("production/configs/v1/env.json", goldenEnvironmentConfig),
        (
            "production/distribution/availability-android",
            """
            {
              "minimumSDKVersion": {
                "value": 23,
                "description": {
                  "cy-GB": "Diweddarwch",
                  "en": "Update \\"iOS\\""
                }
              },
              "minimumAppVersion": {
                "value": 8,
                "description": {
                  "ar": "حدّث التطبيق",
                  "en": "Update the app / now"
                }
              }
            }

            """
        ),
        (
            "production/distribution/availability-ios",
            """
            {
              "minimumOSVersion": {
                "value": "13.5.0",
                "description": {
                  "cy-GB": "Diweddarwch",
                  "en": "Update \\"iOS\\""
                }
              },
              "minimumAppVersion": {
                "value": "3.0.0",
                "description": {
                  "ar": "حدّث التطبيق",
                  "en": "Update the app / now"
                }
              }
            }

            """
        ),
        (
            "production/files/notes.txt",
            """
            notes

            """
        ),
        (
            "production/remote-config-android.json",
            """
            {
              "platform": "android",
              "force_update_version": "3.0.0",
              "optional_update_version": "3.2.0"
            }

            """
        ),
        (
            "production/remote-config-ios.json",
            """
            {
              "platform": "ios",
              "force_update_version": "3.0.0",
              "optional_update_version": "3.2.0"
            }

            """
        ),
        (
            "production/remoteconfig.template.json",
            """
            {
              "conditions": [
                {
                  "name": "ios",
                  "expression": "device.os == 'ios'"
                },
                {
                  "name": "android",
                  "expression": "device.os == 'android'"
                }
              ],
              "parameters": {
                "force_update_version": {
                  "defaultValue": {
                    "value": "0.0.0"
                  },
                  "conditionalValues": {
                    "ios": {
                      "value": "3.0.0"
                    },
                    "android": {
                      "value": "3.0.0"
                    }
                  },
                  "description": "Below this version the app must be updated.",
                  "valueType": "STRING"
                },
                "optional_update_version": {
                  "defaultValue": {
                    "value": "0.0.0"
                  },
                  "conditionalValues": {
                    "ios": {
                      "value": "3.2.0"
                    },
                    "android": {
                      "value": "3.2.0"
                    }
                  },
                  "description": "Below this version an update is recommended.",
                  "valueType": "STRING"
                }
              }
            }

            """
        ),
    ]

    /// The team's own file, in its own layout, with the apps of two environments in it.
    private static let goldenEnvironmentConfig = """
        { "version": 1e3, "limits": [1.50, -0, 1E+2],
          "environments": {
            "mainnet": { "rpc": "https://rpc.example.com", "apps": { "ios": { "old": true, \
        "minimalVersion": "3.0.0", "build": 40000, "url": "https://apps.apple.com/app/id1" }, \
        "android": { "minimalVersion": "3.0.0", "build": 8, \
        "url": "https://play.google.com/store/apps/details?id=a" } }, "chain": 0.10 },
            "testnet": { "nested": { "a": [ { "b": null } ] }, "apps": { "ios": { \
        "minimalVersion": "4.0.0", "build": 50000, "url": "https://apps.apple.com/app/id1" } } },
            "copy": {
              "apps": {
                "ios": {
                  "minimalVersion": "3.0.0",
                  "build": 40000,
                  "url": "https://apps.apple.com/app/id1"
                },
                "android": {
                  "minimalVersion": "3.0.0",
                  "build": 8,
                  "url": "https://play.google.com/store/apps/details?id=a"
                }
              }
            },
            "untouched": { "z": 1, "a": 2 }
          },
          "text": "e\u{301} \\u00e9 \\/" }
        """
}
