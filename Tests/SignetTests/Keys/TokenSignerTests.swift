import Foundation
import Testing
import TestSupport

/// A project whose key is on a token.
private struct TokenProject {
    let token: SoftToken
    let project: Project

    /// - Parameter isOnRing: whether the key was put on the ring.
    init(documents: String = #""files": { "files/": "static/" }"#, isOnRing: Bool = true) throws {
        token = try SoftToken()
        try token.makeKey("production")
        project = try Project(policy: Project.policy(documents: documents), keys: [])
        guard isOnRing else { return }
        try project.expectDone(
            ["keys", "add", "production", "--signer", SoftToken.uri("production")], environment: token.opened)
    }

    /// Tries to put a key of the token on the ring; it must fail and leave nothing behind.
    func expectRefusal(_ key: String, code: Int32, _ words: [String], variables: [String: String]? = nil) throws {
        let before = try project.folder.snapshot()
        let result = try project.expectRefusal(
            ["keys", "add", "other", "--environment", "staging", "--signer", key], code: code, words,
            environment: variables ?? token.opened)
        #expect(result.output.isEmpty)
        #expect(try project.folder.snapshot() == before)
    }
}

@Suite(.peers(.openssl, .softhsm, .pkcs11Tool, .pkcs11Engine)) struct TokenSignerTests {
    @Test func `a key on a token is put on the ring, signs a tree, and openssl verifies it`() throws {
        let (token, project) = try { ($0.token, $0.project) }(TokenProject(isOnRing: false))
        let uri = SoftToken.uri("production")
        let added = try project.expectDone(
            [
                "keys", "add", "production-2026", "--environment", "production", "--signer", uri, "--shipped-in",
                "3.1.0",
            ],
            environment: token.opened)
        #expect(added.output.hasPrefix("added key \"production-2026\" (id "))
        #expect(added.output.hasSuffix(") for environment \"production\", active\n"))
        #expect(added.errors.isEmpty)
        let list = try project.expectDone(["keys", "list"]).output
        #expect(list.contains("shipped in 3.1.0, signer \(uri)\n"))
        let digest = try check(
            "sh", ["-c", "openssl pkey -pubin -in keys/production-2026.pub.pem -outform DER | sha256sum"],
            in: project.folder.root
        ).prefix(64)
        #expect(list.contains("    id \(digest)\n    fingerprint \(digest)\n"))

        let built = try project.expectDone(["build"], environment: token.opened)
        #expect(built.errors.split(separator: "\n").allSatisfy { !$0.contains("error") })
        try project.expectDone(["verify", "output/production"])
        try project.folder.expectOpenSSLVerifies(
            "output/production/files/notes.txt", key: "keys/production-2026.pub.pem")
        let said = [added, built].map { $0.output + $0.errors }.joined()
        let written = try project.folder.snapshot().values.map { String(decoding: $0, as: UTF8.self) }
        #expect((written + [said]).allSatisfy { !$0.contains(SoftToken.pin) })
    }

    @Test func `many documents are signed by one token`() throws {
        let (token, project) = try { ($0.token, $0.project) }(TokenProject())
        for number in 0..<60 { try project.folder.write("static/\(number).txt", "\(number)\n") }
        try project.expectDone(["build"], environment: token.opened)
        try project.expectDone(["verify", "output/production"])
        try project.folder.expectOpenSSLVerifies("output/production/files/59.txt", key: "keys/production.pub.pem")
    }

    @Test func `two keys of one token sign for two environments in one run`() throws {
        let (token, project) = try { ($0.token, $0.project) }(TokenProject())
        try token.makeKey("staging", id: "02")
        try project.expectDone(
            [
                "keys", "add", "staging", "--environment", "staging", "--signer",
                "pkcs11:token=\(SoftToken.label);id=%02;type=private",
            ],
            environment: token.opened)
        try project.folder.write(
            "policy.json",
            Project.policy(more: #", "staging": { "extends": "production", "origin": "https://s.example.com" }"#))
        try project.expectDone(["build"], environment: token.opened)
        try project.expectDone(["verify", "output/production"])
        try project.expectDone(["verify", "output/staging"])
    }

    @Test func `files are signed by a token whose PIN is in a file`() throws {
        let (token, project) = try { ($0.token, $0.project) }(TokenProject())
        try project.folder.write("secret/pin", "\(SoftToken.pin)\n", permissions: 0o600)
        var variables = token.environment
        variables["SIGNET_PIN_FILE"] = "secret/pin"
        // Set to nothing, as CI systems do where a secret may not be seen.
        variables["SIGNET_PIN"] = ""
        try project.folder.write("notes.pdf", "pdf")
        try project.expectDone(["sign", "notes.pdf"], environment: variables)
        try project.expectDone(["verify", "notes.pdf"])
        try project.folder.expectOpenSSLVerifies("notes.pdf", key: "keys/production.pub.pem")

        try project.folder.write("secret/pin", SoftToken.pin, permissions: 0o640)
        try project.expectRefusal(
            ["build"], code: 77, ["secret/pin: others may read this PIN", "hint: chmod 600 secret/pin"],
            environment: variables)
        variables["SIGNET_PIN_FILE"] = "secret/none"
        try project.expectRefusal(["build"], code: 66, ["secret/none: no such file"], environment: variables)
    }

    @Test func `a PIN that is missing, wrong or no PIN is said and never shown`() throws {
        let project = try TokenProject()
        let uri = SoftToken.uri("production")
        try project.expectRefusal(
            uri, code: 65, ["the token asks for a PIN and there is none", "SIGNET_PIN"],
            variables: project.token.environment)
        for (pin, message) in [
            ("wrong-482913", "the token refuses the PIN"),
            (String(repeating: "9", count: 300), "longer than 256 bytes"),
        ] {
            let variables = project.token.environment.merging(["SIGNET_PIN": pin]) { $1 }
            try project.expectRefusal(uri, code: 65, [message], variables: variables)
            let build = try project.project.expectRefusal(["build"], code: 65, [message], environment: variables)
            #expect(!(build.output + build.errors).contains(pin))
        }
        // The token is not locked.
        try project.project.expectDone(["build"], environment: project.token.opened)
    }

    @Test func `a token, key or library that is not there is said`() throws {
        let project = try TokenProject()
        try project.expectRefusal(
            SoftToken.uri("production", token: "other"), code: 69,
            ["key \"other\" (pkcs11:token=other;object=production): there is no token that fits the URI"])
        try project.expectRefusal(
            SoftToken.uri("none"), code: 66, ["the token has no private key that fits the URI"])
        try project.expectRefusal(
            SoftToken.uri("production"), code: 69, ["neither a provider nor an engine", "libengine-pkcs11-openssl"],
            variables: project.token.opened.merging(["OPENSSL_ENGINES": "/nonexistent"]) { $1 })
        try project.expectRefusal(
            SoftToken.uri("production"), code: 69, ["there is no token"],
            variables: project.token.opened.merging(["SOFTHSM2_CONF": "/nonexistent"]) { $1 })
    }

    @Test func `a key that is not for P-256 is named for what it is`() throws {
        let project = try TokenProject()
        try project.token.makeKey("p384", id: "02", type: "EC:secp384r1")
        try project.token.makeKey("rsa", id: "03", type: "rsa:2048")
        try project.expectRefusal(SoftToken.uri("p384"), code: 65, ["the key is for P-384; only P-256 is accepted"])
        try project.expectRefusal(SoftToken.uri("rsa"), code: 65, ["the key is for RSA; only P-256 is accepted"])
    }

    @Test func `a key is on the ring once, and its id too`() throws {
        let project = try TokenProject()
        try project.expectRefusal(
            SoftToken.uri("production"), code: 65, ["\"production\" and \"other\" are the same public key"])
        let before = try project.project.folder.snapshot()
        try project.project.expectRefusal(
            ["keys", "add", "b", "--environment", "production", "--id", "b", "--signer", SoftToken.uri("production")],
            code: 65,
            ["are the same public key"], environment: project.token.opened)
        #expect(try project.project.folder.snapshot() == before)
    }

    @Test func `another key than the ring's is not signed with`() throws {
        let (token, project) = try { ($0.token, $0.project) }(TokenProject())
        try token.makeKey("newer", id: "02")
        let ring = try project.folder.text("keys/keyring.json")
        try project.folder.write("keys/keyring.json", ring.replacing("object=production", with: "object=newer"))
        try project.expectRefusal(
            ["build"], code: 65, ["is not the private half of \"production\" on the key ring"],
            environment: token.opened)
    }

    @Test func `looking and checking need no token`() throws {
        let (token, project) = try { ($0.token, $0.project) }(TokenProject())
        try project.expectDone(["build"], environment: token.opened)
        try project.expectDone(["build", "--check"])
        try project.expectDone(["plan", "none"])
        try project.expectDone(["keys", "list"])
        try project.expectDone(["verify", "output/production"])
    }
}

extension TemporaryFolder {
    /// Holds a body and its `.sig` against a public key with openssl.
    func expectOpenSSLVerifies(_ body: String, key: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let signature = try #require(
            Data(base64Encoded: try text(body + ".sig").trimmingCharacters(in: .newlines)),
            sourceLocation: sourceLocation)
        #expect(
            try opensslVerifies([UInt8](signature), over: try read(body), publicKey: try text(key)),
            sourceLocation: sourceLocation)
    }
}
