import Foundation
import Testing
import TestSupport

/// What moto with identities promises to tests of AWS's services.
@Suite(.inCI) struct `A moto with identities` {
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
        try moto.makeBucket("tree")
    }

    /// A call of a service by boto3, its parameters in JSON.
    private struct Call: Encodable {
        let environment: [String: String]
        let service: String
        let operation: String
        let parameters: String
    }

    /// How calls end, one after the other: `done`, or the code of the error.
    private func ends(of calls: [Call]) throws -> [String] {
        let encoder = JSONEncoder()
        let lines = try calls.map { String(decoding: try encoder.encode($0), as: UTF8.self) + "\n" }
        let script = serversFolder.appending(path: "aws-codes.py").path
        return try check("python3", ["-B", script], input: Array(lines.joined().utf8)).split(separator: "\n")
            .map(String.init)
    }

    @Test(.peers(.boto3, .moto, .curl)) func `refuses what the policy does not allow`() throws {
        try folder.write("token", "any token")
        let identity = moto.environment(withIdentityIn: folder.path("token"))
        let wrong = moto.environment.merging(["AWS_SECRET_ACCESS_KEY": "x"]) { $1 }
        let unknown = moto.environment.merging(["AWS_ACCESS_KEY_ID": "AKIAX"]) { $1 }
        func call(_ operation: String, _ key: String, as environment: [String: String]? = nil) -> Call {
            let body = operation == "put_object" ? #", "Body": "content""# : ""
            return Call(
                environment: environment ?? moto.environment, service: "s3", operation: operation,
                parameters: #"{ "Bucket": "tree", "Key": "\#(key)"\#(body) }"#)
        }
        let list = Call(
            environment: moto.environment, service: "s3", operation: "list_objects_v2",
            parameters: #"{ "Bucket": "tree" }"#)
        let calls = [
            (call("put_object", "app/a b+c%é"), "done"), (call("head_object", "app/a b+c%é"), "done"), (list, "done"),
            (call("put_object", "other/a"), "AccessDenied"), (call("delete_object", "app/a"), "AccessDenied"),
            (call("put_object", "app/a", as: wrong), "SignatureDoesNotMatch"),
            (call("put_object", "app/a", as: unknown), "InvalidAccessKeyId"),
            (call("put_object", "app/b", as: identity), "done"),
            (call("put_object", "b", as: identity), "AccessDenied"),
        ]
        #expect(try ends(of: calls.map(\.0)) == calls.map(\.1))
    }

    @Test(.peers(.boto3, .moto, .curl)) func `verifies signatures of KMS and CloudFront`() throws {
        let key = try moto.makeKey()
        let wrong = moto.environment.merging(["AWS_SECRET_ACCESS_KEY": "x"]) { $1 }
        func read(as environment: [String: String]) -> Call {
            Call(
                environment: environment, service: "kms", operation: "get_public_key",
                parameters: #"{ "KeyId": "\#(key)" }"#)
        }
        func invalidation(as environment: [String: String]) -> Call {
            Call(
                environment: environment, service: "cloudfront", operation: "create_invalidation",
                parameters: """
                    { "DistributionId": "E1",
                      "InvalidationBatch": { "Paths": { "Quantity": 1, "Items": ["/*"] }, "CallerReference": "1" } }
                    """)
        }
        let creation = Call(
            environment: moto.environment, service: "kms", operation: "create_key",
            parameters: #"{ "KeyUsage": "SIGN_VERIFY", "KeySpec": "ECC_NIST_P256" }"#)
        let calls = [
            (read(as: moto.environment), "done"), (read(as: wrong), "InvalidSignatureException"),
            (creation, "AccessDeniedException"), (invalidation(as: moto.environment), "AccessDenied"),
            (invalidation(as: wrong), "SignatureDoesNotMatch"),
            (invalidation(as: moto.administrator), "NoSuchDistribution"),
        ]
        #expect(try ends(of: calls.map(\.0)) == calls.map(\.1))
    }

    @Test(.peers(.moto, .curl)) func `refuses another body than was signed, and no signature`() throws {
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
