extension Starter {
    static func policyText(environment: String) -> String {
        """
        // What your apps are told, and under which address. Change it, then: signet build
        {
          "$schema": "./\(DocumentSchema.policy.fileName)",
          "descriptions": "Descriptions.xcstrings",
          "environments": {
            "\(environment)": {
              "origin": "https://distribution.example.com",

              // dated: the signature covers a date as well, so that an old document cannot be served again.
              // body: the signature covers the body alone.
              "profile": "dated",
              // In what a signature travels: response headers, or a .jws beside each document, which any host can serve.
              "envelopes": ["headers", "jws"],
              "resignAfter": "24h",
              "cacheControl": "public, max-age=300, stale-if-error=86400",

              // Below "minimum" the app does not run; below "recommended" it advises an update.
              // Titles and descriptions are keys of the string catalog.
              "ios": {
                "storeURL": "https://apps.apple.com/app/id000000000",
                "minimumOSVersion": { "value": "15.0", "description": "os-required" },
                "minimumAppVersion": { "value": "1.0.0", "description": "app-required" },
                "recommendedAppVersion": {
                  "value": "1.1.0", "title": "app-recommended-title", "description": "app-recommended"
                }
              },
              "android": {
                "storeURL": "https://play.google.com/store/apps/details?id=com.example.app",
                "minimumSDKVersion": { "value": 26, "description": "os-required" },
                "minimumAppVersion": { "value": 100, "description": "app-required" },
                "recommendedAppVersion": {
                  "value": 110, "title": "app-recommended-title", "description": "app-recommended"
                }
              },

              // For ranges, deadlines and roll-outs: "rules" in a platform, and "gate" here.
              "documents": {
                "availability": "distribution/availability-{platform}",
                // Every file of the folder static/ is published below distribution/ as it is, signed like the rest.
                "files": { "distribution/": "static/" }
              }
            }
          }
        }

        """
    }

    static let supportText = """
        {
          "kind": "support",
          "url": "https://www.example.com/support"
        }

        """

    static let catalogText = """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "app-recommended" : {
              "localizations" : {
                "ar" : { "stringUnit" : { "state" : "translated", "value" : "يتوفر إصدار أحدث من هذا التطبيق." } },
                "de" : { "stringUnit" : { "state" : "translated", "value" : "Eine neuere Version dieser App ist verfügbar." } },
                "en" : { "stringUnit" : { "state" : "translated", "value" : "A newer version of this app is available." } },
                "ja" : { "stringUnit" : { "state" : "translated", "value" : "このアプリの新しいバージョンがあります。" } }
              }
            },
            "app-recommended-title" : {
              "localizations" : {
                "ar" : { "stringUnit" : { "state" : "translated", "value" : "تحديث متوفر" } },
                "de" : { "stringUnit" : { "state" : "translated", "value" : "Update verfügbar" } },
                "en" : { "stringUnit" : { "state" : "translated", "value" : "Update available" } },
                "ja" : { "stringUnit" : { "state" : "translated", "value" : "アップデートがあります" } }
              }
            },
            "app-required" : {
              "localizations" : {
                "ar" : { "stringUnit" : { "state" : "translated", "value" : "يُرجى تحديث التطبيق لمواصلة استخدامه." } },
                "de" : { "stringUnit" : { "state" : "translated", "value" : "Bitte aktualisiere die App, um sie weiter zu nutzen." } },
                "en" : { "stringUnit" : { "state" : "translated", "value" : "Please update the app to keep using it." } },
                "ja" : { "stringUnit" : { "state" : "translated", "value" : "引き続き使用するには、アプリを更新してください。" } }
              }
            },
            "os-required" : {
              "localizations" : {
                "ar" : { "stringUnit" : { "state" : "translated", "value" : "يُرجى تحديث برنامج جهازك لاستخدام هذا التطبيق." } },
                "de" : { "stringUnit" : { "state" : "translated", "value" : "Bitte aktualisiere die Software deines Geräts, um diese App zu nutzen." } },
                "en" : { "stringUnit" : { "state" : "translated", "value" : "Please update your device software to use this app." } },
                "ja" : { "stringUnit" : { "state" : "translated", "value" : "このアプリを使用するには、デバイスのソフトウェアを更新してください。" } }
              }
            }
          },
          "version" : "1.0"
        }

        """
}
