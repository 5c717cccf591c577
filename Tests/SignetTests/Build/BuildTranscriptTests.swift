import ManifestVerifier
import Testing
import TestSupport

@Test func `a first build makes the starter tree, a key, and says so`() throws {
    let folder = try TemporaryFolder()
    let result = try signet(["build", "--starter"], in: folder)
    #expect(result.status == 0)
    #expect(
        result.errors == """
            signet: note: building the starter policy as environment "development"
            signet: note: made a development key in keys/development; it is for this machine only and never in git
            signet: note: no former tree of "development" in output: every document is signed anew

            """)
    #expect(result.output.contains("output/development: 6 documents, 6 signed, 0 kept, key \"development\""))
    #expect(
        try folder.snapshot("output").keys.sorted() == [
            "development/distribution/availability-android",
            "development/distribution/availability-android.headers",
            "development/distribution/availability-android.jws",
            "development/distribution/availability-android.sig",
            "development/distribution/availability-ios",
            "development/distribution/availability-ios.headers",
            "development/distribution/availability-ios.jws",
            "development/distribution/availability-ios.sig",
            "development/distribution/support.json",
            "development/distribution/support.json.headers",
            "development/distribution/support.json.jws",
            "development/distribution/support.json.sig",
            "development/gate/android.json",
            "development/gate/android.json.headers",
            "development/gate/android.json.jws",
            "development/gate/android.json.sig",
            "development/gate/ios.json",
            "development/gate/ios.json.headers",
            "development/gate/ios.json.jws",
            "development/gate/ios.json.sig",
            "development/publication.jws",
        ])
    #expect(try folder.text("keys/development/.gitignore") == "*\n")
    #expect(!folder.exists("policy.json"))

    let before = try folder.snapshot()
    let again = try signet(["build", "--starter"], in: folder)
    #expect(again.status == 0)
    #expect(again.output.contains("output/development: 6 documents, unchanged"))
    #expect(try folder.snapshot() == before)

    let verified = try signet(["verify", "output/development"], in: folder)
    #expect(verified.status == 0)
    #expect(verified.errors == "")
    #expect(verified.output.contains("output/development: all 6 documents verify\n"))
}

@Test(arguments: [[], ["--policy", "policy.json"], ["--environment", "development"], ["--check"], ["--unsigned"]])
func `a build in a folder without a policy makes nothing and says what to do`(flags: [String]) throws {
    let folder = try TemporaryFolder()
    let result = try signet(["build"] + flags, in: folder, environment: ["CI": "true"])
    #expect(result.status == 66)
    #expect(
        result.errors == """
            signet: error: policy.json: no such file or folder
            hint: make one with: signet init, name one with --policy FILE, or try it out with: signet build --starter

            """)
    #expect(try folder.snapshot().isEmpty)
}

@Test(arguments: ["--policy", "--environment"])
func `the starter is one policy with one environment`(flag: String) throws {
    let folder = try TemporaryFolder()
    let result = try signet(["build", "--starter", flag, "production"], in: folder)
    #expect(result.status == 64)
    #expect(result.errors.contains("\(flag) and --starter exclude each other"))
    #expect(try folder.snapshot().isEmpty)
}

@Test func `init, build and verify work as the starter's texts say`() throws {
    let folder = try TemporaryFolder()
    let made = try signet(["init", "shop"], in: folder)
    #expect(made.status == 0)
    #expect(
        made.output.hasPrefix(
            "wrote shop/policy.json\nwrote shop/Descriptions.xcstrings\nwrote shop/policy.schema.json\nwrote shop/.gitignore\nmade key"
        ))
    #expect(
        made.errors
            == "signet: note: move shop/keys/production-2.key.pem and shop/keys/production-3.key.pem to a safe place that "
            + "is not the build machine: they take over when the active key is lost or stolen\n"
            + "signet: note: next: cd shop && signet plan\n")
    let files = try folder.snapshot("shop")
    #expect(files.keys.contains("keys/.gitignore"))

    #expect(try run(signetPath, ["build"], in: folder.path("shop")).status == 0)
    let verified = try run(signetPath, ["verify", "output"], in: folder.path("shop"))
    #expect(verified.status == 0)
    #expect(verified.output.contains("output/production: all 3 documents verify"))

    let again = try signet(["init", "shop"], in: folder)
    #expect(again.status == 73)
    #expect(again.errors.hasPrefix("signet: error: shop/"))
    #expect(again.errors.contains("is already there"))
}

@Test func `the same policy gives the same bodies under every key and at every time`() throws {
    let (first, second) = (try Project(), try Project())
    try first.expectDone(["build", "--at", "2020-01-01T00:00:00Z"])
    try second.expectDone(["build"])
    for path in ["distribution/availability-ios", "distribution/availability-android", "files/notes.txt"] {
        let body = try first.folder.read("output/production/\(path)")
        #expect(try body == second.folder.read("output/production/\(path)"))
        #expect(
            try first.folder.read("output/production/\(path).sig")
                != second.folder.read("output/production/\(path).sig"))
    }
}

@Test func `bodies, headers and index have the bytes of the contract`() throws {
    let project = try Project(policy: Project.policy(profile: "body"))
    try project.expectDone(["build"])
    #expect(
        try project.folder.read("output/production/distribution/availability-ios")
            == GoldenTree.bodies("every-format")["production/distribution/availability-ios"])
    #expect(
        try project.folder.text("output/production/distribution/availability-android").hasPrefix(
            "{\n  \"minimumSDKVersion\": {\n    \"value\": 23,\n"))
    let signature = try project.folder.text("output/production/files/notes.txt.sig").dropLast()
    let id = try project.run(["keys", "list"]).output.split(separator: "\n")[1].dropFirst("    id ".count)
    #expect(
        try project.folder.text("output/production/files/notes.txt.headers") == """
            content-type: text/plain; charset=utf-8
            cache-control: public, max-age=300, stale-if-error=86400
            x-amz-meta-signature: keyId="\(id)",signature="\(signature)"

            """)
    let ring = try #require(try project.expectDone(["keys", "list", "--json"]).json["keys"]).asArray()
    let fingerprint = try #require(ring.first?["fingerprint"]).asString()
    #expect(
        try project.index().hasPrefix(
            testText("Expected/index-start.json").replacing("ID", with: id).replacing("FINGERPRINT", with: fingerprint)
                .replacing("DIGEST", with: SHA256.hash(project.folder.read("policy.json")).hexadecimal)))
}

@Test func `environments extend one another and have keys and trees of their own`() throws {
    let staging = """
        ,
            "staging": {
              "extends": "production", "origin": "https://staging.example.com", "profile": "body",
              "ios": { "minimumAppVersion": { "value": "3.1.0" } }, "android": null
            }
        """
    let project = try Project(policy: Project.policy(more: staging), keys: ["production", "staging"])
    try project.expectDone(["build"])
    let ios = try project.folder.text("output/staging/distribution/availability-ios")
    #expect(ios.contains("\"value\": \"3.1.0\"") && ios.contains("Update the app / now"))
    #expect(!project.folder.exists("output/staging/distribution/availability-android"))
    #expect(!(try project.folder.text("output/staging/files/notes.txt.headers")).contains("signature-date"))
    #expect((try project.folder.text("output/production/files/notes.txt.headers")).contains("signature-date"))
    try project.expectDone(["verify", "output"])

    let production = try project.folder.snapshot("output/production")
    try project.folder.write("static/notes.txt", "changed\n")
    try project.expectDone(["build", "--environment", "staging"])
    #expect(try project.folder.text("output/staging/files/notes.txt") == "changed\n")
    #expect(try project.folder.snapshot("output/production") == production)
    try project.expectRefusal(
        ["build", "--environment", "test"], code: 66, ["no environment \"test\"", "it has: production, staging"])
}

@Test func `--json says all of a build`() throws {
    let project = try Project()
    let built = try project.expectDone(["build", "--json", "--at", "2020-01-01T00:00:00Z", "--quiet"])
    for part in [
        "\"environment\": \"production\"", "\"profile\": \"dated\"", "\"unchanged\": false",
        "\"path\": \"files/notes.txt\"", "\"date\": \"2020-01-01T00:00:00Z\"", "\"kept\": false",
    ] {
        #expect(built.output.contains(part))
    }
    #expect(built.errors == "")
}

@Test func `a passphrase in the environment encrypts the key and opens it again`() throws {
    let project = try Project(keys: [])
    let secret = ["SIGNET_KEY_PASSPHRASE": "correct horse"]
    try project.expectDone(["keys", "generate", "production"], environment: secret)
    #expect(try project.folder.text("keys/production.key.pem").hasPrefix("-----BEGIN ENCRYPTED PRIVATE KEY-----"))
    try project.expectRefusal(["build"], code: 65, ["encrypted", "SIGNET_KEY_PASSPHRASE"])
    try project.expectRefusal(
        ["build"], code: 65, ["does not open"], environment: ["SIGNET_KEY_PASSPHRASE": "wrong"])
    let built = try project.expectDone(["build"], environment: secret)
    #expect(!(built.output + built.errors).contains("correct horse"))
}
