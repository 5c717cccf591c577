import Testing
import TestSupport

@Suite(.peers(.openssl)) struct EnvironmentKeyTests {
    /// A project whose key is in the variable `SIGNING_KEY`, encrypted where there is a passphrase.
    private func project(passphrase: String? = nil) throws -> (project: Project, variables: [String: String]) {
        let project = try Project(keys: [])
        try project.folder.opensslKey("outside.pem")
        var variables: [String: String] = [:]
        if let passphrase {
            try project.folder.openssl(
                "pkcs8", "-topk8", "-v2", "aes-256-cbc", "-in", "outside.pem", "-out", "encrypted.pem", "-passout",
                "pass:\(passphrase)")
            variables["SIGNET_KEY_PASSPHRASE"] = passphrase
        }
        variables["SIGNING_KEY"] = try project.folder.text(passphrase == nil ? "outside.pem" : "encrypted.pem")
        return (project, variables)
    }

    @Test(arguments: [nil, "correct horse"])
    func `a key in a variable signs, encrypted or not`(passphrase: String?) throws {
        let (project, variables) = try project(passphrase: passphrase)
        let added = try project.expectDone(
            ["keys", "add", "production", "--signer", "env:SIGNING_KEY", "--json"], environment: variables)
        #expect(added.output.contains("\"signer\": \"env:SIGNING_KEY\""))
        #expect(added.output.contains("\"state\": \"active\""))
        let built = try project.expectDone(["build"], environment: variables)
        try project.expectDone(["verify", "output/production"])
        try project.folder.expectOpenSSLVerifies("output/production/files/notes.txt", key: "keys/production.pub.pem")
        #expect(!project.folder.exists("keys/production.key.pem"))
        let written = try project.folder.snapshot("output").merging(project.folder.snapshot("keys")) { $1 }
        #expect(written.values.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("PRIVATE KEY") })
        #expect(!(added.output + added.errors + built.output + built.errors).contains("PRIVATE KEY"))
    }

    @Test func `a variable that is not there, or holds no key, is said with the key that needs it`() throws {
        let (project, variables) = try project()
        try project.expectDone(["keys", "add", "production", "--signer", "env:SIGNING_KEY"], environment: variables)
        for missing in [[:], ["SIGNING_KEY": ""]] {
            try project.expectRefusal(
                ["build"], code: 66,
                ["key \"production\" (env:SIGNING_KEY): the environment variable SIGNING_KEY is not set, or empty"],
                environment: missing)
        }
        let secret = "an0ther-secret"
        let wrong = try project.expectRefusal(
            ["build"], code: 65, ["key \"production\" (env:SIGNING_KEY): not a private key in PEM"],
            environment: ["SIGNING_KEY": secret])
        #expect(!(wrong.output + wrong.errors).contains(secret))
        let (_, others) = try self.project()
        try project.expectRefusal(
            ["build"], code: 65, ["is not the private half of \"production\" on the key ring"], environment: others)
    }

    @Test func `a passphrase that is missing or wrong is said and shown nowhere`() throws {
        let (project, variables) = try project(passphrase: "correct horse")
        try project.expectDone(["keys", "add", "production", "--signer", "env:SIGNING_KEY"], environment: variables)
        for (passphrase, message) in [("", "there is no passphrase"), ("battery staple", "does not open")] {
            let result = try project.expectRefusal(
                ["build"], code: 65, [message, "SIGNET_KEY_PASSPHRASE"],
                environment: variables.merging(["SIGNET_KEY_PASSPHRASE": passphrase]) { $1 })
            #expect(!(result.output + result.errors).contains("battery"))
            #expect(!(result.output + result.errors).contains("-----"))
        }
    }

    @Test func `a key file that another program made is put on the ring`() throws {
        let (project, _) = try project()
        try project.folder.write("keys/outside.key.pem", try project.folder.read("outside.pem"), permissions: 0o600)
        try project.expectDone(["keys", "add", "production", "--signer", "file:outside.key.pem", "--id", "my-key"])
        try project.expectDone(["build"])
        try project.expectDone(["verify", "output/production"])
        #expect(try project.expectDone(["keys", "list"]).output.contains("    id my-key\n"))

        let next = try project.expectDone(["keys", "generate", "next", "--environment", "production"])
        #expect(next.output.hasSuffix(", next\n"))
    }

    @Test func `a key file that others may read, or that is not P-256, is not put on the ring`() throws {
        let (project, _) = try project()
        try project.folder.write("keys/open.key.pem", try project.folder.read("outside.pem"), permissions: 0o644)
        try project.folder.opensslKey("p384.pem", curve: "P-384")
        try project.folder.write("keys/p384.key.pem", try project.folder.read("p384.pem"), permissions: 0o600)
        let before = try project.folder.snapshot()
        for (file, code, message) in [
            ("open", 77, "keys/open.key.pem: others may read this private key"),
            ("p384", 65, "keys/p384.key.pem: the private key is on another curve"),
            ("none", 66, "keys/none.key.pem: no such file"),
        ] {
            try project.expectRefusal(
                ["keys", "add", "production", "--signer", "file:\(file).key.pem"], code: Int32(code), [message])
        }
        #expect(try project.folder.snapshot() == before)
    }

    @Test func `adding takes the words that it takes`() throws {
        let project = try Project(keys: [])
        for (words, message) in [
            (["add"], "takes one name"), (["add", "a"], "needs --signer"),
            (["add", "a", "--signer", "gcpkms:a"], "a signer is file:NAME, env:NAME, pkcs11:… or awskms:…"),
            (["add", "a", "--signer", "env:A", "--id", "a b"], "--id is 1 to 256"),
            (["add", "a/b", "--signer", "env:A"], "is not a valid key name"),
            (["generate", "a", "--signer", "env:A"], "--signer is for signet keys add"),
            (["list", "--id", "a"], "--id is for signet keys add"),
            (["generate", "a", "--shipped-in", "1"], "--shipped-in is for signet keys add"),
            (["list", "--policy", "policy.json"], "--policy is not for signet keys list"),
        ] {
            try project.expectRefusal(["keys"] + words, code: 64, [message])
        }
        #expect(!project.folder.exists("keys"))
    }
}
