import Diagnostics
import LocalFiles
import ManifestVerifier

/// The policy to look at: built in, so that the first build needs no files.
package struct Starter: Sendable {
    package static let policyName = "policy.json"
    static let catalogName = "Descriptions.xcstrings"
    private static let folderName = "static"

    private let environment: EnvironmentName

    package init(environment: EnvironmentName) {
        self.environment = environment
    }

    package var policy: [UInt8] { Array(Self.policyText(environment: environment.rawValue).utf8) }

    package var files: [(path: String, bytes: [UInt8])] {
        [
            (Self.policyName, policy),
            (Self.catalogName, Array(Self.catalogText.utf8)),
            ("\(Self.folderName)/support.json", Array(Self.supportText.utf8)),
        ]
    }
}

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

    static let catalogText = catalog([
        "app-recommended": [
            "ar": "يتوفر إصدار أحدث من هذا التطبيق.",
            "de": "Eine neuere Version dieser App ist verfügbar.",
            "en": "A newer version of this app is available.",
            "ja": "このアプリの新しいバージョンがあります。",
        ],
        "app-recommended-title": [
            "ar": "تحديث متوفر",
            "de": "Update verfügbar",
            "en": "Update available",
            "ja": "アップデートがあります",
        ],
        "app-required": [
            "ar": "يُرجى تحديث التطبيق لمواصلة استخدامه.",
            "de": "Bitte aktualisiere die App, um sie weiter zu nutzen.",
            "en": "Please update the app to keep using it.",
            "ja": "引き続き使用するには、アプリを更新してください。",
        ],
        "os-required": [
            "ar": "يُرجى تحديث برنامج جهازك لاستخدام هذا التطبيق.",
            "de": "Bitte aktualisiere die Software deines Geräts, um diese App zu nutzen.",
            "en": "Please update your device software to use this app.",
            "ja": "このアプリを使用するには、デバイスのソフトウェアを更新してください。",
        ],
    ])

    /// A string catalog as Xcode lays it out.
    static func catalog(_ texts: KeyValuePairs<String, KeyValuePairs<String, String>>) -> String {
        let strings = texts.map { key, translations in
            let localizations = translations.map { language, text in
                "        \"\(language)\" : { \"stringUnit\" : { \"state\" : \"translated\", \"value\" : \"\(text)\" } }"
            }
            return
                "    \"\(key)\" : {\n      \"localizations\" : {\n\(localizations.joined(separator: ",\n"))\n      }\n    }"
        }.joined(separator: ",\n")
        return "{\n  \"sourceLanguage\" : \"en\",\n  \"strings\" : {\n\(strings)\n  },\n  \"version\" : \"1.0\"\n}\n"
    }
}
