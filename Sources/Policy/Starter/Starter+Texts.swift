extension Starter {
    static func policyText(environment: String) -> String {
        """
        {
          "descriptions": "\(catalogName)",
          "environments": {
            "\(environment)": {
              "origin": "https://distribution.example.com",
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
              "documents": {
                "gate": "gate/{platform}.json",
                "availability": "distribution/availability-{platform}",
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
