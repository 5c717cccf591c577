@testable import AWSRequests
import ExternalPrograms
import Foundation
import LocalFiles
import ManifestVerifier
import TestSupport
import Testing

/// A bucket of OpenStack Swift behind a proxy that tells what was asked, and a client of it.
private struct Bench {
    let bucket: Bucket
    let proxy: FaultProxy
    let folder: TemporaryFolder
    let client: S3Bucket

    init(variables: [String: String] = [:]) async throws {
        bucket = try SwiftObjectServer.makeBucket()
        proxy = try FaultProxy(to: bucket.origin)
        folder = try TemporaryFolder()
        let own = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "TMPDIR": folder.root]
        client = try await S3Bucket(
            #require(BucketAddress("s3://\(bucket.name)/app")),
            variables: bucket.environment(through: proxy).merging(own) { $1 }.merging(variables) { $1 })
    }

    /// An object to send whose body is in a file of its own.
    func upload(_ path: String, _ body: [UInt8], _ headers: [HeaderField] = []) throws -> S3Bucket.Upload {
        let file = SHA256.hash(Array(path.utf8)).hexadecimal
        try folder.write(file, body)
        return S3Bucket.Upload(
            path: path, file: folder.path(file), byteCount: body.count, sha256: SHA256.hash(body).bytes,
            headers: headers)
    }

    /// Why the server did not take an object.
    func refusal(
        of upload: S3Bucket.Upload, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> AWSError.Cause {
        let result = try await client.put([upload])[0]
        return try #require(throws: AWSError.self, sourceLocation: sourceLocation) { try result.get() }.cause
    }
}

/// Against a server that verifies the hash of a body and the region, and knows no conditions.
@Suite(.peers(.openstackSwift, .botocore, .python3, .curl)) struct OpenStackSwiftTests {
    @Test func `objects are stored as they were sent`() async throws {
        let bench = try await Bench()
        let headers = [
            HeaderField(unchecked: "content-type", value: "application/json"),
            HeaderField(unchecked: "cache-control", value: "public, max-age=60"),
            HeaderField(unchecked: "x-amz-meta-signature", value: "a=\"b\";c=:d/+=:"),
        ]
        let paths = ["a b+c%2F&=?#é/日本.json", "availability-ios", "empty"]
        let uploads = try paths.map { try bench.upload($0, $0 == "empty" ? [] : Array($0.utf8), headers) }
        // It confirms no checksum.
        for result in try await bench.client.put(uploads) { #expect(try !result.get()) }
        #expect(try bench.bucket.keys() == paths.map { "app/\($0)" })
        #expect(try bench.bucket.get("app/\(paths[0])") == Array(paths[0].utf8))
        let stored = try #require(try bench.bucket.headers("app/\(paths[0])"))
        for field in headers { #expect(stored[field.name] == field.value) }

        #expect(try await bench.client.list(pages: 1)?.keys.sorted() == paths.sorted())
        let heads = try await bench.client.heads(paths + ["none"])
        #expect(heads.map { $0?.byteCount } == [paths[0].utf8.count, paths[1].utf8.count, 0, nil])
        #expect(heads[0]?.metadata == ["signature": "a=\"b\";c=:d/+=:"] && heads[0]?.cacheControl == headers[1].value)
        for result in try await bench.client.delete([paths[1], "none"]) { try result.get() }
        #expect(try await bench.client.list(pages: 1)?.keys.sorted() == [paths[0], paths[2]].sorted())
    }

    @Test func `a file that was changed after its digest was taken is refused, and said so`() async throws {
        let bench = try await Bench()
        let upload = try bench.upload("a", Array("signed".utf8))
        try Data("change".utf8).write(to: URL(fileURLWithPath: upload.file))
        #expect(try await bench.refusal(of: upload) == .wrongBody)
        #expect(try bench.bucket.keys().isEmpty)
    }

    @Test func `another secret is refused, and another user`() async throws {
        for name in ["AWS_SECRET_ACCESS_KEY", "AWS_ACCESS_KEY_ID"] {
            let bench = try await Bench(variables: [name: "signet:other"])
            #expect(try await bench.refusal(of: bench.upload("a", [1])) == .refusedCredentials)
            #expect(try bench.bucket.keys().isEmpty)
        }
    }

    @Test func `a wrong region is refused, and the one that the answer names is used from then on`() async throws {
        let bench = try await Bench(variables: ["AWS_REGION": "us-east-1"])
        for number in 1...2 {
            for result in try await bench.client.put([bench.upload("\(number)", [1])]) { #expect(try !result.get()) }
        }
        let wrong = try bench.proxy.requests().filter {
            $0.headers["authorization"]?.contains("/us-east-1/s3/") == true
        }
        #expect(wrong.count <= 1)
        #expect(try bench.bucket.keys() == ["app/1", "app/2"])
    }

    @Test(arguments: [S3Bucket.Condition.nothing, .state("\"0123456789abcdef0123456789abcdef\"")])
    func `a condition is refused as unknown, and not asked again`(condition: S3Bucket.Condition) async throws {
        let bench = try await Bench()
        var upload = try bench.upload("a", [1])
        upload.condition = condition
        #expect(try await bench.refusal(of: upload) == .notImplemented)
        #expect(try bench.proxy.requests().count <= 1)
        #expect(try bench.bucket.keys().isEmpty)
    }

    @Test(arguments: [false, true]) func `a large object goes in parts, and nothing is left of one that changed`(
        isChanged: Bool
    ) async throws {
        let bench = try await Bench()
        var body = [UInt8](repeating: 0, count: (17 << 20) + 5)
        for index in stride(from: 0, to: body.count, by: 1_000) {
            body[index] = UInt8(truncatingIfNeeded: index / 1_000)
        }
        let upload = try bench.upload(
            "x", body, [HeaderField(unchecked: "content-type", value: "application/zip")])
        if isChanged {
            body[3 << 20] ^= 1
            try Data(body).write(to: URL(fileURLWithPath: upload.file))
        }
        let file = try Folder(path: bench.folder.root).file(String(upload.file.dropFirst(bench.folder.root.count + 1)))
        let result = try await bench.client.putInParts(upload, from: file, below: bench.folder.root) { _ in }
        if isChanged {
            #expect(try #require(throws: AWSError.self) { try result.get() }.cause == .wrongBody)
            #expect(try bench.bucket.keys().isEmpty)
        } else {
            #expect(try !result.get())
            #expect(try bench.bucket.get("app/x") == body)
            #expect(try bench.bucket.headers("app/x")?["content-type"] == "application/zip")
        }
    }

    @Test(arguments: [
        (0, ""), (-600, ""), (-3_600, "RequestTimeTooSkewed"), (3_600, "RequestTimeTooSkewed"),
    ])
    func `the server refuses what was signed at another time`(seconds: Int64, code: String) throws {
        let bucket = try SwiftObjectServer.makeBucket()
        let credentials = AWSCredentials(
            accessKeyID: try #require(bucket.environment["AWS_ACCESS_KEY_ID"]),
            secretAccessKey: try #require(bucket.environment["AWS_SECRET_ACCESS_KEY"]))
        let signer = RequestSigner(
            credentials, region: SwiftObjectServer.region, service: "s3",
            secondsSince1970: Int64(Date().timeIntervalSince1970) + seconds)
        let (url, headers) = signer.sign(AWSRequest(.get, "/\(bucket.name)/"), to: try AWSEndpoint(bucket.origin))
        let fields = headers.flatMap { ["-H", "\($0.name): \($0.value)"] }
        let said = try check("curl", ["-sS", "-w", "%{http_code}"] + fields + [url])
        #expect(said.contains("<Code>\(code)</Code>") == !code.isEmpty && said.hasSuffix(code.isEmpty ? "200" : "403"))
    }
}
