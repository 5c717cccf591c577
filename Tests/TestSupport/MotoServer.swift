import Foundation

/// A real process that speaks Amazon's protocols on the loopback interface: moto, with faults where a test wants them.
package final class MotoServer: Sendable {
    /// What happens to some requests instead of what they ask for.
    package struct Fault: Sendable {
        /// The method of the requests: `PUT`.
        package let method: String
        /// What their path holds.
        package let path: String
        /// Which of them, the first being 1.
        package let numbers: ClosedRange<Int>
        /// The HTTP status and the code of the error; nil for no answer at all.
        package let answer: (status: Int, code: String)?

        package init(
            _ method: String, path: String = "", numbers: ClosedRange<Int> = 1...Int(Int32.max),
            answer: (status: Int, code: String)?
        ) {
            self.method = method
            self.path = path
            self.numbers = numbers
            self.answer = answer
        }
    }

    /// `http://127.0.0.1:PORT`.
    package let origin: String
    private let folder: TemporaryFolder
    private let process: ServerProcess

    /// A server that verifies nothing.
    package convenience init() throws { try self.init(policy: nil, in: TemporaryFolder()) }

    /// A server that verifies signatures (of S3, KMS, CloudFront and STS), session tokens and the hashes of S3's bodies, and
    /// refuses what is not allowed; it verifies neither dates nor the region, nor conditions of policies.
    ///
    /// - Parameter policy: what the user of `environment` and the role `publisherRole` are allowed, in IAM's JSON.
    package convenience init(policy: String) throws { try self.init(policy: policy, in: TemporaryFolder()) }

    private init(policy: String?, in folder: TemporaryFolder) throws {
        self.folder = folder
        try folder.write("faults.json", "[]")
        try folder.write("requests.log", "")
        try folder.write("policy.json", policy ?? "")
        process = try ServerProcess(named: "moto-server.py", policy == nil ? [] : ["policy.json"], in: folder)
        let origin = "http://127.0.0.1:\(process.port)"
        self.origin = origin
        guard policy != nil else {
            (environment, administrator) = (awsEnvironment(origin: origin), awsEnvironment(origin: origin))
            return
        }
        let keys = try JSONDecoder().decode([String: [String]].self, from: Data(folder.read("keys.json")))
        func variables(_ user: String) throws -> [String: String] {
            guard let key = keys[user], key.count == 2 else { throw CannotRun(description: "moto has no \(user)") }
            return awsEnvironment(origin: origin)
                .merging(["AWS_ACCESS_KEY_ID": key[0], "AWS_SECRET_ACCESS_KEY": key[1]]) { $1 }
        }
        (environment, administrator) = (try variables("publisher"), try variables("admin"))
    }

    /// What leads `aws` here.
    package let environment: [String: String]
    /// The same, with the key of a user who may do everything.
    package let administrator: [String: String]
    /// A role that a web identity can have: any token will do.
    package static let publisherRole = "arn:aws:iam::123456789012:role/publisher"

    /// What leads `aws` here with a web identity in place of keys.
    ///
    /// - Parameter tokenFile: a file with any token.
    package func environment(withIdentityIn tokenFile: String) -> [String: String] {
        environment.filter { !["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"].contains($0.key) }.merging([
            "AWS_WEB_IDENTITY_TOKEN_FILE": tokenFile, "AWS_ROLE_ARN": Self.publisherRole,
            "AWS_ROLE_SESSION_NAME": "tests",
            // Where `aws` keeps credentials for the next who has this role.
            "HOME": folder.root,
        ]) { $1 }
    }

    /// Runs `aws` as the administrator; it must succeed.
    @discardableResult
    package func aws(_ arguments: String...) throws -> String {
        let patience = ["--cli-connect-timeout", "0", "--cli-read-timeout", "0"]
        return try check("aws", arguments + patience, environment: administrator)
    }

    /// Asks S3 as the administrator with `curl`, which must succeed; it starts in a tenth of the time of `aws`.
    @discardableResult
    package func curl(_ resource: String, _ options: String...) throws -> String {
        // Which curl 7.88 does not sign; moto with a policy wants it.
        try ask("eu-west-2:s3", resource, ["-H", "x-amz-content-sha256: UNSIGNED-PAYLOAD"] + options)
    }

    private func ask(_ service: String, _ resource: String, _ options: [String] = []) throws -> String {
        let user = "\(administrator["AWS_ACCESS_KEY_ID"] ?? ""):\(administrator["AWS_SECRET_ACCESS_KEY"] ?? "")"
        let signing = ["--aws-sigv4", "aws:amz:\(service)", "--user", user]
        return try check("curl", ["-sSf"] + signing + options + ["\(origin)/\(resource)"])
    }

    /// Makes a key of KMS that signs, and returns its id.
    package func makeKey() throws -> String {
        let answer = try ask(
            "eu-west-2:kms", "",
            [
                "-H", "X-Amz-Target: TrentService.CreateKey", "-H", "Content-Type: application/x-amz-json-1.1",
                "-d", #"{ "KeyUsage": "SIGN_VERIFY", "KeySpec": "ECC_NIST_P256" }"#,
            ])
        struct Answer: Decodable {
            struct Key: Decodable { let KeyId: String }
            let KeyMetadata: Key
        }
        return try JSONDecoder().decode(Answer.self, from: Data(answer.utf8)).KeyMetadata.KeyId
    }

    /// Makes a bucket of S3.
    package func makeBucket(_ name: String) throws {
        let place =
            "<CreateBucketConfiguration><LocationConstraint>eu-west-2</LocationConstraint></CreateBucketConfiguration>"
        try curl(name, "-X", "PUT", "-H", "Content-Type: application/xml", "-d", place)
    }

    /// Lets anyone read the objects of a bucket.
    package func openBucket(_ name: String) throws {
        // Of HEAD, S3 asks for GetObject; moto, for an action of its own.
        let policy = """
            { "Version": "2012-10-17", "Statement": [ { "Effect": "Allow", "Principal": "*",
              "Action": ["s3:GetObject", "s3:HeadObject"],
              "Resource": "arn:aws:s3:::\(name)/*" } ] }
            """
        try curl("\(name)?policy", "-X", "PUT", "-H", "Content-Type: application/json", "-d", policy)
    }

    /// Makes a distribution of CloudFront and returns its id.
    package func makeDistribution() throws -> String {
        try folder.write(
            "distribution.json",
            testText("Servers/distribution.json"))
        return try aws(
            "cloudfront", "create-distribution", "--distribution-config", "file://" + folder.path("distribution.json"),
            "--query", "Distribution.Id", "--output", "text"
        ).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The paths of every invalidation of a distribution.
    package func invalidations(of distribution: String) throws -> [Set<String>] {
        let list = "2020-05-31/distribution/\(distribution)/invalidation"
        return try texts("Id", of: ask("us-east-1:cloudfront", list)).map { invalidation in
            Set(try texts("Path", of: ask("us-east-1:cloudfront", "\(list)/\(invalidation)")))
        }
    }

    /// What the elements of a name hold in an answer, which has no other marks in them.
    private func texts(_ element: String, of xml: String) -> [String] {
        xml.components(separatedBy: "<\(element)>").dropFirst().map { part in
            [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"), ("&amp;", "&")]
                .reduce(part.components(separatedBy: "</\(element)>")[0]) { $0.replacing($1.0, with: $1.1) }
        }
    }

    /// Sets what goes wrong from now on; counting begins anew.
    package func fail(_ faults: Fault...) throws {
        let plan = faults.map { fault -> [String: Any] in
            [
                "method": fault.method, "path": fault.path, "first": fault.numbers.lowerBound,
                "last": fault.numbers.upperBound, "status": fault.answer?.status ?? 0,
                "code": fault.answer?.code ?? "",
            ]
        }
        let file = URL(fileURLWithPath: folder.path("faults.json"))
        try JSONSerialization.data(withJSONObject: plan).write(to: file, options: .atomic)
    }

    /// Whether the server says, as S3 does and moto does not, which checksum it has got.
    package func confirmChecksums(_ doesConfirm: Bool) throws {
        if doesConfirm { try folder.remove("silent") } else { try folder.write("silent", "") }
    }

    /// All requests so far, as method and path.
    package func requests() throws -> [String] {
        try folder.text("requests.log").split(separator: "\n").map(String.init)
    }
}
