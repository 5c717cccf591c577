import Testing
import TestSupport

/// What a tired person types: none of it may do the opposite of what its word says.
@Suite struct NightMistakeTests {
    @Test(arguments: [
        ("block ios <3.2.0 --build 3", "minimumAppVersion has the build 30 already, and 3 is below it"),
        ("block ios <2.9.0 --build 31", "minimumAppVersion is 3.0.0 already, and 2.9.0 is below it"),
        ("block ios <3.0.0 --build 30", "minimumAppVersion is 3.0.0 already, which blocks all below"),
        ("block android <3.2.0 --build 3", "minimumAppVersion has the version code 30 already, and 3 is below it"),
        ("unblock ios <4.0.0 --minimum 3.4.0 --build 34", "minimumAppVersion is 3.0.0, and 3.4.0 is above it"),
        ("unblock ios <3.2.0 --minimum 2.9.0 --build 31", "minimumAppVersion has the build 30, and 31 is above it"),
        ("unblock ios <3.2.0 --minimum 3.0.0 --build 30", "minimumAppVersion is 3.0.0: nothing is lowered"),
        ("unblock android <3.2.0 --minimum 3.1.0 --build 29", "minimumAppVersion is 3.0.0, and 3.1.0 is above it"),
    ])
    func `a block never lets run, and an unblock never blocks`(words: String, said: String) throws {
        let project = try TeamCase.project()
        try project.expectRefusal(words.split(separator: " ").map(String.init), code: 1, [said])
        #expect(try project.folder.text("policy.json") == TeamCase.policy)
    }

    /// A policy for Android that publishes one document.
    private func android(_ minimum: String, _ document: String) throws -> Project {
        try Project(
            policy: """
                {
                  "descriptions": "Texts.xcstrings",
                  "environments": {
                    "production": {
                      "origin": "https://distribution.example.com",
                      "envelopes": ["headers"],
                      "android": { "minimumAppVersion": { \(minimum), "description": "app" } },
                      "documents": { \(document) }
                    }
                  }
                }

                """)
    }

    @Test func `what has a version code only is blocked by one`() throws {
        let project = try android(#""value": 9"#, #""availability": "availability-{platform}""#)
        let policy = try project.folder.text("policy.json")
        for text in [[], ["--text", "Please update."]] {
            try project.expectRefusal(
                ["block", "android", "<3.2.0"] + text, code: 64, ["hint: add the version code of 3.2.0: --build N"])
        }
        #expect(try project.folder.text("policy.json") == policy)
        try project.expectDone(["block", "android", "<3.2.0", "--build", "32"])
        #expect(try project.folder.text("policy.json").contains(#""value": 32"#))
        try project.expectRefusal(["unblock", "android", "<3.2.0", "--minimum", "3.0.0"], code: 64, ["--build N"])
        try project.expectDone(["unblock", "android", "<3.2.0", "--minimum", "3.0.0", "--build", "30"])
        #expect(try project.folder.text("policy.json").contains(#""value": 30"#))
    }

    @Test func `what has the name of a version only is blocked by one`() throws {
        let project = try android(#""versionName": "1.2.0""#, #""app-config": "api/v1/app-config""#)
        for text in [[], ["--text", "Please update."]] {
            try project.expectRefusal(
                ["block", "android", "<50"] + text, code: 64, [#"name the version: signet block android "<3.2.0""#])
        }
        try project.expectDone(["block", "android", "<1.3.0"])
        let policy = try project.folder.text("policy.json")
        #expect(policy.contains(#""versionName": "1.3.0""#) && !policy.contains("value"))
        try project.expectDone(["unblock", "android", "<1.3.0", "--minimum", "1.2.0"])
        #expect(try project.folder.text("policy.json").contains(#""versionName": "1.2.0""#))
    }

    @Test func `what a base file still has is acknowledged with the edit, so that it can be built`() throws {
        let project = try TeamCase.project()
        try project.change("policy.json", "\"app-config\": \"app-config\",", "")
        try project.folder.write(
            "base.json",
            #"{ "environments": { "main": { "apps": { "ios": { "minimalVersion": "3.0.0", "build": 30 } } } } }"#)
        try project.expectDone(["unblock", "ios", "<3.0.0", "--minimum", "2.9.0", "--build", "29"])
        #expect(try project.folder.text("policy.json").contains(#""code": "base-changed", "at": "main.ios.build""#))
        try project.expectDone(["build"])
    }

    @Test func `what another environment inherits is said, and acknowledged there as well`() throws {
        let project = try Project(
            policy: """
                { "environments": {
                  "production": { "origin": "https://d.shop.example",
                    "ios": { "storeURL": "https://apps.apple.com/app/id1", "minimumAppVersion": { "value": "1.0.0" },
                      "latestAppVersion": { "value": "3.2.0" } },
                    "documents": { "gate": "gate/{platform}.json" } },
                  "staging": { "extends": "production", "origin": "https://s.shop.example" } } }
                """, keys: ["production", "staging"], hasOwnKeys: true)
        try project.expectDone(["build"])
        for key in ["production", "staging"] { try project.expectDone(["keys", "shipped", key, "1.0.0"]) }
        let words = ["block", "ios", "3.2.0", "--text", "Please update.", "--environment", "production"]
        let done = try project.expectDone(words)
        #expect(done.errors.contains("\"staging\" inherits this edit:"), "\(done.errors)")
        #expect(done.output.contains("\nstaging"), "\(done.output)")
        #expect(done.errors.contains("\"allow\" of \"staging\" acknowledges this edit: "), "\(done.errors)")
        // A verb of an environment that nobody inherits says nothing of others.
        let alone = try project.expectDone(
            ["block", "ios", "3.1.0", "--text", "Please update.", "--environment", "staging"])
        #expect(!alone.errors.contains("inherits this edit"), "\(alone.errors)")
    }

    @Test func `an edit of a policy that could not be built says that it was not compared`() throws {
        let project = try Project(
            policy: """
                { "environments": { "production": { "origin": "https://d.shop.example",
                  "ios": { "storeURL": "https://apps.apple.com/app/id1", "minimumAppVersion": { "value": "1.0.0" },
                    "latestAppVersion": { "value": "3.2.0" } },
                  "android": { "storeURL": "https://play.google.com/store/apps/details?id=a.b",
                    "minimumAppVersion": { "versionName": "1.0.0" }, "latestAppVersion": { "versionName": "3.2.0" } },
                  "documents": { "app-config": "app-config" } } } }
                """)
        let half = try project.expectDone(["set", "production.ios.minimumAppVersion=3.0.0"])
        #expect(half.errors.contains("nothing can be built from policy.json now"), "\(half.errors)")
        let done = try project.expectDone(["set", "production.android.minimumAppVersion.versionName=3.0.0"])
        #expect(done.errors.contains("what this does to devices was not compared: nothing could be built from"))
    }

    @Test func `a merge that was not resolved is named`() throws {
        let project = try TeamCase.project()
        let policy = try project.folder.text("policy.json")
        try project.folder.write("policy.json", "{\n<<<<<<< HEAD\n" + policy.dropFirst(2))
        try project.expectRefusal(
            ["plan", "none"], code: 65,
            ["policy.json:2:1: error: a merge was not resolved here", "remove the lines that"])
    }

    @Test func `what installed apps obey is named where a rule would reach none of them`() throws {
        let project = try android(#""value": 9"#, #""availability": "availability-{platform}""#)
        try project.expectRefusal(
            ["block", "android", "100...104", "--text", "Please update."], code: 1,
            [
                #"hint: installed apps obey: signet block android "<105", which blocks all before as well; or publish one"#
            ])
        try project.expectRefusal(
            ["block", "android", "3.2.1", "--text", "Please update."], code: 1,
            [#"signet block android "<3.2.2", which"#])
        try project.expectRefusal(
            ["close", "--text", "Tonight."], code: 1,
            ["hint: installed apps cannot be closed; those of the next version"])
    }

    @Test(arguments: [
        ("plan production", "an environment goes by --environment NAME"),
        ("verify localhost:8443", "hint: an address begins with https://"),
        ("decide output --bundle --share 0.02 --platform ios --shell 2.0.0", "a share of devices goes by --install"),
    ])
    func `what was meant is said`(words: String, said: String) throws {
        let project = try TeamCase.project()
        let result = try project.run(words.split(separator: " ").map(String.init))
        #expect(result.status != 0 && result.errors.contains(said), "\(result.errors)")
    }

    @Test func `a text with a typing error is typed again`() throws {
        let project = try TeamCase.project()
        for text in ["Please updaet to {minimum}.", "Please update."] {
            try project.expectDone(["block", "ios", "<3.2.0", "--build", "32", "--text", text])
            #expect(try project.folder.text("policy.json").contains("\"description\": { \"en\": \"\(text)\" }"))
        }
    }

    @Test func `what is closed already opens at the time that is said later`() throws {
        let project = try Project.everyDocument()
        try project.expectDone(["close"])
        try project.expectRefusal(
            ["close", "--until", "2036-12-01T00:00:00Z"], code: 1,
            ["is closed already, and app-config cannot say until when", "signet open"])
        try project.change("policy.json", "\"app-config\": \"app-config\",", "")
        try project.expectDone(["close", "--until", "2036-12-01T00:00:00Z"])
        try project.expectDone(["build"])
        func told(_ time: String) throws -> String {
            let device = ["--platform", "ios", "--os", "15", "--app", "3.2.0", "--build", "32", "--at", time]
            return try project.run(["decide", "output/production/gate/ios.json"] + device).said
        }
        let (before, after) = (try told("2036-11-30T23:59:59Z"), try told("2036-12-01T00:00:00Z"))
        #expect(before.hasPrefix("maintenance") && after.hasPrefix("available"), "\(before)\(after)")
        try project.expectRefusal(["open", "payments"], code: 66, ["hint: closed is: the service\n"])
        try project.expectDone(["close", "payments"])
        try project.expectRefusal(["open", "paiments"], code: 66, ["hint: closed is: the service, payments\n"])
        try project.expectDone(["open"])
        try project.expectDone(["open", "payments"])
        try project.expectRefusal(["open", "payments"], code: 66, ["hint: nothing is closed\n"])
    }
}
