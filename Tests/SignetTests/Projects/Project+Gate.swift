import Foundation
import Testing
import TestSupport

extension Project {
    /// A project with gate documents and nothing wrong; parts of its policy can be replaced.
    static func gate(replacing find: String = "", with replacement: String = "") throws -> Project {
        let policy = find.isEmpty ? gatePolicy : gatePolicy.replacingOccurrences(of: find, with: replacement)
        let project = try Project(policy: policy)
        try project.expectDone(["keys", "generate", "production-2", "--environment", "production"])
        try project.folder.write("Texts.xcstrings", LintCase.catalog)
        try project.folder.write("notes.txt", "notes\n")
        return project
    }

    /// Rules of every kind for iOS, and for Android the classic members alone.
    static let gatePolicy = """
        {
          "descriptions": "Texts.xcstrings",
          "environments": {
            "production": {
              "origin": "https://distribution.shop.example",
              "profile": "dated",
              "ios": {
                "storeURL": "https://apps.apple.com/app/id1",
                "minimumOSVersion": { "value": "13.5", "description": "required" },
                "recommendedOSVersion": { "value": "14", "title": "title", "description": "recommended" },
                "minimumAppVersion": { "value": "1.0.0", "description": "required", "orElse": "recommended" },
                "latestAppVersion": { "value": "3.2.0" },
                "latest": [ { "app": "3.2.0", "os": ">=15", "build": 41000 }, { "app": "2.9.4", "os": ">=13.5" } ],
                "rules": [
                  { "id": "testers", "when": { "channel": ["beta", "internal"], "region": "GB" }, "then": "available" },
                  { "id": "bad-2.3", "when": { "app": ["2.3.1...2.3.4", "2.4.0"], "os": ">=13.5" }, "then": "required",
                    "title": "title", "description": "required", "url": "https://www.shop.example/help" },
                  { "id": "winter", "when": { "app": "<3.2.0", "os": ">=15", "model": "iPhone8,*" },
                    "then": "recommended", "requiredFrom": "2036-12-01T00:00:00Z", "grace": "7d",
                    "requiredBy": "2036-12-24T00:00:00Z", "description": "recommended", "orElse": { "en": "Sorry.", "ar": "عذرًا." } },
                  { "id": "staged", "when": { "app": "<3.3.0", "share": { "salt": "3.3.0",
                      "steps": [["2036-12-01T00:00:00Z", 0.25], ["2036-12-03T00:00:00Z", 100]] } },
                    "then": "recommended", "description": "recommended" },
                  { "id": "tonight", "when": { "from": "2036-12-01T00:00:00Z", "until": "2036-12-02T00:00:00Z" },
                    "then": "maintenance", "scope": "payments", "message": "required" }
                ]
              },
              "android": {
                "storeURL": "https://play.google.com/store/apps/details?id=a",
                "minimumSDKVersion": { "value": 23, "description": "required" },
                "minimumAppVersion": { "value": 30, "versionName": "3.0.0", "description": "required" },
                "recommendedAppVersion": { "value": 31, "title": "title", "description": "recommended" },
                "latestAppVersion": { "value": 32, "versionName": "3.2.0" }
              },
              "maintenance": { "active": true, "message": "required" },
              "documents": { "gate": "gate/{platform}.json" }
            }
          }
        }

        """
}
