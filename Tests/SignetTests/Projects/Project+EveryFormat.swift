import Foundation
import TestSupport

extension Project {
    /// A project with a document of every format; parts of its policy can be replaced.
    static func everyFormat(replacing find: String = "", with replacement: String = "") throws -> Project {
        let changed =
            find.isEmpty ? everyFormatPolicy : everyFormatPolicy.replacingOccurrences(of: find, with: replacement)
        let project = try Project(policy: changed, keys: ["production", "staging"])
        try project.folder.write("env.json", environmentFile)
        try project.folder.write("firebase-base.json", "{}")
        return project
    }

    /// A policy with every format and an environment that extends another.
    static let everyFormatPolicy = """
        {
          "descriptions": "Texts.xcstrings",
          "environments": {
            "production": {
              "origin": "https://distribution.example.com",
              "ios": {
                "storeURL": "https://apps.apple.com/app/id1",
                "minimumOSVersion": { "value": "13.5.0", "description": "os" },
                "minimumAppVersion": { "value": "3.0.0", "build": 40000, "description": "app" },
                "latestAppVersion": { "value": "3.2.0", "build": 41000 }
              },
              "android": {
                "storeURL": "https://play.google.com/store/apps/details?id=a",
                "minimumSDKVersion": { "value": 23, "description": "os" },
                "minimumAppVersion": { "value": 8, "versionName": "3.0.0", "description": "app" },
                "latestAppVersion": { "value": 9, "versionName": "3.2.0" }
              },
              "maintenance": { "active": false, "message": "app" },
              "documents": {
                "availability": "distribution/availability-{platform}",
                "app-config": "api/v1/app-config",
                "environment-config": {
                  "path": ["configs/env.json", "configs/v1/env.json"], "base": "env.json",
                  "environments": { "mainnet": "production", "testnet": "staging", "copy": "production" }
                },
                "remote-config": "remote-config-{platform}.json",
                "firebase-template": "remoteconfig.template.json",
                "files": { "files/": "static/" }
              }
            },
            "staging": {
              "extends": "production", "origin": "https://staging.example.com",
              "ios": { "minimumAppVersion": { "value": "4.0.0", "build": 50000 }, "latestAppVersion": { "value": "4.0.0" } },
              "android": null,
              "documents": { "environment-config": null, "availability": null }
            }
          }
        }

        """

    /// A team's own file, with all that must come through untouched.
    private static let environmentFile = """
        { "version": 1e3, "limits": [1.50, -0, 1E+2],
          "environments": {
            "mainnet": { "rpc": "https://rpc.example.com", "apps": { "ios": { "old": true } }, "chain": 0.10 },
            "testnet": { "nested": { "a": [ { "b": null } ] } },
            "copy": {},
            "untouched": { "z": 1, "a": 2 }
          },
          "text": "e\u{301} \\u00e9 \\/" }
        """
}
