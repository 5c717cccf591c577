import FoundationEssentials
import ManifestVerifier

/// Signs requests to one service in one region with one key, at one second: AWS Signature Version 4.
///
/// Source: "Create a signed AWS API request" in the reference of AWS Identity and Access Management. What is signed is the
/// method, path, query, all fields and the SHA-256 of the body; the signature stands in the field `authorization`.
struct RequestSigner: Sendable {
    private let credentials: AWSCredentials
    private let service: String
    /// `20260804T101500Z`.
    private let time: String
    /// `20260804/eu-west-2/s3/aws4_request`.
    private let scope: String
    /// Derived from the secret key; good for one day, region and service.
    private let key: [UInt8]

    /// - Parameters:
    ///   - service: as AWS names it: `s3`.
    ///   - secondsSince1970: the time on the service's clock.
    init(_ credentials: AWSCredentials, region: String, service: String, secondsSince1970: Int64) {
        self.credentials = credentials
        self.service = service
        time = Self.basicTime(secondsSince1970)
        let words = [String(time.prefix(8)), region, service, "aws4_request"]
        scope = words.joined(separator: "/")
        key = words.reduce(Array("AWS4\(credentials.secretAccessKey)".utf8)) { hmacSHA256(Array($1.utf8), key: $0) }
    }

    /// The URL and the fields of a request, signed.
    ///
    /// - Parameters:
    ///   - endpoint: where it goes.
    func sign(_ request: AWSRequest, to endpoint: AWSEndpoint) -> (url: String, headers: [HeaderField]) {
        let path = (endpoint.path + request.path).utf8.percentEncoded(keepsSlashes: true)
        let query = Self.canonicalQuery(request.query.map { ($0.name.utf8, $0.value.utf8) })
        let payloadHash = request.payloadHash
        var fields = request.headers
        func add(_ name: String, _ value: String) { fields.append(HeaderField(unchecked: name, value: value)) }
        add("x-amz-content-sha256", payloadHash)
        add("x-amz-date", time)
        if let token = credentials.sessionToken { add("x-amz-security-token", token) }
        // curl makes this one by itself.
        let signed = fields + [HeaderField(unchecked: "host", value: endpoint.host)]
        add(
            "authorization",
            authorization(request.method.rawValue, path: path, query: query, fields: signed, payloadHash: payloadHash))
        return (endpoint.origin + path + (query.isEmpty ? "" : "?\(query)"), fields)
    }

    /// The value of the field `authorization`.
    ///
    /// - Parameters:
    ///   - path: encoded, as it is sent.
    ///   - query: canonical.
    ///   - fields: all fields, with `host` and `x-amz-date`.
    func authorization(
        _ method: String, path: String, query: String, fields: [HeaderField], payloadHash: String
    ) -> String {
        // All services but S3 have the path encoded once more.
        let path = service == "s3" ? path : path.utf8.percentEncoded(keepsSlashes: true)
        let (canonical, names) = Self.canonicalRequest(
            method, path: path, query: query, fields: fields, payloadHash: payloadHash)
        let text = ["AWS4-HMAC-SHA256", time, scope, SHA256.hash(Array(canonical.utf8)).hexadecimal]
        let signature = hmacSHA256(Array(text.joined(separator: "\n").utf8), key: key).hexadecimal
        return "AWS4-HMAC-SHA256 Credential=\(credentials.accessKeyID)/\(scope), SignedHeaders=\(names), "
            + "Signature=\(signature)"
    }

    /// The canonical request, and the names of its fields.
    private static func canonicalRequest(
        _ method: String, path: String, query: String, fields: [HeaderField], payloadHash: String
    ) -> (text: String, names: String) {
        let fields = fields.map { (name: $0.name.asciiLowercased, value: folded($0.value)) }.sorted {
            $0.name < $1.name
        }
        let names = fields.map(\.name).joined(separator: ";")
        let lines = fields.map { "\($0.name):\($0.value)\n" }.joined()
        return ("\(method)\n\(path)\n\(query)\n\(lines)\n\(names)\n\(payloadHash)", names)
    }

    /// The query, encoded and sorted by the bytes of names and values.
    static func canonicalQuery(_ query: [(name: some Sequence<UInt8>, value: some Sequence<UInt8>)]) -> String {
        query.map { ($0.name.percentEncoded(), $0.value.percentEncoded()) }
            .sorted { $0 < $1 }.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    }

    /// A value without spaces around it and with one space for several.
    private static func folded(_ value: String) -> String {
        value.split(separator: " ").joined(separator: " ")
    }

    /// `20260804T101500Z`.
    private static func basicTime(_ secondsSince1970: Int64) -> String {
        let date = Date(timeIntervalSince1970: Double(secondsSince1970))
        return date.formatted(.iso8601).filter { !"-:".contains($0) }
    }
}
