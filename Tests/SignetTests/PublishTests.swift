import Foundation
import TestSupport
import Testing

/// A team with a bucket.
private struct BucketBench {
    let project: Project
    let moto: MotoServer
    private let profile: String

    private let hasFiles: Bool

    /// - Parameter hasFiles: whether there is more than one document; every object is some runs of `aws`.
    init(profile: String = "dated", hasFiles: Bool = false) throws {
        project = try Project(policy: Self.policy(profile: profile, hasFiles: hasFiles))
        self.profile = profile
        self.hasFiles = hasFiles
        moto = try MotoServer()
        try moto.aws(
            "s3api", "create-bucket", "--bucket", "tree", "--create-bucket-configuration",
            "LocationConstraint=eu-west-2")
        try build("2026-08-03T10:00:00Z")
    }

    func build(_ time: String, minimum: String = "3.0.0") throws {
        try project.folder.write("policy.json", Self.policy(profile: profile, minimum: minimum, hasFiles: hasFiles))
        try project.expectDone(["build", "--at", time])
    }

    /// A policy for iOS, with a static file or without.
    static func policy(profile: String = "dated", minimum: String = "3.0.0", hasFiles: Bool = true) -> String {
        """
        {
          "descriptions": "Texts.xcstrings",
          "environments": {
            "production": {
              "origin": "https://distribution.example.com",
              "profile": "\(profile)",
              "ios": {
                "minimumOSVersion": { "value": "13.5.0", "description": "os" },
                "minimumAppVersion": { "value": "\(minimum)", "description": "app" }
              },
              "documents": {
                "availability": "distribution/availability-{platform}"\(hasFiles ? "," : "")
                \(hasFiles ? "\"files\": { \"files/\": \"static/\" }" : "")
              }
            }
          }
        }

        """
    }

    static let words = ["publish", "--environment", "production", "--to", "s3://tree/app", "--no-live-check"]

    @discardableResult
    func publish(_ more: String..., sourceLocation: SourceLocation = #_sourceLocation) throws -> CommandResult {
        let result = try project.expectDone(
            Self.words + more, environment: moto.environment, sourceLocation: sourceLocation)
        expectNoSecret(result)
        return result
    }

    func refuse(
        _ code: Int32, _ said: [String], more: [String] = [], variables: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let result = try project.expectRefusal(
            Self.words + more, code: code, said, environment: moto.environment.merging(variables) { $1 },
            sourceLocation: sourceLocation)
        expectNoSecret(result)
    }

    private func expectNoSecret(_ result: CommandResult) {
        for text in [result.output, result.errors] {
            #expect(!text.contains("secret-access-key-of-the-tests") && !text.contains("PRIVATE KEY"))
        }
    }

    /// What a path's object is served with.
    func head(_ path: String) throws -> [String: Any] {
        let text = try moto.aws("s3api", "head-object", "--bucket", "tree", "--key", "app/\(path)")
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    func body(_ path: String) throws -> [UInt8] {
        try moto.aws("s3api", "get-object", "--bucket", "tree", "--key", "app/\(path)", project.folder.path("object"))
        return try project.folder.read("object")
    }

    /// The keys of all objects.
    func keys() throws -> [String] {
        let text = try moto.aws(
            "s3api", "list-objects-v2", "--bucket", "tree", "--query", "Contents[].Key", "--output", "text")
        return text.split { $0.isWhitespace }.map(String.init).filter { $0 != "None" }
    }

    /// The objects that were sent since the first `count` requests, in order.
    func sent(after count: Int) throws -> [String] {
        try moto.requests().dropFirst(count).filter { $0.hasPrefix("PUT /tree/app/") }
            .map { String($0.dropFirst("PUT /tree/app/".count)) }
    }
}

private let ios = "distribution/availability-ios"

@Test(.peers(.aws, .moto, .python3)) func `publish sends each body together with its headers, and the index last`()
    throws
{
    let bench = try BucketBench(hasFiles: true)
    let before = try bench.moto.requests().count
    #expect(try bench.publish("--dry-run").output.hasSuffix("s3://tree/app/: 6 to send, 0 to remove, 0 left alone\n"))
    #expect(try bench.sent(after: before).isEmpty)
    #expect(try bench.publish().output.hasSuffix("s3://tree/app/: 6 sent, 0 removed, 0 left alone\n"))
    let sent = try bench.sent(after: before)
    #expect(sent.count == 6)
    #expect(sent.first == "files/notes.txt")
    #expect(sent.suffix(2) == ["publication.json.sig", "publication.json"])
    #expect(try bench.keys().allSatisfy { !$0.hasSuffix(".headers") })

    let root = "output/production/"
    for path in [ios, "files/notes.txt", "publication.json"] {
        #expect(try bench.body(path) == bench.project.folder.read(root + path))
        #expect(try bench.body(path + ".sig") == bench.project.folder.read(root + path + ".sig"))
        // What a client gets is what the headers sidecar says.
        let head = try bench.head(path)
        var fields = ["content-type": head["ContentType"] as? String, "cache-control": head["CacheControl"] as? String]
        for (name, value) in head["Metadata"] as? [String: String] ?? [:] { fields["x-amz-meta-\(name)"] = value }
        let lines = try bench.project.folder.text(root + path + ".headers").split(separator: "\n")
        #expect(Set(lines.map(String.init)) == Set(fields.map { "\($0.key): \($0.value ?? "")" }))
    }
    // Once more there is nothing to do.
    let after = try bench.moto.requests().count
    #expect(try bench.publish().output == "s3://tree/app/: 0 sent, 0 removed, 6 left alone\n")
    #expect(try bench.sent(after: after).isEmpty)
}

@Test(.peers(.aws, .moto, .python3)) func `publish sends only what differs, in body or in headers`() throws {
    let bench = try BucketBench(hasFiles: true)
    try bench.publish()
    // Signed anew on a machine without the former tree: what is live is as good.
    try bench.project.folder.remove("output")
    let now = ISO8601DateFormatter().string(from: Date())
    try bench.project.expectDone(["build", "--at", now])
    var count = try bench.moto.requests().count
    try bench.publish()
    // The live signatures are of August, and the policy has them renewed every day.
    #expect(
        try bench.sent(after: count).count == 3 + 1,
        "bodies and the index, whose own sidecar is the only one that differs")
    try bench.project.folder.remove("output")
    try bench.project.expectDone(["build"])
    count = try bench.moto.requests().count
    #expect(try bench.publish().output == "s3://tree/app/: 0 sent, 0 removed, 6 left alone\n")
    #expect(try bench.sent(after: count).isEmpty)

    // Metadata alone was changed by somebody.
    try bench.moto.aws(
        "s3api", "put-object", "--bucket", "tree", "--key", "app/\(ios)", "--body",
        bench.project.folder.path("output/production/\(ios)"), "--content-type", "text/html")
    count = try bench.moto.requests().count
    #expect(try bench.publish().output.contains("sent  \(ios)  (headers)\n"))
    #expect(try bench.sent(after: count).contains(ios))
    #expect(try bench.head(ios)["ContentType"] as? String == "application/json")
    // And a body.
    try bench.project.folder.write("other", "other\n")
    try bench.moto.aws(
        "s3api", "put-object", "--bucket", "tree", "--key", "app/files/notes.txt", "--body",
        bench.project.folder.path("other"))
    #expect(try bench.publish().output.contains("sent  files/notes.txt  (body)\n"))
    #expect(try bench.body("files/notes.txt") == Array("notes\n".utf8))
}

@Test(.peers(.aws, .moto, .python3)) func `publish takes nothing away from apps unless somebody allows it`() throws {
    let bench = try BucketBench(hasFiles: true)
    try bench.publish()
    try bench.build("2026-08-04T10:00:00Z", minimum: "2.0.0")
    try bench.refuse(
        1, ["minimumAppVersion of ios goes down from 3.0.0 to 2.0.0 [minimum-lowered]", "--allow minimum-lowered"])
    #expect(try String(decoding: bench.body(ios), as: UTF8.self).contains("3.0.0"))
    try bench.refuse(64, ["--allow spaces is none of unverified-document"], more: ["--allow", "spaces"])
    try bench.publish("--allow", "minimum-lowered")
    #expect(try String(decoding: bench.body(ios), as: UTF8.self).contains("2.0.0"))

    try bench.project.folder.write("policy.json", BucketBench.policy(minimum: "2.0.0", hasFiles: false))
    try bench.project.expectDone(["build", "--at", "2026-08-05T10:00:00Z"])
    try bench.refuse(1, ["files/notes.txt is published", "[document-removed]"])
    let result = try bench.publish("--allow", "document-removed")
    #expect(result.output.contains("removed  files/notes.txt\nremoved  files/notes.txt.sig\n"))
    #expect(try bench.keys().allSatisfy { !$0.contains("notes") })
}

@Test(.peers(.aws, .moto, .python3)) func `publish never replaces a signature by an earlier one`() throws {
    let bench = try BucketBench()
    try bench.project.folder.remove("output")
    try bench.build("2026-08-05T10:00:00Z", minimum: "3.1.0")
    try bench.publish()
    try bench.project.folder.remove("output")
    try bench.build("2026-08-04T10:00:00Z", minimum: "3.2.0")
    try bench.refuse(1, ["is live with date Wed, 05 Aug 2026 10:00:00 UTC", "a signed date never goes back"])
}

@Test(.peers(.aws, .moto, .python3)) func `publish verifies the tree first`() throws {
    let bench = try BucketBench()
    let path = "output/production/\(ios)"
    try bench.project.folder.write(path, try bench.project.folder.text(path) + " ")
    let before = try bench.moto.requests().count
    try bench.refuse(1, ["is not the body that publication.json lists"])
    #expect(try bench.moto.requests().count == before)
    try bench.project.folder.remove("output")
    try bench.refuse(66, ["output/production"])
    try bench.project.expectDone(["build", "--unsigned"])
    try bench.refuse(1, ["is not signed", "signet sign --publication output/production"])
    let development = ["publish", "--environment", "development", "--to", "s3://tree"]
    try bench.project.expectRefusal(development, code: 1, ["\"development\" is for one machine"])
}

@Test(.peers(.aws, .moto, .python3)) func `an upload that fails leaves no index, and the next run sends the rest`()
    throws
{
    let bench = try BucketBench(hasFiles: true)
    try bench.moto.fail(.init("PUT", numbers: 3...3, answer: (403, "AccessDenied")))
    try bench.refuse(69, ["access is denied", "were sent, and the index was not", "s3:PutObject"])
    #expect(try !bench.keys().contains("app/publication.json"))
    let there = try bench.keys().count
    #expect((1..<6).contains(there))
    try bench.moto.fail()
    let before = try bench.moto.requests().count
    try bench.publish()
    #expect(try bench.sent(after: before).count == 6 - there)
    #expect(try bench.keys().count == 6)
}

@Test(.peers(.aws, .moto, .python3)) func `an upload that is killed is finished by the next run`() throws {
    let bench = try BucketBench(hasFiles: true)
    try bench.moto.fail(.init("PUT", numbers: 4...100, answer: nil))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: signetPath)
    process.arguments = BucketBench.words
    process.currentDirectoryURL = URL(fileURLWithPath: bench.project.folder.root)
    process.environment = ProcessInfo.processInfo.environment.merging(bench.moto.environment) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    while try bench.sent(after: 0).count < 4 { usleep(20_000) }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try bench.moto.fail()
    #expect(try !bench.keys().contains("app/publication.json"))
    try bench.publish()
    #expect(try bench.keys().count == 6)
    #expect(try bench.publish().output == "s3://tree/app/: 0 sent, 0 removed, 6 left alone\n")
}

@Test(.peers(.aws, .moto, .python3)) func `what aws complains of is said with the next step`() throws {
    let bench = try BucketBench()
    let words = ["publish", "--environment", "production", "--to", "s3://nowhere-at-all", "--no-live-check"]
    try bench.project.expectRefusal(
        words, code: 66, ["s3://nowhere-at-all/publication.json: there is no such bucket", "aws s3 ls"],
        environment: bench.moto.environment)
    for (code, status, said) in [
        ("ExpiredToken", 400, ["the credentials have expired", "sign in again"]),
        ("AccessDenied", 403, ["access is denied", "s3:ListBucket"]),
        ("IllegalLocationConstraintException", 400, ["another region", "AWS_REGION"]),
        ("SlowDown", 503, ["asks for fewer requests", "try again"]),
        ("InternalError", 500, ["cannot be reached"]),
    ] {
        try bench.moto.fail(.init("GET", answer: (status, code)))
        // The program's own patience is tried below.
        try bench.refuse(69, said, variables: ["AWS_MAX_ATTEMPTS": "1"])
    }
    try bench.moto.fail()
    #expect(try bench.keys().isEmpty)
    try bench.refuse(
        69, ["aws has no credentials", "aws sts get-caller-identity"],
        variables: ["AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": ""])
    try bench.refuse(
        69, ["cannot be reached"], variables: ["AWS_ENDPOINT_URL": "http://127.0.0.1:1", "AWS_MAX_ATTEMPTS": "1"])
    try bench.refuse(
        69, ["there is no program aws on the PATH", "install the AWS CLI"], variables: ["PATH": "/nowhere"])
    for place in ["s3:/tree", "s3://", "s3://T", "s3://tree/a//b", "s3://tree/../a", "https://example.com/a"] {
        let words = ["publish", "--environment", "production", "--to", place]
        try bench.project.expectRefusal(words, code: 64, ["--to \(place)"])
    }
}

@Test(.peers(.aws, .moto, .python3)) func `of a service that confirms no checksum the objects are read back`() throws {
    let bench = try BucketBench()
    try bench.moto.confirmChecksums(false)
    let before = try bench.moto.requests().count
    try bench.publish()
    let requests = try bench.moto.requests().dropFirst(before).filter { $0.hasSuffix("/app/\(ios)") }
    #expect(requests == ["GET", "PUT", "GET"].map { "\($0) /tree/app/\(ios)" })
}

@Test(.peers(.aws, .moto, .python3)) func `throttling that ends is waited for by aws`() throws {
    let bench = try BucketBench()
    try bench.moto.fail(.init("PUT", numbers: 2...3, answer: (503, "SlowDown")))
    try bench.publish()
    #expect(try bench.keys().count == 4)
}

@Test(.peers(.aws, .moto, .python3)) func `publish tells CloudFront to forget what changed`() throws {
    let bench = try BucketBench()
    try bench.project.folder.write(
        "distribution.json",
        """
        { "CallerReference": "1", "Comment": "", "Enabled": true, "DefaultRootObject": "",
          "Origins": { "Quantity": 1, "Items": [ { "Id": "o", "DomainName": "tree.s3.amazonaws.com",
            "S3OriginConfig": { "OriginAccessIdentity": "" } } ] },
          "DefaultCacheBehavior": { "TargetOriginId": "o", "ViewerProtocolPolicy": "https-only", "MinTTL": 0,
            "ForwardedValues": { "QueryString": false, "Cookies": { "Forward": "none" } },
            "TrustedSigners": { "Enabled": false, "Quantity": 0 } } }
        """)
    let id = try bench.moto.aws(
        "cloudfront", "create-distribution", "--distribution-config",
        "file://" + bench.project.folder.path("distribution.json"), "--query", "Distribution.Id", "--output", "text"
    ).trimmingCharacters(in: .whitespacesAndNewlines)
    func invalidated() throws -> [[String]] {
        let list = try bench.moto.aws(
            "cloudfront", "list-invalidations", "--distribution-id", id, "--query", "InvalidationList.Items[].Id",
            "--output", "text")
        return try list.split { $0.isWhitespace }.filter { $0 != "None" }.map { invalidation in
            try bench.moto.aws(
                "cloudfront", "get-invalidation", "--distribution-id", id, "--id", String(invalidation), "--query",
                "Invalidation.InvalidationBatch.Paths.Items", "--output", "text"
            ).split { $0.isWhitespace }.map(String.init).sorted()
        }
    }
    try bench.publish("--cloudfront", id)
    #expect(try invalidated().map(\.count) == [4])
    #expect(try invalidated()[0].contains("/\(ios)"))
    // Headers alone.
    try bench.moto.aws(
        "s3api", "put-object", "--bucket", "tree", "--key", "app/\(ios)", "--body",
        bench.project.folder.path("output/production/\(ios)"))
    try bench.publish("--cloudfront", id)
    #expect(try invalidated().map { $0 }.contains(["/\(ios)"]))
    try bench.refuse(64, ["--cloudfront a/b is no id"], more: ["--cloudfront", "a/b"])
    try bench.build("2026-08-06T10:00:00Z", minimum: "3.3.0")
    try bench.refuse(
        69, ["CloudFront EMISSING", "what was sent is in the bucket", "another run has nothing to invalidate"],
        more: ["--cloudfront", "EMISSING"])
}

@Test(.peers(.aws, .moto, .python3)) func `what a tree says is sent as it is and never as words of aws`() throws {
    let bench = try BucketBench()
    let policy = BucketBench.policy(hasFiles: false).replacingOccurrences(
        of: "\"profile\"", with: "\"cacheControl\": \"file:///etc/hostname\", \"profile\"")
    try bench.project.folder.write("policy.json", policy)
    try bench.project.expectDone(["build", "--at", "2026-08-04T10:00:00Z"])
    try bench.publish()
    #expect(try bench.head(ios)["CacheControl"] as? String == "file:///etc/hostname")
}

@Test(.peers(.aws, .moto, .python3)) func `publish replaces no tree of another environment`() throws {
    let bench = try BucketBench()
    try bench.publish()
    try bench.project.expectDone(["keys", "generate", "staging"])
    try bench.project.folder.write(
        "policy.json", BucketBench.policy().replacingOccurrences(of: "\"production\"", with: "\"staging\""))
    try bench.project.expectDone(["build", "--at", "2026-08-04T10:00:00Z"])
    let words = ["publish", "--environment", "staging", "--to", "s3://tree/app", "--no-live-check"]
    for allowed in [[], ["--allow", "unverified-document"]] {
        try bench.project.expectRefusal(
            words + allowed, code: 1, ["which is for environment \"production\"", "check --to"],
            environment: bench.moto.environment)
    }
    // Nor in a folder.
    try bench.project.expectDone(["publish", "--environment", "production", "--to", "site"])
    try bench.project.expectRefusal(
        ["publish", "--environment", "staging", "--to", "site"], code: 1, ["which is for environment \"production\""])
}

@Test(.peers(.aws, .moto, .python3)) func `publish goes from key to key and never back`() throws {
    let bench = try BucketBench()
    try bench.publish()
    for name in ["second", "third"] {
        try bench.project.expectDone(["keys", "generate", name, "--environment", "production"])
        try bench.project.expectDone(["keys", "shipped", name, "3.1.0"])
    }
    try check("cp", ["-a", "output", "former"], in: bench.project.folder.root)
    try bench.project.expectDone(["keys", "rotate", "production"])
    try bench.build("2026-08-04T10:00:00Z")
    try bench.publish()
    // An old job that runs once more.
    try bench.refuse(1, ["and this tree is signed by the older"], more: ["--output", "former"])
    // What a revoked key has signed is believed no more, and is replaced when somebody says so.
    try bench.project.expectDone(["keys", "revoke", "second"])
    try bench.project.expectDone(["keys", "rotate", "production"])
    try bench.build("2026-08-05T10:00:00Z")
    try bench.refuse(1, ["which is revoked [unverified-document]", "--allow unverified-document"])
    #expect(try bench.publish("--allow", "unverified-document").errors.contains("which is revoked"))
}

@Test(.peers(.aws, .moto, .python3))
func `an upload that ends between the index and its signature is held against what is live`() throws {
    let bench = try BucketBench()
    try bench.publish()
    try bench.build("2026-08-04T10:00:00Z", minimum: "3.1.0")
    try bench.moto.fail(.init("PUT", path: "/publication.json", numbers: 2...100, answer: (403, "AccessDenied")))
    try bench.refuse(69, ["the index was not"])
    try bench.moto.fail()
    try bench.build("2026-08-05T10:00:00Z", minimum: "2.0.0")
    try bench.refuse(1, ["goes down from 3.1.0 to 2.0.0"])
    try bench.build("2026-08-05T10:00:00Z", minimum: "3.1.0")
    try bench.publish()
    #expect(try bench.publish().output == "s3://tree/app/: 0 sent, 0 removed, 4 left alone\n")
}

@Test(.peers(.aws, .moto, .python3)) func `a removal that fails is finished by the next run`() throws {
    let bench = try BucketBench(hasFiles: true)
    try bench.publish()
    // What was a folder is a file now.
    let policy = BucketBench.policy().replacingOccurrences(
        of: "\"files/\": \"static/\"", with: "\"files\": \"static/notes.txt\"")
    try bench.project.folder.write("policy.json", policy)
    try bench.project.expectDone(["build", "--at", "2026-08-04T10:00:00Z"])
    try bench.moto.fail(.init("DELETE", answer: (403, "AccessDenied")))
    try bench.refuse(69, ["s3:DeleteObject"], more: ["--allow", "document-removed"])
    try bench.moto.fail()
    try bench.publish("--allow", "document-removed")
    #expect(
        try bench.keys().sorted() == [
            "app/\(ios)", "app/\(ios).sig", "app/files", "app/files.sig", "app/publication.json",
            "app/publication.json.sig",
        ])
    #expect(try bench.publish().output == "s3://tree/app/: 0 sent, 0 removed, 6 left alone\n")
}

// MARK: Live

/// Where a CDN would serve the bucket: what is built, or what was.
private func words(_ url: String, _ more: String...) -> [String] {
    BucketBench.words.dropLast() + ["--url", url, "--settle", "0"] + more
}

@Test(.peers(.aws, .moto, .python3, .openssl, .curl)) func `publish looks whether it is live`() throws {
    let bench = try BucketBench()
    let root = bench.project.folder.path("output/production")
    let server = try HTTPSServer(serving: root, sendsHeaders: true)
    let environment = bench.moto.environment.merging(["CURL_CA_BUNDLE": server.certificate]) { $1 }
    let done = try bench.project.expectDone(words(server.origin), environment: environment)
    #expect(done.output.hasSuffix("\(server.origin): all 2 documents are live\n"))
    // Signed anew elsewhere: what was left alone is live with its own signatures.
    let json = try bench.project.expectDone(words(server.origin, "--json"), environment: environment).output
    #expect(json.contains("\"verified\": true") && json.contains("\"sent\": []"))

    // A CDN that goes on serving what it has.
    try check("cp", ["-a", root, bench.project.folder.path("former")])
    let stale = try HTTPSServer(serving: bench.project.folder.path("former"), sendsHeaders: true)
    try bench.build("2026-08-06T10:00:00Z", minimum: "3.3.0")
    let refused = try bench.project.run(words(stale.origin), environment: environment)
    #expect(refused.status == 1)
    #expect(refused.output.hasSuffix("\(stale.origin): not live as it should be\n"))
    #expect(refused.errors.contains("\(ios)"))
    #expect(try String(decoding: bench.body(ios), as: UTF8.self).contains("3.3.0"), "it is in the bucket")

    let silent = try bench.project.run(words("https://127.0.0.1:1"), environment: environment)
    #expect(silent.status == 69)
    for (more, said) in [
        (["--no-live-check"], "--url and --no-live-check exclude"), (["--settle", "x"], "flag --settle"),
    ] {
        try bench.project.expectRefusal(words(stale.origin) + more, code: 64, [said], environment: environment)
    }
    try bench.project.expectRefusal(
        words("http://example.com"), code: 64, ["is not an https:// address"], environment: environment)
}

// MARK: Folders

@Test func `publish writes a site for static hosts, under the same guard rails`() throws {
    let project = try Project(policy: BucketBench.policy())
    try project.expectDone(["build", "--at", "2026-08-03T10:00:00Z"])
    let words = ["publish", "--environment", "production", "--to", "public"]
    #expect(try project.expectDone(words + ["--dry-run"]).output == "public: 3 documents to write\n")
    #expect(try project.folder.snapshot("public").isEmpty)
    let result = try project.expectDone(words)
    #expect(
        result.output == "public/site: 3 documents, headers in _headers and public/nginx-headers.conf\n")
    let site = try project.folder.snapshot("public/site")
    for (path, bytes) in try project.folder.snapshot("output/production") where !path.hasSuffix(".headers") {
        #expect(site[path] == bytes)
    }
    #expect(try project.folder.text("public/site/_headers").contains("/\(ios)\n  Content-Type: application/json\n"))

    try project.folder.write("policy.json", BucketBench.policy(minimum: "2.0.0", hasFiles: false))
    try project.expectDone(["build", "--at", "2026-08-04T10:00:00Z"])
    let before = try project.folder.snapshot("public")
    try project.expectRefusal(words, code: 1, ["[minimum-lowered]", "[document-removed]", "--allow document-removed"])
    #expect(try project.folder.snapshot("public") == before)
    try project.expectDone(words + ["--allow", "minimum-lowered", "--allow", "document-removed", "--json"])
    #expect(try project.folder.snapshot("public/site").keys.allSatisfy { !$0.contains("notes") })

    try project.expectRefusal(words + ["--cloudfront", "E"], code: 64, ["--cloudfront is for a bucket"])
    try project.expectRefusal(
        ["publish", "--environment", "production", "--to", "keys"], code: 73, ["was not written by signet publish"])
    try project.expectRefusal(["publish", "--to", "public"], code: 64, ["which environment?"])
    try project.expectRefusal(["publish", "--environment", "production"], code: 64, ["where to?"])
}
