import Testing
import TestSupport

/// What a signature over the bytes of a static file once was in another standard, made from its public `.sig` alone.
@Suite struct `A static file whose bytes another standard signs` {
    @Test(.peers(.openssl, .python3, .cryptography, .cwt)) func `becomes no token of COSE`() throws {
        try expectNothing(of: "cose", "line 1 is not plain text")
    }

    @Test(.peers(.openssl, .python3, .cryptography)) func `becomes no certificate of an authority`() throws {
        let said = try expectNothing(of: "certificate", "line 1 is not plain text") { folder in
            try folder.openssl("verify", "-check_ss_sig", "-CAfile", "certificate.pem", "certificate.pem")
        }
        #expect(said == "certificate.pem: OK\n")
    }

    @Test(.peers(.openssl, .python3, .cryptography)) func `becomes no request for a certificate`() throws {
        // This fails unless the signature is one of the key in the request.
        try expectNothing(of: "request", "line 1 is not plain text") { folder in
            try folder.openssl("req", "-verify", "-noout", "-in", "request.pem")
        }
    }

    @Test(.peers(.openssl, .python3, .cryptography, .sshKeygen)) func `becomes no commit that SSH has signed`() throws {
        let said = try expectNothing(of: "ssh", "line 1 is not plain text") { folder in
            try check(
                "ssh-keygen",
                ["-Y", "verify", "-f", "allowed", "-I", "team@example.com", "-n", "git", "-s", "commit.sig"],
                in: folder.root, input: folder.read("commit"))
        }
        #expect(said?.hasPrefix("Good \"git\" signature for team@example.com") == true)
    }

    @Test(.peers(.openssl, .python3, .cryptography, .httpMessageSignatures))
    func `becomes no HTTP request that is signed by RFC 9421`() throws {
        try expectNothing(of: "http", "the signature base of an HTTP message")
    }

    @Test(.peers(.openssl, .python3, .cryptography, .java)) func `becomes no signature of XML`() throws {
        let said = try expectNothing(of: "xml", "XML that names SignedInfo") { folder in
            try check("java", [AndroidClient.quickly, JWSLibrary.server("XMLSignature.java")], in: folder.root)
        }
        #expect(said == "accepted\n")
    }

    @Test(.peers(.openssl, .python3, .cryptography, .node, .sigstoreVerify))
    func `becomes no checkpoint of a log`() throws {
        let said = try expectNothing(of: "note", "a checkpoint or a signed note") { folder in
            try check("node", [JWSLibrary.server("sigstore-note.mjs"), Peer.sigstoreModules], in: folder.root)
        }
        #expect(said == "accepted 1000000n\n")
    }

    /// Expects that Signet signs the bytes in no way, and that the standard's own program accepts what is made of a
    /// signature over them. Gives what that program said.
    ///
    /// - Parameter program: shows the program what was made; nil for a library of Python, which is asked when it is made.
    @discardableResult
    private func expectNothing(
        of standard: String, _ words: String, program: ((TemporaryFolder) throws -> String)? = nil
    ) throws -> String? {
        let project = try Project(policy: Project.policy(profile: "body"))
        let folder = project.folder
        try check("cp", ["keys/production.pub.pem", "key.pem"], in: folder.root)
        try check("python3", ["-B", Self.program, "make", standard], in: folder.root)
        try check("cp", ["input", "static/input"], in: folder.root)

        try project.expectRefusal(["plan", "none"], code: 1, ["files/input: ", words, "hint: ", "[document-meaning]"])
        try project.expectRefusal(["build"], code: 1, ["files/input: ", words])
        try project.expectRefusal(["sign", "input"], code: 1, ["input: ", words, "hint: "])
        #expect(!folder.exists("output") && !folder.exists("input.sig"))

        try folder.openssl("dgst", "-sha256", "-sign", "keys/production.key.pem", "-out", "signature", "input")
        let assembled = try check("python3", ["-B", Self.program, "assemble", standard], in: folder.root)
        if program == nil { #expect(assembled.hasPrefix("accepted ")) }
        return try program?(folder)
    }

    private static let program = JWSLibrary.server("other-standards.py")
}
