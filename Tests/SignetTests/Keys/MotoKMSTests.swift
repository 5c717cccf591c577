import Testing
import TestSupport

@Suite(.peers(.aws, .curl, .moto, .openssl)) struct MotoKMSTests {
    /// moto answers for public keys as KMS does, and hashes a digest that it is given once more.
    @Test func `moto's public keys go onto the ring and its signatures do not verify`() throws {
        let server = try MotoServer()
        let created = try check(
            "aws",
            [
                "kms", "create-key", "--key-spec", "ECC_NIST_P256", "--key-usage", "SIGN_VERIFY", "--query",
                "KeyMetadata.[KeyId,Arn]", "--output", "text",
            ], environment: server.environment
        ).split(whereSeparator: \.isWhitespace).map(String.init)
        let (id, arn) = (created[0], created[1])
        try check(
            "aws", ["kms", "create-alias", "--alias-name", "alias/signet", "--target-key-id", id],
            environment: server.environment)
        for reference in [id, arn, "alias/signet"] {
            let project = try Project(policy: Project.policy(profile: "body"), keys: [])
            try project.expectDone(
                ["keys", "add", "production", "--signer", "awskms:\(reference)"], environment: server.environment)
            #expect(try project.expectDone(["keys", "list"]).output.contains("    id \(id)\n"))
            guard reference == id else { continue }
            try project.expectRefusal(
                ["build"], code: 1, ["the signature that came back does not verify with the public key of the ring"],
                environment: server.environment)
            #expect(!project.folder.exists("output/production"))
        }
        let project = try Project(keys: [])
        try project.expectRefusal(
            ["keys", "add", "production", "--signer", "awskms:alias/none"], code: 66, ["AWS KMS has no such key"],
            environment: server.environment)
        #expect(!project.folder.exists("keys"))
    }
}
