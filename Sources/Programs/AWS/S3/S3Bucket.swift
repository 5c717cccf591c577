import Diagnostics
import ManifestVerifier

/// A place in a bucket of S3, or of a service that speaks like it.
package struct S3Bucket: Sendable {
    package let address: BucketAddress
    private let client: AWSClient
    /// What stands before a key in the path of a request: the bucket, where its name is not part of the host.
    private let root: String

    /// - Parameters:
    ///   - endpoint: another endpoint than Amazon's; nil for that of `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL`.
    ///   - variables: the environment variables of this process.
    package init(_ address: BucketAddress, endpoint: String? = nil, variables: [String: String]) async throws {
        self.address = address
        let configured =
            try endpoint.map { try AWSEndpoint($0) } ?? AWSEndpoint.configured(for: "S3", variables: variables)
        let region = try await AWSRegion.find(variables: variables) ?? Self.firstRegion
        let bucket = address.bucket
        if let configured {
            root = "/\(bucket)/"
            client = AWSClient(.s3, region: region, variables: variables) { _ in configured }
        } else {
            // The certificate of Amazon's hosts is good for one more label.
            let isInPath = bucket.contains(".")
            root = isInPath ? "/\(bucket)/" : "/"
            client = AWSClient(.s3, region: region, variables: variables) { region in
                let endpoint = AWSEndpoint(host: "s3.\(region).\(AWSRegion.domain(of: region))")
                return isInPath ? endpoint : endpoint.withBucket(bucket)
            }
        }
    }

    /// What the clock of the service said in its last answer.
    package var clock: SignedDate? { get async { await client.clock } }

    /// What is at each path; nil where nothing is.
    ///
    /// - Parameter progress: receives how many are known, after each round.
    package func heads(_ paths: [String], progress: @Sendable (Int) -> Void = { _ in }) async throws -> [S3Object?] {
        try await objects(paths.map { asking(for: $0, nil) }, at: paths, progress: progress)
    }

    /// Gets objects; nil where nothing is, and then there is no file.
    package func get(
        _ objects: [(path: String, destination: Curl.Transfer.Destination)],
        progress: @Sendable (Int) -> Void = { _ in }
    ) async throws -> [S3Object?] {
        try await self.objects(
            objects.map { asking(for: $0.path, $0.destination) }, at: objects.map(\.path), progress: progress)
    }

    /// Gets objects one by one, so that a failure is one object's.
    package func tryGetting(
        _ objects: [(path: String, destination: Curl.Transfer.Destination?)]
    ) async throws -> [Result<AWSAnswer, AWSError>] {
        try await client.send(objects.map { asking(for: $0.path, $0.destination) })
    }

    /// Asks for an object with its checksum; for its headers alone where it goes nowhere.
    private func asking(for path: String, _ destination: Curl.Transfer.Destination?) -> AWSRequest {
        var request = request(destination == nil ? .head : .get, path)
        request.headers = [HeaderField(unchecked: "x-amz-checksum-mode", value: "ENABLED")]
        request.destination = destination
        return request
    }

    private func objects(
        _ requests: [AWSRequest], at paths: [String], progress: @Sendable (Int) -> Void
    ) async throws -> [S3Object?] {
        let results = try await client.send(requests, progress: progress)
        return try zip(paths, results).map { path, result in
            switch result {
            case .success(let answer): return S3Object(answer.headers)
            case .failure(let error) where error.cause == .noSuchObject: return nil
            case .failure(let error): throw error.report.at("\(address)\(path)")
            }
        }
    }

    /// The sizes and ETags of the objects that are there, by their paths; nil when most of them are not ours.
    ///
    /// - Parameters:
    ///   - count: how many objects may be ours.
    ///   - otherPages: how many pages of objects that are not ours are read.
    package func list(expecting count: Int, otherPages: Int = 5) async throws -> [String: Listed]? {
        var listed: [String: Listed] = [:]
        var token: String?
        for _ in 0..<(count / Self.pageKeys + otherPages) {
            var request = AWSRequest(.get, root)
            request.query = [("list-type", "2"), ("encoding-type", "url"), ("prefix", address.prefix)]
            if let token { request.query.append(("continuation-token", token)) }
            let answer: AWSAnswer
            switch try await client.send([request])[0] {
            case .success(let page): answer = page
            case .failure(let error): throw error.at(address.description)
            }
            guard let page = BucketPage(answer.body) else {
                throw AWSError(
                    unusable: "\(address): the list of objects cannot be read",
                    hint: "check the endpoint: it must speak S3")
            }
            for (key, object) in page.objects where key.hasPrefix(address.prefix) {
                listed[String(key.dropFirst(address.prefix.count))] = object
            }
            token = page.next
            if token == nil { return listed }
        }
        return nil
    }

    package struct Listed: Sendable {
        package let byteCount: Int
        /// The MD5 of an object that was sent in one piece, in 32 hexadecimal digits; nil where the service has another ETag.
        package let md5: String?
    }

    /// One object to send: body and headers in one request, so that clients never get one without the other.
    package struct Upload: Sendable {
        package let path: String
        package let file: String
        package let byteCount: Int
        /// The 32 bytes that the body's SHA-256 must be; the service refuses another body.
        package let sha256: [UInt8]
        package let headers: [HeaderField]
        package var condition: Condition?

        package init(path: String, file: String, byteCount: Int, sha256: [UInt8], headers: [HeaderField]) {
            self.path = path
            self.file = file
            self.byteCount = byteCount
            self.sha256 = sha256
            self.headers = headers
        }
    }

    /// What must be at a path before an object is replaced.
    package enum Condition: Sendable, Equatable {
        case nothing
        /// The object with this ETag.
        case state(String)
    }

    /// Sends objects.
    ///
    /// - Returns: for each whether the service confirms the checksum of what it got, or why it did not take it.
    package func put(
        _ uploads: [Upload], progress: @Sendable (Int) -> Void = { _ in }
    ) async throws -> [Result<Bool, AWSError>] {
        let requests = uploads.map { upload in
            var request = request(.put, upload.path)
            let checksum = Base64.encode(upload.sha256)
            request.headers = upload.headers + [HeaderField(unchecked: Self.checksumField, value: checksum)]
            switch upload.condition {
            case nil: break
            case .nothing: request.headers.append(HeaderField(unchecked: "if-none-match", value: "*"))
            case .state(let etag): request.headers.append(HeaderField(unchecked: "if-match", value: etag))
            }
            request.body = .file(path: upload.file, byteCount: upload.byteCount, sha256: upload.sha256)
            return request
        }
        return zip(uploads, try await client.send(requests, progress: progress)).map { upload, result in
            result.map { $0.header(Self.checksumField) == Base64.encode(upload.sha256) }
        }
    }

    package func delete(_ paths: [String]) async throws -> [Result<Void, AWSError>] {
        try await client.send(paths.map { request(.delete, $0) }).map { result in
            switch result {
            case .failure(let error) where error.cause == .noSuchObject: .success(())
            default: result.map { _ in }
            }
        }
    }

    private func request(_ method: Curl.Transfer.Method, _ path: String) -> AWSRequest {
        AWSRequest(method, root + address.key(of: path))
    }

    private static let pageKeys = 1_000
    private static let checksumField = "x-amz-checksum-sha256"
    /// Any service that has no regions takes this one, and Amazon says which one is right.
    private static let firstRegion = "us-east-1"
}

/// One page of the list of a bucket (`ListObjectsV2` with `encoding-type=url`).
struct BucketPage {
    let objects: [(key: String, object: S3Bucket.Listed)]
    /// What asks for the next page; nil at the end.
    let next: String?

    /// Fails for anything else.
    init?(_ body: [UInt8]) {
        let text = String(decoding: body, as: UTF8.self)
        guard text.contains("<ListBucketResult") else { return nil }
        var objects: [(key: String, object: S3Bucket.Listed)] = []
        var rest = text[...]
        while let start = rest.firstRange(of: "<Key>")?.upperBound,
            let end = rest[start...].firstRange(of: "</Key>")?.lowerBound
        {
            // A plus is a space there.
            guard let bytes = rest[start..<end].replacing("+", with: "%20").utf8.percentDecoded,
                let size = rest[end...].firstRange(of: "<Size>")?.upperBound,
                let sizeEnd = rest[size...].firstRange(of: "</Size>")?.lowerBound, let size = Int(rest[size..<sizeEnd])
            else { return nil }
            let object = rest[..<(rest[end...].firstRange(of: "</Contents>")?.lowerBound ?? rest.endIndex)]
            let tag = String(object).between("<ETag>", "</ETag>").map(Self.unescaped)?.filter { $0 != "\"" }
            let isMD5 = tag?.utf8.count == 32 && tag?.utf8.allSatisfy(\.isASCIIAlphanumeric) == true
            objects.append(
                (
                    String(decoding: bytes, as: UTF8.self),
                    S3Bucket.Listed(byteCount: size, md5: isMD5 ? tag?.asciiLowercased : nil)
                ))
            rest = rest[object.endIndex...]
        }
        self.objects = objects
        next =
            text.between("<IsTruncated>", "</IsTruncated>") == "true"
            ? text.between("<NextContinuationToken>", "</NextContinuationToken>").map(Self.unescaped) : nil
    }

    /// The entities that XML knows by itself, and the numbers of the quotes.
    private static func unescaped(_ text: String) -> String {
        [
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&apos;", "'"), ("&#39;", "'"),
            ("&amp;", "&"),
        ]
        .reduce(text) { $0.replacingScalars($1.0, with: $1.1) }
    }
}
