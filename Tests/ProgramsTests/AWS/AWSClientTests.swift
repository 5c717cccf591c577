import Foundation
import LocalFiles
import ManifestVerifier
import Testing
import TestSupport
@testable import Programs

/// A bucket behind a proxy, and a client of it.
private struct Bench {
    let bucket: Bucket
    let proxy: FaultProxy
    let folder: TemporaryFolder
    let client: AWSClient

    init(variables: [String: String] = [:], timeLimits: Curl.TimeLimits? = nil) throws {
        bucket = try SeaweedServer.makeBucket()
        proxy = try FaultProxy(to: bucket.origin)
        folder = try TemporaryFolder()
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let environment = bucket.environment(through: proxy)
            .merging(["PATH": path, "TMPDIR": folder.root]) { $1 }.merging(variables) { $1 }
        let endpoint = try AWSEndpoint(proxy.origin)
        client = AWSClient(
            .s3, region: SeaweedServer.region, variables: environment, timeLimits: timeLimits
        ) { _ in endpoint }
    }

    /// Requests that send small objects.
    func puts(_ count: Int, _ text: String = "body") throws -> [AWSRequest] {
        try (0..<count).map { number in
            let body = Array("\(text) \(number)".utf8)
            try folder.write("\(number).body", body)
            var request = AWSRequest(.put, "/\(bucket.name)/\(number)")
            let digest = SHA256.hash(body)
            request.headers = [
                HeaderField(unchecked: "x-amz-checksum-sha256", value: Base64.encode(digest.bytes)),
                HeaderField(unchecked: "x-amz-meta-number", value: "\(number)"),
            ]
            request.body = .file(path: folder.path("\(number).body"), byteCount: body.count, sha256: digest.bytes)
            return request
        }
    }

    func expectStored(_ count: Int, _ text: String = "body") throws {
        for number in 0..<count {
            #expect(try bucket.get("\(number)") == Array("\(text) \(number)".utf8))
            #expect(try bucket.headers("\(number)")?["x-amz-meta-number"] == "\(number)")
        }
    }

    /// The private folders that are left.
    var leftovers: [String] {
        get throws { try folder.snapshot().keys.filter { !$0.hasSuffix(".body") } }
    }
}

@Suite(.peers(.seaweed, .python3, .curl)) struct AWSClientTests {
    @Test func `bodies and fields are stored as they were sent`() async throws {
        let bench = try Bench()
        for result in try await bench.client.send(bench.puts(20)) { #expect(try result.get().status == 200) }
        try bench.expectStored(20)
        #expect(try bench.leftovers == [])
    }

    @Test(arguments: [
        FaultProxy.Fault.answer(503, code: "SlowDown"), .answer(500, code: "InternalError"), .answer(429, code: "x"),
        .answer(400, code: "RequestTimeout"), .answer(409, code: "OperationAborted"), .reset, .lostAnswer,
    ])
    func `what fails for a moment is sent again`(fault: FaultProxy.Fault) async throws {
        let bench = try Bench()
        // Three of five requests fail, in ever other places of the rounds.
        try bench.proxy.set(.init("PUT", numbers: 1...25, pattern: "10110", fault))
        for result in try await bench.client.send(bench.puts(20)) { #expect(try result.get().status == 200) }
        try bench.proxy.set()
        try bench.expectStored(20)
    }

    @Test func `what is refused is not sent again, and is that request's own failure`() async throws {
        let bench = try Bench()
        try bench.proxy.set(.init("PUT", path: "/3", .answer(403, code: "AccessDenied")))
        let results = try await bench.client.send(bench.puts(5))
        for (number, result) in results.enumerated() where number != 3 { #expect(try result.get().status == 200) }
        #expect(throws: AWSError.self) { try results[3].get() }
        #expect(try bench.proxy.requests().filter { $0.path.hasSuffix("/3") }.count == 1)
    }

    @Test func `what never gets better ends after as many tries as were asked for`() async throws {
        let bench = try Bench(variables: ["AWS_MAX_ATTEMPTS": "3"])
        try bench.proxy.set(.init("PUT", .answer(503, code: "SlowDown")))
        let error = try await #require(throws: AWSError.self) {
            try await bench.client.send(bench.puts(1))[0].get()
        }
        #expect(error.cause == .throttled)
        #expect(try bench.proxy.requests().count == 3)
    }

    @Test func `an answer that ends too soon is no answer`() async throws {
        let bench = try Bench()
        _ = try await bench.client.send(bench.puts(1))
        try bench.proxy.set(.init("GET", numbers: 1...2, .truncated(bytes: 3)))
        let answer = try await bench.client.send(AWSRequest(.get, "/\(bench.bucket.name)/0"))
        #expect(answer.body == Array("body 0".utf8))
        #expect(try bench.proxy.requests().filter { $0.method == "GET" }.count == 3)
    }

    @Test(arguments: [FaultProxy.Fault.silence, .slowReading(bytesPerSecond: 1)])
    func `a service that does not go on is asked again`(fault: FaultProxy.Fault) async throws {
        let bench = try Bench(
            timeLimits: Curl.TimeLimits(connection: .seconds(60), file: .seconds(3), whole: .seconds(600)))
        try bench.proxy.set(.init("PUT", numbers: 1...1, fault))
        for result in try await bench.client.send(bench.puts(2)) { #expect(try result.get().status == 200) }
        try bench.expectStored(2)
    }

    @Test(arguments: [-3_600, 3_600])
    func `a clock that differs is corrected for requests, of which some have no body in their answer`(
        seconds: Int
    ) async throws {
        let bench = try Bench()
        _ = try await bench.client.send(bench.puts(3))
        try bench.proxy.set(.init(.clock(secondsAhead: seconds)))
        // SeaweedFS itself would refuse what the proxy wants: what arrives there is dated an hour away.
        let heads = (0..<3).map { AWSRequest(.head, "/\(bench.bucket.name)/\($0)") }
        let results = try await bench.client.send(heads)
        #expect(results.count == 3)
        let dates = try bench.proxy.requests().suffix(3).compactMap { $0.headers["x-amz-date"] }
        let expected = Date(timeIntervalSinceNow: Double(seconds)).formatted(.iso8601).filter { !"-:".contains($0) }
        #expect(dates.allSatisfy { $0.prefix(11) == expected.prefix(11) }, "\(dates) \(expected)")
    }

    @Test func `a body that is not the one whose digest was signed is refused, and said so`() async throws {
        let bench = try Bench()
        let requests = try bench.puts(1)
        try bench.folder.write("0.body", "other!")
        let error = try await #require(throws: AWSError.self) { try await bench.client.send(requests)[0].get() }
        #expect(error.cause == .wrongBody)
        #expect(try bench.bucket.get("0") == nil)
    }

    @Test func `a signature by another secret is refused`() async throws {
        let bench = try Bench(variables: ["AWS_SECRET_ACCESS_KEY": "other"])
        let error = try await #require(throws: AWSError.self) { try await bench.client.send(bench.puts(1))[0].get() }
        #expect(error.cause == .refusedCredentials)
    }

    @Test func `no more requests are open at once than asked for`() async throws {
        let bench = try Bench()
        for result in try await bench.client.send(bench.puts(300)) { #expect(try result.get().status == 200) }
        #expect(try bench.proxy.requests().allSatisfy { $0.open <= 128 })
    }
}

@Test(.peers(.moto, .python3, .curl)) func `credentials that end in the middle of a run are replaced by new ones`()
    async throws
{
    let (moto, folder, server) = (try MotoServer(), try TemporaryFolder(), try CredentialServer())
    try moto.makeBucket("tree")
    let proxy = try FaultProxy(to: moto.origin)
    func answer(_ token: String) -> String {
        """
        <R><AccessKeyId>ASIAEXAMPLE</AccessKeyId><SecretAccessKey>secret</SecretAccessKey>
        <SessionToken>\(token)</SessionToken><Expiration>2099-01-01T00:00:00Z</Expiration></R>
        """
    }
    try server.answer("/sts/", .init(body: answer("first")))
    try folder.write("token", "the-token")
    let endpoint = try AWSEndpoint(proxy.origin)
    let client = AWSClient(
        .s3, region: "eu-west-2",
        variables: [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "TMPDIR": folder.root, "HOME": folder.root,
            "AWS_WEB_IDENTITY_TOKEN_FILE": folder.path("token"), "AWS_ROLE_ARN": "arn:aws:iam::111122223333:role/x",
            "AWS_ENDPOINT_URL_STS": "\(server.origin)/sts",
        ]
    ) { _ in endpoint }
    func put(_ numbers: Range<Int>) async throws {
        let requests = numbers.map { number in
            var request = AWSRequest(.put, "/tree/\(number)")
            request.body = .text("body")
            return request
        }
        for result in try await client.send(requests) { #expect(try result.get().status == 200) }
    }
    try await put(0..<5)
    try proxy.set(.init("PUT", .expiredToken))
    try server.answer("/sts/", .init(body: answer("second")))
    try await put(5..<10)
    let tokens = try proxy.requests().compactMap { $0.headers["x-amz-security-token"] }
    #expect(tokens == Array(repeating: "first", count: 10) + Array(repeating: "second", count: 5))
    // Where there are no other ones, that is the error.
    try proxy.set(.init("PUT", .answer(400, code: "ExpiredToken")))
    var request = AWSRequest(.put, "/tree/last")
    request.body = .text("body")
    let error = try await #require(throws: AWSError.self) { try await client.send([request])[0].get() }
    #expect(error.cause == .expiredCredentials)
}

@Suite(.peers(.seaweed, .python3, .curl)) struct S3BucketTests {
    private func bucket(_ bench: Bucket, _ prefix: String = "", _ folder: TemporaryFolder) async throws -> S3Bucket {
        let address = try #require(BucketAddress("s3://\(bench.name)/\(prefix)"))
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return try await S3Bucket(
            address, variables: bench.environment.merging(["PATH": path, "TMPDIR": folder.root]) { $1 })
    }

    @Test func `a list is of one prefix, and is given up when it has too many pages`() async throws {
        let (bench, folder) = (try SeaweedServer.makeBucket(), try TemporaryFolder())
        for key in ["a/b", "a/c d", "a/é", "ab", "b"] { try bench.put(key, Array("x".utf8)) }
        let own = try await bucket(bench, "a", folder)
        #expect(try await own.list(expecting: 0, otherPages: 1)?.keys.sorted() == ["b", "c d", "é"])
        let all = try await bucket(bench, "", folder)
        #expect(try await all.list(expecting: 0, otherPages: 1)?.keys.sorted() == ["a/b", "a/c d", "a/é", "ab", "b"])
        var many: [S3Bucket.Upload] = []
        try folder.write("x", "x")
        for number in 0..<1_100 {
            many.append(
                .init(
                    path: "many/\(number)", file: folder.path("x"), byteCount: 1,
                    sha256: SHA256.hash(Array("x".utf8)).bytes,
                    headers: []))
        }
        for result in try await all.put(many) { #expect(try result.get()) }
        #expect(try await all.list(expecting: 0, otherPages: 1) == nil)
        #expect(try await all.list(expecting: 0, otherPages: 2)?.count == 1_105)
    }

    @Test func `a condition is heeded, and what it fails on is told`() async throws {
        let (bench, folder) = (try SeaweedServer.makeBucket(), try TemporaryFolder())
        let bucket = try await bucket(bench, "a", folder)
        func put(_ text: String, _ condition: S3Bucket.Condition?) async throws -> Result<Bool, AWSError> {
            try folder.write("x", text)
            let bytes = Array(text.utf8)
            var upload = S3Bucket.Upload(
                path: "x", file: folder.path("x"), byteCount: bytes.count, sha256: SHA256.hash(bytes).bytes, headers: []
            )
            upload.condition = condition
            return try await bucket.put([upload])[0]
        }
        #expect(try await put("1", .nothing).get())
        await #expect(throws: AWSError.self) { try await put("2", .nothing).get() }
        let etag = try #require(try await bucket.heads(["x"])[0]?.etag)
        #expect(try await put("3", .state(etag)).get())
        let error = try await #require(throws: AWSError.self) { try await put("4", .state(etag)).get() }
        #expect(error.cause == .preconditionFailed)
        #expect(try bench.get("a/x") == Array("3".utf8))
    }

    @Test func `a large object is sent in one request`() async throws {
        let (bench, folder) = (try SeaweedServer.makeBucket(), try TemporaryFolder())
        let bucket = try await bucket(bench, "a", folder)
        var body = [UInt8](repeating: 7, count: 17 << 20)
        for place in stride(from: 0, to: body.count, by: 1 << 16) {
            body[place] = UInt8(truncatingIfNeeded: place >> 16)
        }
        try folder.write("x", body)
        let upload = S3Bucket.Upload(
            path: "x", file: folder.path("x"), byteCount: body.count, sha256: SHA256.hash(body).bytes,
            headers: [HeaderField(unchecked: "content-type", value: "application/zip")])
        #expect(try await bucket.put([upload])[0].get())
        #expect(try bench.get("a/x") == body)
        #expect(try bench.headers("a/x")?["content-type"] == "application/zip")
    }
}

@Test(arguments: [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 121, 1_000])
func `an MD5 is that of md5sum`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let digest = try #require(MD5.hexadecimal(of: bytes))
    #expect(try check("md5sum", [], input: bytes).prefix(32) == digest)
}
