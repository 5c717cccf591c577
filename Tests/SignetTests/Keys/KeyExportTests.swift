import Foundation
import ManifestVerifier
import Testing
import TestSupport

@Test func `the exported key ring is the one that clients read`() throws {
    let project = try Project(keys: ["production", "staging"])
    try project.expectDone(["keys", "generate", "production-2", "--environment", "production"])
    let json = try project.expectDone(["keys", "export", "--json", "--environment", "production"]).output
    let keys = try TrustedKeys(exported: json)
    #expect(keys.keys.map(\.name) == ["production", "production-2"])
    #expect(keys.keys.map(\.environment.rawValue) == ["production", "production"])
    #expect(keys.keys.map(\.isRevoked) == [false, false])
    for key in keys.keys {
        #expect(try project.folder.text("keys/\(key.name).pub.pem") == key.publicKey.pemRepresentation)
        #expect(key.id.rawValue == key.publicKey.fingerprint.hexadecimal)
    }
    #expect(!json.contains("signer"))
}

@Test func `a revoked key is exported as revoked, to Java as well`() throws {
    let project = try Project(keys: ["production"])
    try project.expectDone(["keys", "generate", "production-2", "--environment", "production"])
    let ring = try project.folder.text("keys/keyring.json")
    try project.folder.write("keys/keyring.json", ring.replacingOccurrences(of: "\"next\"", with: "\"revoked\""))
    let keys = try TrustedKeys(exported: try project.expectDone(["keys", "export", "--json"]).output)
    #expect(keys.keys.map(\.isRevoked) == [false, true])
    let java = try project.expectDone(["keys", "export", "--java"]).output
    #expect(java.contains(keys.keys[1].id.rawValue) && java.contains(#"\"state\": \"revoked\""#))
}

@Test(.peers(.java)) func `the exported Java class and the one of the article verify what Signet signs`() throws {
    let project = try Project(keys: ["eu-west.1"])
    try project.folder.write("policy.json", Project.policy(environment: "eu-west.1"))
    try project.expectDone(["build"])
    let java = try project.expectDone(["keys", "export", "--java"]).output
    #expect(java.contains("public final class EuWest1KeyRing {"))
    try project.folder.write("java/EuWest1KeyRing.java", java)
    try project.folder.write(
        "java/ManifestSignature.java",
        try Article("ManifestVerifier/VerifyWithoutSignet").code("ManifestSignature.java", language: "java"))
    try project.folder.write(
        "java/Main.java",
        testText("Clients/android/ExportedRing.java"))
    try check(
        "javac",
        [
            "-J\(AndroidClient.quickly)", "-d", "classes", "EuWest1KeyRing.java", "ManifestSignature.java", "Main.java",
        ] + AndroidClient.package,
        in: project.folder.path("java"))
    let body = project.folder.path("output/eu-west.1/distribution/availability-ios")
    let date = try check("java", ["-cp", "java/classes", "Main", body, body + ".headers"], in: project.folder.root)
    #expect(date.hasSuffix("Z"))
}

@Test(.peers(.node)) func `the exported JavaScript module holds what the JSON file holds`() throws {
    let project = try Project(keys: ["eu-west.1"])
    try project.expectDone(["keys", "generate", "next", "--environment", "eu-west.1"])
    try project.expectDone(["keys", "revoke", "--key", "next"])
    let module = try project.expectDone(["keys", "export", "--js"]).output
    #expect(module.hasPrefix("// Written by: signet keys export --js --environment eu-west.1\n"))
    try project.folder.write("key-ring.mjs", module)
    let exported = try check(
        "node",
        [
            "--input-type=module", "--eval",
            "import { keyRing } from './key-ring.mjs'; console.log(JSON.stringify(keyRing, null, 2))",
        ], in: project.folder.root)
    #expect(exported == (try project.expectDone(["keys", "export", "--json"]).output))
    #expect(try TrustedKeys(exported: exported).keys.map(\.isRevoked) == [false, true])
}

@Test func `an app embeds the keys of one environment`() throws {
    let project = try Project(keys: ["production", "staging"])
    try project.expectRefusal(
        ["keys", "export", "--json"], code: 64,
        [
            "keys/keyring.json: keys are exported for one environment, and there are 2",
            "hint: name one with --environment: production",
        ])
    try project.expectRefusal(
        ["keys", "export", "--json", "--environment", "live"], code: 1, ["there is no key of environment \"live\""])
    let both = try ["production", "staging"].map {
        try TrustedKeys(exported: try project.expectDone(["keys", "export", "--json", "--environment", $0]).output)
    }
    #expect(both.map { $0.keys.map(\.name) } == [["production"], ["staging"]])
}

@Test func `the development key is exported only by name`() throws {
    let folder = try TemporaryFolder()
    #expect(try signet(["build", "--starter", "--quiet"], in: folder).status == 0)
    #expect(try signet(["keys", "export", "--swift"], in: folder).status == 66)
    let result = try signet(["keys", "export", "--swift", "--environment", "development"], in: folder)
    #expect(result.status == 0)
    #expect(result.output.contains("let developmentKeyRing = #\"\"\"\n"))
}

@Test(arguments: [[], ["--swift", "--json"], ["--json", "--java"], ["--json", "--js"], ["--json", "--jwks"]])
func `a ring is exported in one form at a time`(flags: [String]) throws {
    let project = try Project()
    try project.expectRefusal(
        ["keys", "export"] + flags, code: 64, ["one of --swift, --json, --java, --js and --jwks"])
    try project.expectRefusal(["keys", "list", "--swift"], code: 64, ["--swift is for signet keys export"])
    try project.expectRefusal(["keys", "list", "--js"], code: 64, ["--js is for signet keys export"])
    try project.expectRefusal(["keys", "list", "--jwks"], code: 64, ["--jwks is for signet keys export"])
}

@Test(arguments: [
    ("", "1:1: the text ends too early"), ("{}", "1:1: missing member \"keys\""),
    (#"{ "keys": [], "more": 1 }"#, "1:15: unknown member \"more\""),
    (#"{ "keys": [ { "id": "a" } ] }"#, "1:13: missing member \"name\""),
])
func `an exported ring that was edited is refused with its place`(text: String, reason: String) throws {
    let error = try #require(throws: KeyRingError.self) { try TrustedKeys(exported: text) }
    #expect(error.description == reason)
}

@Test func `an exported ring holds every key once, and only P-256 keys`() throws {
    let project = try Project()
    let json = try project.expectDone(["keys", "export", "--json"]).output
    let key =
        try #require(json.firstRange(of: "{\n      \"id\"").map { json[$0.lowerBound...] })
        .prefix { $0 != "}" } + "}"
    for change in [
        (String(key), "\(key), \(key)"), ("\"active\"", "\"asleep\""), ("MFkw", "MFkx"), ("\"production\"", "\"a b\""),
    ] {
        #expect(throws: KeyRingError.self) {
            try TrustedKeys(exported: json.replacingOccurrences(of: change.0, with: change.1))
        }
    }
    #expect(throws: KeyRingError.self) { try TrustedKeys(exported: String(repeating: " ", count: 1 << 21) + json) }
}
