import Foundation
import Testing
import TestSupport

/// What the servers promise that the tests of the publisher stand on.
@Suite(.inCI) struct `A real server for buckets` {
    @Test(.peers(.seaweed, .botocore, .curl)) func `keeps any object under any key`() throws {
        let bucket = try SeaweedServer.makeBucket()
        let keys = ["a b+c%2F&=?#é/日本.json", "distribution/availability-ios", "empty"]
        for key in keys { try bucket.put(key, Array(key.utf8), headers: ["x-amz-meta-signature": "a=\"b\"  c"]) }
        try bucket.put("empty", [])
        #expect(try bucket.keys() == keys && bucket.keys(page: 2) == keys)
        #expect(try bucket.keys(prefix: "dis") == [keys[1]])
        #expect(try bucket.get(keys[0]) == Array(keys[0].utf8))
        #expect(try bucket.get("empty") == [])
        #expect(try bucket.headers(keys[0])?["x-amz-meta-signature"] == "a=\"b\"  c")
        #expect(try bucket.headers("none") == nil && bucket.get("none") == nil)
        try bucket.delete("empty")
        #expect(try bucket.keys() == keys.dropLast())
        #expect(try SeaweedServer.makeBucket().keys().isEmpty)
    }

    /// Mutations of a request of `curl` that S3 takes.
    @Test(
        .peers(.seaweed, .botocore, .curl),
        arguments: [
            ([], 200), (["-H", "x-amz-meta-a: b"], 200),
            (["--user", "KEY:other"], 403), (["--user", "other:SECRET"], 403),
            (["-H", "Host: elsewhere:8333"], 200), (["-H", "x-amz-date: 20200101T000000Z"], 403),
            (["-H", "If-Match: \"0123456789abcdef0123456789abcdef\""], 412),
            (["-H", "x-amz-checksum-sha256: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="], 400),
        ])
    func `verifies what S3 verifies`(options: [String], status: Int) throws {
        let bucket = try SeaweedServer.makeBucket()
        let key = try #require(bucket.environment["AWS_ACCESS_KEY_ID"])
        let secret = try #require(bucket.environment["AWS_SECRET_ACCESS_KEY"])
        let options = options.map {
            $0.replacingOccurrences(of: "KEY", with: key).replacingOccurrences(of: "SECRET", with: secret)
        }
        let signing = ["--aws-sigv4", "aws:amz:eu-west-2:s3", "-H", "x-amz-content-sha256: UNSIGNED-PAYLOAD"]
        try bucket.put("a", [1])
        let said = try check(
            "curl",
            ["-sS", "-o", "/dev/null", "-w", "%{http_code}", "--user", "\(key):\(secret)"] + signing
                + ["-X", "PUT", "--data-binary", "body"] + options + ["\(bucket.origin)/\(bucket.name)/a"])
        #expect(said == "\(status)")
    }
}

@Suite(.inCI) struct `A proxy that lets requests fail` {
    let bucket: Bucket
    let proxy: FaultProxy

    init() throws {
        bucket = try SeaweedServer.makeBucket()
        proxy = try FaultProxy(to: bucket.origin)
        try bucket.put("a", Array("content".utf8))
    }

    /// One request through the proxy, signed by curl; how curl ended, the status and what came.
    private func ask(_ options: String..., key: String = "a") throws -> String {
        let key0 = bucket.environment["AWS_ACCESS_KEY_ID"] ?? ""
        let secret = bucket.environment["AWS_SECRET_ACCESS_KEY"] ?? ""
        let signing = ["--aws-sigv4", "aws:amz:eu-west-2:s3", "--user", "\(key0):\(secret)"]
        let result = try run(
            "curl",
            ["-s", "-m", "5", "-w", " %{http_code}", "-H", "x-amz-content-sha256: UNSIGNED-PAYLOAD"] + signing + options
                + ["\(proxy.origin)/\(bucket.name)/\(key)"])
        return "\(result.status) \(result.output)"
    }

    @Test(.peers(.seaweed, .botocore, .curl)) func `hands on what is signed, and tells of it`() throws {
        #expect(try ask() == "0 content 200")
        #expect(try ask("-X", "PUT", "--data-binary", "new", key: "b") == "0  200")
        #expect(try ask(key: "none").hasSuffix(" 404"))
        #expect(try bucket.get("b") == Array("new".utf8))
        let requests = try proxy.requests()
        #expect(
            requests.map { "\($0.method) \($0.path) \($0.status)" } == [
                "GET /\(bucket.name)/a 200", "PUT /\(bucket.name)/b 200", "GET /\(bucket.name)/none 404",
            ])
        #expect(requests[0].headers["host"] == String(proxy.origin.trimmingPrefix("http://")))
    }

    @Test(.peers(.seaweed, .botocore, .curl)) func `refuses by a pattern`() throws {
        try proxy.set(.init("GET", path: "/a", numbers: 2...6, pattern: "101", .answer(503, code: "SlowDown")))
        let statuses = try (1...7).map { _ in try ask().suffix(3) }
        #expect(statuses == ["200", "503", "200", "503", "503", "200", "200"])
        #expect(try proxy.requests().map(\.status) == [200, 503, 200, 503, 503, 200, 200])
        try proxy.set(.init(.answer(400, code: "ExpiredToken", headers: ["x-amz-bucket-region": "eu-west-1"])))
        #expect(try ask("-i").contains("<Code>ExpiredToken</Code>"))
        #expect(try ask("-i").contains("x-amz-bucket-region: eu-west-1"))
        #expect(try ask("-H", "X-Amz-Target: TrentService.Sign").contains("{\"__type\": \"ExpiredToken\""))
    }

    @Test(.peers(.seaweed, .botocore, .curl)) func `loses requests and answers`() throws {
        let put = ["-X", "PUT", "--data-binary", "new"]
        try proxy.set(.init("PUT", path: "/unsent", .reset), .init("PUT", path: "/lost", .lostAnswer))
        #expect(try ask(put[0], put[1], put[2], put[3], key: "unsent") == "56  000")
        #expect(try ask(put[0], put[1], put[2], put[3], key: "lost") == "56  000")
        #expect(try bucket.get("unsent") == nil && bucket.get("lost") == Array("new".utf8))
        try proxy.set(.init("GET", .truncated(bytes: 3)))
        #expect(try ask() == "18 con 200")
        try proxy.set(.init("GET", .silence), .init("PUT", .slowReading(bytesPerSecond: 0)))
        #expect(try ask("-m", "0.3") == "28  000")
        #expect(try ask("-m", "0.3", put[0], put[1], put[2], put[3]) == "28  000")
    }

    @Test(.peers(.seaweed, .botocore, .curl)) func `has another clock`() throws {
        try proxy.set(.init(.clock(secondsAhead: 3_600)))
        let refusal = try ask("-i")
        #expect(refusal.contains("<Code>RequestTimeTooSkewed</Code>") && refusal.hasSuffix(" 403"))
        let hour = Date(timeIntervalSinceNow: 3_600).formatted(.iso8601.year().month().day())
        let day = hour.split(separator: "-").last ?? ""
        #expect(refusal.contains(try Regex("Date: ..., \(day) ")))
        try proxy.set(.init(.date(secondsAhead: -86_400 * 400)))
        let year = Calendar(identifier: .gregorian).component(.year, from: Date(timeIntervalSinceNow: -86_400 * 400))
        #expect(try ask("-i").contains(" \(year) "))
    }

    @Test(.peers(.seaweed, .botocore, .curl)) func `expires a token until there is another`() throws {
        try proxy.set(.init(numbers: 2...9, .expiredToken))
        let token = "x-amz-security-token"
        #expect(
            try ["first", "first", "first", "second", "first"].map { value in
                try ask("-H", "\(token): \(value)").contains("<Code>ExpiredToken</Code>")
            } == [false, true, true, false, true])
    }

    @Test(.peers(.seaweed, .botocore, .curl)) func `lets something happen between`() throws {
        let folder = try TemporaryFolder()
        try proxy.set(.init("GET", numbers: 2...2, .command("echo swapped >> '\(folder.path("file"))'")))
        for _ in 1...3 { #expect(try ask() == "0 content 200") }
        #expect(try folder.text("file") == "swapped\n")
    }

    @Test(.peers(.seaweed, .botocore, .curl)) func `waits, with many connections at once`() throws {
        try proxy.set(delay: 300)
        let urls = (1...200).map { _ in "url = \"\(proxy.origin)/\(bucket.name)/a\"\noutput = \"/dev/null\"\n" }
        let folder = try TemporaryFolder()
        try folder.write("urls", urls.joined())
        try check("curl", ["-sS", "-Z", "--parallel-max", "150", "--parallel-immediate", "-K", folder.path("urls")])
        let requests = try proxy.requests()
        #expect(requests.count == 200 && requests.map(\.open).max() == 150)
    }
}
