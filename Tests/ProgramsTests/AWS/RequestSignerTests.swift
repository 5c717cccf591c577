import Foundation
import ManifestVerifier
import Testing
import TestSupport
@testable import Programs

@Test(.peers(.botocore, .python3)) func `random requests are signed as botocore signs them`() throws {
    let requests = try SignedRequest.random(Fuzz.rounds(10_000))
    #expect(requests.count == Fuzz.rounds(10_000))
    #expect(Set(requests.flatMap { $0.request.path.flatMap { $0 } }).count == 254, "every byte but 0 and the slash")
    for signed in requests {
        let request = signed.request
        let credentials = AWSCredentials(
            accessKeyID: request.accessKey, secretAccessKey: request.secretKey,
            sessionToken: request.sessionToken.isEmpty ? nil : request.sessionToken)
        let signer = RequestSigner(
            credentials, region: request.region, service: request.service, secondsSince1970: Int64(try request.time))
        let path = "/" + request.path.map { $0.percentEncoded() }.joined(separator: "/")
        let host = try AWSEndpoint("https://\(request.host)").host
        let fields = (signed.answer.headers.merging(["host": host]) { $1 })
            .map { HeaderField(unchecked: $0.key, value: $0.value) }
        let authorization = signer.authorization(
            request.method, path: path, query: RequestSigner.canonicalQuery(request.query.map { ($0[0], $0[1]) }),
            fields: fields, payloadHash: request.payloadHash)
        guard authorization == signed.answer.authorization else {
            Issue.record(
                "\(authorization) instead of \(signed.answer.authorization): \(signed.answer.canonicalRequest)")
            break
        }
    }
}

@Test func `what is sent is what is signed`() throws {
    let credentials = AWSCredentials(accessKeyID: "AKID", secretAccessKey: "secret", sessionToken: "token")
    let signer = RequestSigner(credentials, region: "eu-west-2", service: "s3", secondsSince1970: 1_785_837_600)
    var request = AWSRequest(.put, "/bucket/a b/ü+%.json")
    request.query = [("uploads", ""), ("a", "b c&d")]
    request.headers = [HeaderField(unchecked: "content-type", value: "text/plain")]
    request.body = .text("body")
    let (url, headers) = try signer.sign(request, to: AWSEndpoint("http://127.0.0.1:8333/base/"))
    #expect(
        url == "http://127.0.0.1:8333/base/bucket/a%20b/%C3%BC%2B%25.json?a=b%20c%26d&uploads=")
    let values = Dictionary(headers.map { ($0.name, $0.value) }) { first, _ in first }
    #expect(values["x-amz-content-sha256"] == SHA256.hash(Array("body".utf8)).hexadecimal)
    #expect(values["x-amz-date"] == "20260804T100000Z")
    #expect(values["x-amz-security-token"] == "token")
    #expect(
        values["authorization"]?.hasPrefix(
            "AWS4-HMAC-SHA256 Credential=AKID/20260804/eu-west-2/s3/aws4_request, SignedHeaders=content-type;host;"
                + "x-amz-content-sha256;x-amz-date;x-amz-security-token, Signature=") == true)
    #expect(headers.allSatisfy { !$0.value.contains("secret") })
    #expect(!"\(credentials)".contains("secret") && !String(reflecting: credentials).contains("secret"))
}
