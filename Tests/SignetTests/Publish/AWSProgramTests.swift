import Testing
import TestSupport

/// What is made of a program `aws` that should give the credentials of a profile and is not what it should be.
@Suite struct AWSProgramTests {
    /// Asks for a key through a shell script in the place of `aws`; it must fail and leave nothing behind.
    private func expectRefusal(
        _ script: String, _ words: [String], variables: [String: String] = [:]
    ) throws -> TemporaryFolder {
        let project = try Project(keys: [])
        try project.folder.writeProgram("bin/aws", "#!/bin/sh\n\(script)\n")
        let own = [
            "PATH": "\(project.folder.path("bin")):/usr/bin:/bin", "AWS_PROFILE": "publishing",
            "AWS_REGION": "eu-west-2", "AWS_ENDPOINT_URL_KMS": "http://127.0.0.1:9", "AWS_MAX_ATTEMPTS": "1",
        ]
        let result = try project.expectRefusal(
            ["keys", "add", "production", "--signer", "awskms:alias/production"], code: 69, words,
            environment: variables.merging(own) { $1 })
        #expect(!project.folder.exists("keys"))
        #expect(result.output.isEmpty)
        return project.folder
    }

    @Test(arguments: ["<html>hello</html>", "[]", "", "{", "null"])
    func `a program aws that prints no JSON object is refused`(output: String) throws {
        _ = try expectRefusal(
            "printf '%s' '\(output)'", ["aws configure export-credentials: the answer is not a JSON object"])
    }

    @Test func `a program aws steers no terminal`() throws {
        _ = try expectRefusal(
            "printf '\\n\\033[2Jfirst\\007\\n\\nsecond\\nthird\\nfourth\\n' >&2; exit 255",
            ["aws cannot use the profile \"publishing\"; aws says: [2Jfirst second third\n"])
    }

    @Test func `a program aws that prints without end is stopped`() throws {
        _ = try expectRefusal("exec yes", ["aws printed more than"])
    }

    @Test(.peers(.curl)) func `the program aws sees neither PIN nor passphrase nor key`() throws {
        let json = #"{"Version": 1, "AccessKeyId": "AKIDEXAMPLE", "SecretAccessKey": "secret-of-the-profile"}"#
        let folder = try expectRefusal(
            "env > \"$AWS_SEEN\"; printf '%s\\n' \"$@\" >> \"$AWS_SEEN\"; cat >> \"$AWS_SEEN\"; echo '\(json)'",
            ["AWS KMS cannot be reached"],
            variables: [
                "AWS_SEEN": "seen", "GITHUB_TOKEN": "ghp-token", "ENCODED_KEY": "LS0tLS1CRUdJTi",
                "SIGNET_PIN": "pin-482913", "SIGNET_PIN_FILE": "/secret/pin",
                "SIGNET_KEY_PASSPHRASE": "correct horse",
                "SIGNING_KEY": "-----BEGIN PRIVATE KEY-----\nsecret\n-----END PRIVATE KEY-----\n",
            ])
        let seen = try folder.text("seen")
        #expect(seen.contains("configure\nexport-credentials\n--format\nprocess\n"))
        #expect(seen.contains("AWS_PROFILE=publishing\n"))
        for secret in [
            "pin-482913", "/secret/pin", "correct horse", "PRIVATE KEY", "SIGNET_", "ghp-token", "LS0tLS1CRUdJTi",
        ] {
            #expect(!seen.contains(secret))
        }
    }
}
