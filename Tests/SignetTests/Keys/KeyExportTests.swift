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

@Test func `the exported Java class has a name of the language`() throws {
    let project = try Project(keys: ["eu-west.1"])
    try project.folder.write("policy.json", Project.policy(environment: "eu-west.1"))
    let java = try project.expectDone(["keys", "export", "--java"]).output
    #expect(java.contains("public final class EuWest1KeyRing {"))
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
