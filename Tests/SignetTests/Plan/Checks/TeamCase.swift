import Testing
import TestSupport

/// A team's project with nothing wrong in it.
enum TeamCase {
    /// A policy with nothing wrong in it.
    static let policy = """
        {
          "descriptions": "Texts.xcstrings",
          "$schema": "./policy.schema.json",
          "environments": {
            "production": {
              "origin": "https://distribution.shop.example",
              "profile": "dated", "envelopes": ["headers"],
              "resignAfter": "12h",
              "maximumAge": "36h",
              "ios": {
                "storeURL": "https://apps.apple.com/app/id1",
                "minimumOSVersion": { "value": "13.5", "description": "required" },
                "recommendedOSVersion": { "value": "14", "title": "title", "description": "recommended" },
                "minimumAppVersion": { "value": "3.0.0", "build": 30, "description": "required" },
                "recommendedAppVersion": { "value": "3.1.0", "title": "title", "description": "recommended" },
                "latestAppVersion": { "value": "3.2.0", "build": 32 }
              },
              "android": {
                "storeURL": "https://play.google.com/store/apps/details?id=a",
                "minimumSDKVersion": { "value": 23, "description": "required" },
                "minimumAppVersion": { "value": 30, "versionName": "3.0.0", "description": "required" },
                "recommendedAppVersion": { "value": 31, "title": "title", "description": "recommended", "versionName": "3.1.0" },
                "latestAppVersion": { "value": 32, "versionName": "3.2.0" }
              },
              "maintenance": { "active": false, "message": "closed" },
              "documents": {
                "availability": "availability-{platform}",
                "app-config": "app-config",
                "environment-config": {
                  "path": "env.json", "base": "base.json", "environments": { "main": "production" }
                },
                "remote-config": "remote-config-{platform}.json",
                "firebase-template": { "path": "template.json", "base": "template-base.json" },
                "files": { "notes.txt": "notes.txt" }
              }
            }
          }
        }

        """

    /// A catalog with nothing wrong in it.
    static let catalog = """
        {
          "sourceLanguage": "en",
          "strings": {
            "required": { "localizations": {
              "en": { "stringUnit": { "state": "translated", "value": "Please update." } },
              "ar": { "stringUnit": { "state": "translated", "value": "يُرجى التحديث." } }
            } },
            "recommended": { "localizations": {
              "en": { "stringUnit": { "state": "translated", "value": "An update is there." } },
              "ar": { "stringUnit": { "state": "translated", "value": "يتوفر تحديث." } }
            } },
            "title": { "localizations": {
              "en": { "stringUnit": { "state": "translated", "value": "Update" } },
              "ar": { "stringUnit": { "state": "translated", "value": "تحديث" } }
            } },
            "closed": { "localizations": {
              "en": { "stringUnit": { "state": "translated", "value": "Closed until noon." } }
            } }
          },
          "version": "1.0"
        }

        """

    /// The files that the policy names.
    static let files = [
        "Texts.xcstrings": catalog, "base.json": "{ \"environments\": { \"main\": {} } }",
        "template-base.json": "{}", "notes.txt": "notes\n",
    ]

    /// A team's folder with nothing wrong in it.
    static func project(hasNextKey: Bool = true) throws -> Project {
        let project = try Project(policy: policy, keys: ["production"] + (hasNextKey ? ["production-2"] : []))
        for (name, text) in files { try project.folder.write(name, text) }
        // Nobody is counted as long as the policy does not name it.
        try project.folder.write(
            "devices.csv",
            "platform,os,app,build,devices\nios,17.4,3.0.0,30,900\nios,17.4,3.2.0,32,9000\nandroid,34,3.2.0,32,100\n")
        // No finding as long as the policy does not publish it.
        try project.folder.write("ring.json", "{ \"keys\": [ { \"id\": \"x\", \"publicKey\": \"x.pem\" } ] }")
        return project
    }
}
