import Foundation
import Testing
import TestSupport

/// A project whose key is in KMS.
private struct KMSProject {
    let server: KMSServer
    let project: Project

    init(profile: String = "body", reference: String = KMSServer.alias) throws {
        server = try KMSServer()
        project = try Project(policy: Project.policy(profile: profile), keys: [])
        try project.expectDone(
            ["keys", "add", "production", "--signer", "awskms:\(reference)"], environment: server.environment)
    }

    /// Tries to put a key on the ring; it must fail and leave nothing behind.
    func expectRefusal(_ key: String, code: Int32, _ words: [String], variables: [String: String?] = [:]) throws {
        let before = try project.folder.snapshot()
        try project.expectRefusal(
            ["keys", "add", "other", "--environment", "staging", "--signer", "awskms:\(key)"], code: code, words,
            environment: changed(variables))
        #expect(try project.folder.snapshot() == before)
    }

    /// The variables of the server with some of them changed.
    func changed(_ variables: [String: String?]) -> [String: String] {
        var environment = server.environment
        for (name, value) in variables { environment[name] = value }
        return environment
    }
}

@Suite(.peers(.curl, .python3, .cryptography, .openssl)) struct KMSSignerTests {
    @Test(arguments: [
        KMSServer.keyID, KMSServer.alias, KMSServer.arn, "arn:aws:kms:eu-west-2:111122223333:alias/production",
    ])
    func `a key of KMS is put on the ring under its own id, whatever it is asked for by`(reference: String) throws {
        let project = try KMSProject(reference: reference)
        let list = try project.project.expectDone(["keys", "list"]).output
        #expect(list.contains("    id \(KMSServer.keyID)\n"))
        #expect(list.contains("signer awskms:\(reference)\n"))
        #expect(try project.server.operations() == ["GetPublicKey"])
    }

    @Test(arguments: ["body", "dated"])
    func `a tree is signed in KMS, through throttling, and openssl verifies it`(profile: String) throws {
        let (server, project) = try { ($0.server, $0.project) }(KMSProject(profile: profile))
        try server.make(KMSServer.Trouble(code: "ThrottlingException", count: 2))
        let built = try project.expectDone(["build", "--json"], environment: server.environment)
        #expect(built.output.contains("\"keyId\": \"\(KMSServer.keyID)\""))
        try project.expectDone(["verify", "output/production"])
        try project.folder.expectOpenSSLVerifies("output/production/files/notes.txt", key: "keys/production.pub.pem")
        // Three documents, and the index with its one signature.
        let signatures = (profile == "dated" ? 2 : 1) * 3 + 1
        #expect(try server.operations().count { $0 == "Sign" } == signatures + 2)

        let again = try project.expectDone(["build"], environment: server.environment)
        #expect(again.output.contains("unchanged"))
        #expect(try server.operations().count { $0 == "Sign" } == signatures + 2)
    }

    @Test func `files are signed in KMS, many at once`() throws {
        let (server, project) = try { ($0.server, $0.project) }(KMSProject())
        try server.make(KMSServer.Trouble(together: 2))
        let names = (0..<12).map { "file-\($0)" }
        for name in names { try project.folder.write(name, "content of \(name)\n") }
        try project.expectDone(["sign"] + names, environment: server.environment)
        for name in names { try project.folder.expectOpenSSLVerifies(name, key: "keys/production.pub.pem") }
        #expect((2...12).contains(try server.mostAtOnce()))
    }

    @Test func `a signature by another key is not used`() throws {
        let (server, project) = try { ($0.server, $0.project) }(KMSProject())
        try server.make(KMSServer.Trouble(signWith: KMSServer.otherKeyID))
        let words = ["the signature that came back does not verify with the public key of the ring"]
        try project.expectRefusal(["build"], code: 1, words, environment: server.environment)
        try project.folder.write("notes.pdf", "pdf")
        let before = try project.folder.snapshot()
        try project.expectRefusal(["sign", "notes.pdf"], code: 1, words, environment: server.environment)
        #expect(try project.folder.snapshot() == before)
        #expect(!project.folder.exists("output/production"))
    }

    @Test func `a key of KMS that is not the ring's is not signed with`() throws {
        let (server, project) = try { ($0.server, $0.project) }(KMSProject())
        let ring = try project.folder.text("keys/keyring.json")
        try project.folder.write(
            "keys/keyring.json", ring.replacing("awskms:alias/production", with: "awskms:\(KMSServer.otherKeyID)"))
        try project.expectRefusal(
            ["build"], code: 65, ["is not the private half of \"production\" on the key ring"],
            environment: server.environment)
        #expect(!(try server.operations().contains("Sign")))
    }

    @Test func `a key that cannot sign here is named for what it is`() throws {
        let project = try KMSProject()
        try project.expectRefusal(KMSServer.p384KeyID, code: 65, ["the key is for P-384; only P-256 is accepted"])
        try project.expectRefusal(KMSServer.rsaKeyID, code: 65, ["the key is for RSA; only P-256 is accepted"])
        try project.expectRefusal(KMSServer.agreementKeyID, code: 65, ["not for signing"])
        try project.expectRefusal(
            "alias/none", code: 66, ["key \"other\" (awskms:alias/none): AWS KMS has no such key", "NotFoundException"])
    }

    @Test func `what KMS refuses is said in our words and in its own`() throws {
        let project = try KMSProject()
        for (code, message) in [
            ("ExpiredTokenException", "the AWS credentials have expired"),
            ("AccessDeniedException", "AWS KMS denies access to the key"),
            ("UnrecognizedClientException", "AWS KMS does not know the credentials"),
            ("DisabledException", "the key in AWS KMS cannot be used for this"),
            ("SomethingNewException", "AWS KMS refuses the request"),
        ] {
            try project.server.make(KMSServer.Trouble(operation: "GetPublicKey", code: code))
            try project.expectRefusal(
                KMSServer.alias, code: 69,
                ["key \"other\" (awskms:alias/production): \(message); AWS KMS says: \(code): it is so", "\nhint: "])
        }
    }

    @Test func `a KMS that stays too busy ends a build, which leaves nothing behind`() throws {
        let (server, project) = try { ($0.server, $0.project) }(KMSProject())
        try server.make(KMSServer.Trouble(code: "ThrottlingException"))
        let variables = server.environment.merging(["AWS_MAX_ATTEMPTS": "2"]) { $1 }
        let result = try project.expectRefusal(
            ["build"], code: 69, ["AWS KMS was too busy at every attempt", "AWS_MAX_ATTEMPTS"], environment: variables)
        #expect(!project.folder.exists("output/production"))
        #expect(!(result.output + result.errors).contains("secret-access-key"))
    }

    @Test func `no credentials, no region, no network and no curl are told apart`() throws {
        let project = try KMSProject()
        try project.expectRefusal(
            KMSServer.alias, code: 69, ["there are no AWS credentials", "AWS_WEB_IDENTITY_TOKEN_FILE"],
            variables: ["AWS_ACCESS_KEY_ID": nil, "AWS_SECRET_ACCESS_KEY": nil])
        try project.expectRefusal(
            KMSServer.alias, code: 69, ["the region of the key in AWS KMS is not known", "AWS_REGION"],
            variables: ["AWS_REGION": nil, "AWS_DEFAULT_REGION": nil])
        try project.expectRefusal(
            KMSServer.alias, code: 69, ["AWS KMS cannot be reached", "check the network"],
            variables: ["AWS_ENDPOINT_URL_KMS": "http://127.0.0.1:9", "AWS_MAX_ATTEMPTS": "1"])
        try project.expectRefusal(
            KMSServer.alias, code: 69, ["there is no program curl on the PATH", "hint: install curl"],
            variables: ["PATH": "/nonexistent"])
    }

    @Test func `an answer that says too little is refused`() throws {
        let project = try KMSProject()
        for (body, code, message) in [
            ("<html>", 69, "something other than JSON"), ("[]", 69, "something other than JSON"),
            ("{}", 69, "no usable KeyId"), (#"{"KeyUsage": "SIGN_VERIFY"}"#, 69, "no usable KeyId"),
            (#"{"KeyId": "alias/a"}"#, 69, "no usable KeyId"),
            (#"{"KeyId": "\#(KMSServer.arn)", "KeyUsage": "SIGN_VERIFY"}"#, 69, "no usable PublicKey"),
            (#"{"KeyId": "\#(KMSServer.arn)", "PublicKey": "AAAA", "KeyUsage": "SIGN_VERIFY"}"#, 65, "cannot be used"),
        ] {
            try project.server.make(KMSServer.Trouble(operation: "GetPublicKey", body: body))
            try project.expectRefusal(KMSServer.alias, code: Int32(code), [message])
        }
    }

    @Test func `the region of a key is that of its ARN, and no program aws is needed`() throws {
        let server = try KMSServer()
        let project = try Project(policy: Project.policy(profile: "body"), keys: [])
        try project.folder.writeProgram("bin/aws", "#!/bin/sh\ntouch started\nexit 1\n")
        var variables = server.environment
        variables["PATH"] = "\(project.folder.path("bin")):/usr/bin:/bin"
        (variables["AWS_REGION"], variables["AWS_DEFAULT_REGION"]) = (nil, nil)
        let arn = KMSServer.arn.replacing("eu-west-2", with: "ap-east-1")
        try project.expectRefusal(
            ["keys", "add", "production", "--signer", "awskms:\(arn)"], code: 66, ["NotFoundException"],
            environment: variables)
        try project.expectDone(
            ["keys", "add", "production", "--signer", "awskms:\(KMSServer.arn)"], environment: variables)
        #expect(!project.folder.exists("started"))
        #expect(try server.regions() == ["ap-east-1", "eu-west-2"])
    }

    @Test func `checking, planning and verifying need no KMS`() throws {
        let (server, project) = try { ($0.server, $0.project) }(KMSProject())
        try project.expectDone(["build"], environment: server.environment)
        let asked = try server.operations().count
        let variables = ["PATH": "/nonexistent"]
        try project.expectDone(["build", "--check"], environment: variables)
        try project.expectDone(["plan", "none"], environment: variables)
        try project.expectDone(["verify", "output/production"], environment: variables)
        #expect(try server.operations().count == asked)
    }
}
