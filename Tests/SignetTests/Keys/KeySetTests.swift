import ManifestVerifier
import SigningKeys
import Testing
import TestSupport

@Test func `a key set holds the active and the next keys of one environment and nothing else of the ring`() throws {
    let project = try Project(keys: ["production", "staging"])
    try project.expectDone(["keys", "generate", "production-2", "--environment", "production"])
    try project.expectDone(["keys", "generate", "production-3", "--environment", "production"])
    try project.expectDone(["keys", "generate", "production-4", "--environment", "production"])
    try project.expectDone(["keys", "revoke", "--key", "production-3"])
    try project.expectDone(["keys", "rotate", "production", "--unshipped", "--name", "production-5"])
    let keys = try KeyFolder.open(project.folder.path("keys")).keys
    let expected = ["production-2", "production-4", "production-5"].map { name in
        keys.first { $0.name == name }.map { key in
            let point = key.publicKey.derRepresentation.suffix(64)
            return """
                    {
                      "kty": "EC",
                      "crv": "P-256",
                      "x": "\(base64URL(point.prefix(32)))",
                      "y": "\(base64URL(point.suffix(32)))",
                      "use": "sig",
                      "alg": "ES256",
                      "kid": "\(key.id)"
                    }
                """
        } ?? ""
    }
    let set = try project.expectDone(["keys", "export", "--jwks", "--environment", "production"]).output
    #expect(set == "{\n  \"keys\": [\n\(expected.joined(separator: ",\n"))\n  ]\n}\n")
}

@Test func `a key set is of an environment that has a key to sign with`() throws {
    let project = try Project(keys: ["production", "staging"])
    try project.expectRefusal(
        ["keys", "export", "--jwks"], code: 64,
        ["keys/keyring.json: keys are exported for one environment, and there are 2"])
    try project.expectRefusal(
        ["keys", "export", "--jwks", "--environment", "live"], code: 1, ["there is no key of environment \"live\""])
    try project.expectDone(["keys", "revoke", "--key", "staging"])
    try project.expectRefusal(
        ["keys", "export", "--jwks", "--environment", "staging"], code: 1,
        [
            "keys/keyring.json: environment \"staging\" has neither an active nor a next key",
            "hint: make one with: signet keys generate NAME --environment staging",
        ])
}

/// Spelled out here: what the set is held against shares no code with it.
private func base64URL(_ bytes: ArraySlice<UInt8>) -> String {
    Base64.encode(Array(bytes)).replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }
}
