import Foundation
import Testing
import TestSupport

/// What moto with identities promises to tests of AWS's services.
@Suite struct `A moto with identities` {
    private static let policy = """
        { "Version": "2012-10-17", "Statement": [
          { "Effect": "Allow", "Action": "s3:ListBucket", "Resource": "arn:aws:s3:::tree" },
          { "Effect": "Allow", "Action": ["s3:GetObject", "s3:PutObject"], "Resource": "arn:aws:s3:::tree/app/*" },
          { "Effect": "Allow", "Action": ["kms:Sign", "kms:GetPublicKey"], "Resource": "*" } ] }
        """
    private let moto: MotoServer
    private let folder: TemporaryFolder

    init() throws {
        moto = try MotoServer(policy: Self.policy)
        folder = try TemporaryFolder()
        try folder.write("body", "content")
        try moto.aws("s3", "mb", "s3://tree")
    }

    /// How `aws` ends: `done`, or what it says is wrong.
    private func aws(_ arguments: [String], as environment: [String: String]? = nil) throws -> String {
        let result = try run("aws", arguments, environment: environment ?? moto.environment)
        let code = result.errors.firstMatch(of: #/An error occurred \((.*?)\)/#)
        return result.status == 0 ? "done" : code.map { String($0.1) } ?? result.errors
    }

    @Test(.peers(.aws, .moto)) func `refuses what the policy does not allow`() throws {
        func put(_ key: String, as environment: [String: String]? = nil) throws -> String {
            let words = ["s3api", "put-object", "--bucket", "tree", "--key", key, "--body", folder.path("body")]
            return try aws(words, as: environment)
        }
        #expect(try put("app/a b+c%é") == "done")
        #expect(try aws(["s3api", "head-object", "--bucket", "tree", "--key", "app/a b+c%é"]) == "done")
        #expect(try aws(["s3api", "list-objects-v2", "--bucket", "tree"]) == "done")
        #expect(try put("other/a") == "AccessDenied")
        #expect(try aws(["s3api", "delete-object", "--bucket", "tree", "--key", "app/a"]) == "AccessDenied")
        #expect(
            try put("app/a", as: moto.environment.merging(["AWS_SECRET_ACCESS_KEY": "x"]) { $1 })
                == "SignatureDoesNotMatch")
        #expect(
            try put("app/a", as: moto.environment.merging(["AWS_ACCESS_KEY_ID": "AKIAX"]) { $1 })
                == "InvalidAccessKeyId")
        try folder.write("token", "any token")
        let identity = moto.environment(withIdentityIn: folder.path("token"))
        #expect(try put("app/b", as: identity) == "done")
        #expect(try put("b", as: identity) == "AccessDenied")
    }

    @Test(.peers(.aws, .moto, .curl)) func `verifies signatures of KMS and CloudFront`() throws {
        let words = ["kms", "create-key", "--key-usage", "SIGN_VERIFY", "--key-spec", "ECC_NIST_P256"]
        let key = try moto.makeKey()
        let wrong = moto.environment.merging(["AWS_SECRET_ACCESS_KEY": "x"]) { $1 }
        #expect(try aws(["kms", "get-public-key", "--key-id", key]) == "done")
        #expect(try aws(["kms", "get-public-key", "--key-id", key], as: wrong) == "InvalidSignatureException")
        #expect(try aws(words) == "AccessDeniedException")
        let invalidation = ["cloudfront", "create-invalidation", "--distribution-id", "E1", "--paths", "/*"]
        #expect(try aws(invalidation) == "AccessDenied")
        #expect(try aws(invalidation, as: wrong) == "SignatureDoesNotMatch")
        #expect(try aws(invalidation, as: moto.administrator) == "NoSuchDistribution")
    }

    @Test(.peers(.aws, .moto, .curl)) func `refuses another body than was signed, and no signature`() throws {
        let (key, secret) = (
            moto.administrator["AWS_ACCESS_KEY_ID"] ?? "", moto.administrator["AWS_SECRET_ACCESS_KEY"] ?? ""
        )
        let signing = ["--aws-sigv4", "aws:amz:us-east-1:s3", "--user", "\(key):\(secret)"]
        let digests = [
            "ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73": "200",
            String(repeating: "0", count: 64): "403",
        ]
        let words = [
            "-sS", "-o", "/dev/null", "-w", "%{http_code}", "-X", "PUT", "--data-binary", "@\(folder.path("body"))",
        ]
        for (digest, status) in digests {
            let said = try check(
                "curl", words + signing + ["-H", "x-amz-content-sha256: \(digest)", "\(moto.origin)/tree/a"])
            #expect(said == status)
        }
        #expect(try check("curl", words + ["\(moto.origin)/tree/a"]) == "403")
    }
}
