import Foundation
import Testing
import TestSupport

/// What the role of a job needs, by the article, on a machine without the program `aws`.
@Test(
    .peers(.moto, .python3, .curl),
    arguments: [
        "", "kms:GetPublicKey", "kms:Sign", "s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:ListBucket",
        "cloudfront:CreateInvalidation",
    ])
func `the policy of the article is enough, and none of its actions is idle`(missing: String) throws {
    let policy = try Article("signet/Publishing").blocks.first {
        $0.language == "json" && $0.code.contains("Statement")
    }
    // moto knows the names of buckets, and no other resources.
    let words = try #require(policy?.code).replacing("example-distribution", with: "tree")
        .replacing("arn:aws:kms:eu-west-2:111122223333:key/*", with: "*")
        .replacing("arn:aws:cloudfront::111122223333:distribution/E1EXAMPLE", with: "*")
    #expect(!words.contains("111122223333"))
    // Another action takes its place.
    let moto = try MotoServer(
        policy: missing.isEmpty ? words : words.replacing("\"\(missing)\"", with: "\"s3:GetBucketAcl\""))
    try moto.makeBucket("tree")
    let key = try moto.makeKey()

    let project = try Project(policy: BucketBench.policy(), keys: [])
    let programs = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
        atPath: programs.path("curl"), withDestinationPath: try #require(Peer.path(of: "curl")))
    try programs.write("token", "any-token")
    let environment = moto.environment(withIdentityIn: programs.path("token")).merging(["PATH": programs.root]) { $1 }

    /// Runs each command; true when the first that was refused says which action the role lacks.
    func run(_ arguments: [String], code: Int32 = 0) throws -> Bool {
        let result = try project.run(arguments, environment: environment)
        guard !missing.isEmpty, result.status == 69 else {
            #expect(result.status == code, "\(arguments): \(result.errors)")
            return false
        }
        #expect(result.errors.contains(missing), "\(result.errors)")
        return true
    }

    let smaller = BucketBench.policy().replacing("\"files/\": \"static/\"", with: "\"files\": \"static/notes.txt\"")
    let isTold =
        try run(["keys", "add", "production", "--environment", "production", "--signer", "awskms:\(key)"])
        || run(["build", "--at", "2026-08-03T10:00:00Z"])
        // There is no such distribution, and it may be asked for.
        || run(BucketBench.words + ["--cloudfront", "E1EXAMPLE"], code: 66)
        || {
            try project.folder.write("policy.json", smaller)
            return try run(["build", "--at", "2026-08-04T10:00:00Z"])
        }()
        || run(BucketBench.words + ["--allow", "document-removed"])
    #expect(isTold == !missing.isEmpty)
}
