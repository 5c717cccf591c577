import Testing
import TestSupport

/// Documents that ask less of a platform, or are one for each.
@Suite struct PlatformConfigTests {
    private static func policy(_ documents: String, android: String = "") -> String {
        """
        { "environments": { "production": { "origin": "https://d.shop.example",
          "ios": { "storeURL": "https://apps.apple.com/app/id1",
            "minimumAppVersion": { "value": "3.0.0" }, "latestAppVersion": { "value": "3.2.0" } },
          "android": { "storeURL": "https://play.google.com/store/apps/details?id=a",
            "minimumAppVersion": { "versionName": "3.0.0"\(android) }, "latestAppVersion": { "versionName": "3.1.0" } },
          "documents": { \(documents) } } } }
        """
    }

    @Test func `one app-config a platform lets the platforms differ`() throws {
        let project = try Project(policy: Self.policy(#""app-config": "api/v1/app-config-{platform}""#))
        try project.expectDone(["build"])
        #expect(
            try project.folder.text("output/production/api/v1/app-config-android") == """
                {
                  "minimumVersion": "3.0.0",
                  "latestVersion": "3.1.0",
                  "updateUrl": "https://play.google.com/store/apps/details?id=a",
                  "maintenanceMode": false,
                  "maintenanceMessage": null
                }

                """)
        #expect(
            try project.folder.text("output/production/api/v1/app-config-ios").contains(
                "\"latestVersion\": \"3.2.0\",\n  \"updateUrl\": \"https://apps.apple.com/app/id1\""))
        try project.expectDone(["verify", "output"])
        for (platform, os, store) in [("ios", "17.0", "apps.apple.com/app/id1"), ("android", "30", "id=a")] {
            let decision = try project.run(
                ["decide", "output/production", "--platform", platform, "--app", "2.9.0", "--os", os])
            #expect(decision.output.contains(store), "\(decision.output)\(decision.errors)")
            #expect(decision.output.contains("app-config-\(platform)"), "\(decision.output)")
            #expect(decision.output.split(separator: "\n").count { $0.contains("app-config-") } == 1)
        }
        try project.folder.write("policy.json", Self.policy(#""app-config": "api/v1/app-config""#))
        try project.expectRefusal(["build"], code: 1, ["one latestAppVersion for all platforms"])
    }

    @Test func `one URL for all platforms goes into each platform's app-config`() throws {
        let project = try Project(
            policy: Self.policy(
                #""app-config": { "path": "{platform}/config", "updateUrl": "https://u.shop.example/" }"#))
        try project.expectDone(["build"])
        for platform in ["ios", "android"] {
            #expect(
                try project.folder.text("output/production/\(platform)/config").contains(
                    "\"updateUrl\": \"https://u.shop.example/\""))
        }
    }

    @Test(arguments: [
        (#""app-config": "c-{platform}", "remote-config": "r-{platform}""#, ""),
        (
            #""availability": "a-{platform}""#,
            "missing member \"minimumAppVersion\" with \"value\", which availability needs"
        ),
        (
            #""environment-config": { "path": "e", "base": "env.json", "environments": { "a": "production" } }"#,
            "policy.json:4:14: error: missing member \"minimumAppVersion\" with \"value\", which environment-config needs"
        ),
    ])
    func `an Android version has a code only where a document needs one`(documents: String, missing: String) throws {
        let project = try Project(policy: Self.policy(documents))
        try project.folder.write("env.json", #"{ "environments": { "a": {} } }"#)
        let plan = try project.run(["plan", "none"])
        #expect(plan.errors.contains(missing), "\(plan.errors)")
        #expect((plan.status == 0) == missing.isEmpty)
        let neither = Self.policy(documents).replacing("\"versionName\": \"3.0.0\"", with: "")
        try project.folder.write("policy.json", neither)
        #expect(try project.run(["plan", "none"]).errors.contains("policy.json:5:26: error: missing member \"value\""))
    }
}
