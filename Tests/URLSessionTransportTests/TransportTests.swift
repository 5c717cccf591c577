import AppGate
import Foundation
import ManifestVerifier
import Testing
import TestSupport
import URLSessionTransport

/// What a transport makes of an answer.
private func outcome(
    _ answer: RawHTTPServer.Answer, byteLimit: Int = 1_000, timeLimit: TimeInterval = .hours
) async throws -> Result<DocumentResponse, TransportError> {
    let server = try RawHTTPServer()
    try server.answer("/document", with: answer)
    return await outcome(of: try server.url("/document"), byteLimit: byteLimit, timeLimit: timeLimit)
}

private func outcome(
    of url: URL, byteLimit: Int = 1_000, timeLimit: TimeInterval = .hours
) async -> Result<DocumentResponse, TransportError> {
    do throws(TransportError) {
        return .success(
            try await SessionTransport().response(for: url, byteLimit: byteLimit, timeLimit: timeLimit))
    } catch {
        return .failure(error)
    }
}

extension Result {
    fileprivate var failure: Failure? {
        switch self {
        case .success: nil
        case .failure(let failure): failure
        }
    }
}

extension DocumentResponse {
    fileprivate func values(_ name: String) -> [String] { headers.filter { $0.isNamed(name) }.map(\.value) }
}

@Test(.prompt, .peers(.python3)) func `gives back status, headers and body as they came`() async throws {
    let body = Array("body é\n".utf8) + [0x00, 0xFF]
    let response = try await outcome(
        RawHTTPServer.Answer(headers: ["X-Amz-Meta-Signature: keyId=\"a\",signature=\"b\""], body: body)
    ).get()
    #expect(response.status == 200)
    #expect(response.body == body)
    #expect(response.values("x-amz-meta-signature") == ["keyId=\"a\",signature=\"b\""])
}

@Test(.prompt, .peers(.python3), arguments: [204, 304, 403, 404, 500, 503])
func `gives back any status`(status: Int) async throws {
    let body: [UInt8] = [204, 304].contains(status) ? [] : Array("why".utf8)
    let response = try await outcome(RawHTTPServer.Answer(status: status, body: body)).get()
    #expect(response.status == status)
    #expect(response.body == body)
}

@Test(.prompt, .peers(.python3)) func `asks for no compression, sends no validator and keeps nothing`() async throws {
    let server = try RawHTTPServer()
    let headers = [
        "Cache-Control: public, max-age=600", "ETag: \"1\"", "Last-Modified: Mon, 03 Aug 2020 22:59:35 GMT",
        "Set-Cookie: a=b",
    ]
    for body in ["one", "two"] {
        try server.answer("/document", with: RawHTTPServer.Answer(headers: headers, body: Array(body.utf8)))
        let response = try await outcome(of: try server.url("/document")).get()
        #expect(String(decoding: response.body, as: UTF8.self) == body)
    }
    let requests = try server.requests().map { $0.lowercased() }
    #expect(requests.count == 2)
    for request in requests {
        #expect(request.hasPrefix("get /document http/1.1\r\n"))
        #expect(request.contains("\r\naccept-encoding: identity\r\n"))
        for word in ["gzip", "if-none-match", "if-modified-since", "cookie", "authorization"] {
            #expect(!request.contains(word), "\(word) in \(request)")
        }
    }
}

@Test(.prompt, .peers(.python3), arguments: ["gzip", "deflate", "br", "GZIP", "x-unknown"])
func `refuses whatever is compressed before it is expanded`(encoding: String) async throws {
    let answer = RawHTTPServer.Answer(headers: ["Content-Encoding: \(encoding)"], body: Array("body".utf8))
    #expect(try await outcome(answer).failure == .encoded(encoding))
}

@Test(.prompt, .peers(.python3)) func `accepts an encoding that is none`() async throws {
    let answer = RawHTTPServer.Answer(headers: ["Content-Encoding: identity"], body: Array("body".utf8))
    #expect(try await outcome(answer).get().body == Array("body".utf8))
}

@Test(.prompt, .peers(.python3)) func `accepts a body at the limit and not a byte more`() async throws {
    let body = [UInt8](repeating: 0x61, count: 1_001)
    #expect(try await outcome(RawHTTPServer.Answer(body: Array(body.dropLast()))).get().body.count == 1_000)
    #expect(try await outcome(RawHTTPServer.Answer(body: body)).failure == .bodyTooLarge(limit: 1_000))
    // Without a length, until the connection ends.
    let open = RawHTTPServer.Answer(bytes: RawHTTPServer.Answer.head(headers: []) + body)
    #expect(try await outcome(open).failure == .bodyTooLarge(limit: 1_000))
}

@Test(.prompt, .peers(.python3))
func `an announced size is enough to refuse, and an endless body is not read to its end`()
    async throws
{
    var announced = RawHTTPServer.Answer(
        bytes: RawHTTPServer.Answer.head(headers: ["Content-Length: 1000000000000"]))
    announced.staysOpen = true
    #expect(try await outcome(announced).failure == .bodyTooLarge(limit: 1_000))
    var endless = RawHTTPServer.Answer(
        bytes: RawHTTPServer.Answer.head(headers: ["Transfer-Encoding: chunked"])
            + Array("4000\r\n\(String(repeating: "x", count: 0x4000))\r\n".utf8))
    endless.isEndless = true
    #expect(try await outcome(endless).failure == .bodyTooLarge(limit: 1_000))
}

@Test(.prompt, .peers(.python3)) func `keeps its time limit with one byte a second and with silence`() async throws {
    var slow = RawHTTPServer.Answer(body: [UInt8](repeating: 0x61, count: 600))
    slow.pause = 1
    var silent = RawHTTPServer.Answer(bytes: [])
    silent.staysOpen = true
    for answer in [slow, silent] {
        #expect(try await outcome(answer, timeLimit: 1.5).failure == .timedOut)
    }
}

@Test(.prompt, .peers(.python3)) func `ends at once when it is cancelled`() async throws {
    let server = try RawHTTPServer()
    var silent = RawHTTPServer.Answer(bytes: [])
    silent.staysOpen = true
    try server.answer("/document", with: silent)
    let url = try server.url("/document")
    let task = Task { await outcome(of: url, timeLimit: .hours) }
    while try server.requests().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    #expect(await task.value.failure == .cancelled)
}

@Test(.prompt, .peers(.python3)) func `a body that is cut short is no body`() async throws {
    let bytes = RawHTTPServer.Answer.head(headers: ["Content-Length: 100"]) + Array("only this".utf8)
    guard case .unreachable? = try await outcome(RawHTTPServer.Answer(bytes: bytes)).failure else {
        return #expect(Bool(false), "a truncated transfer passed")
    }
    let chunked =
        RawHTTPServer.Answer.head(headers: ["Transfer-Encoding: chunked"]) + Array("9\r\nonly this\r\n".utf8)
    guard case .unreachable? = try await outcome(RawHTTPServer.Answer(bytes: chunked)).failure else {
        return #expect(Bool(false), "a truncated transfer passed")
    }
}

@Test(.prompt, .peers(.python3), arguments: [301, 302, 303, 307, 308])
func `follows a redirect to the same host and to no other`(status: Int) async throws {
    let server = try RawHTTPServer()
    try server.answer("/document", with: RawHTTPServer.Answer(body: Array("here".utf8)))
    try server.answer("/same", with: RawHTTPServer.Answer(status: status, headers: ["Location: /document"]))
    #expect(try await outcome(of: try server.url("/same")).get().body == Array("here".utf8))
    let last = try #require(try server.requests().last).lowercased()
    #expect(last.contains("\r\naccept-encoding: identity\r\n"))

    let count = try server.requests().count
    let other = server.origin.replacingOccurrences(of: "127.0.0.1", with: "localhost") + "/document"
    try server.answer("/other", with: RawHTTPServer.Answer(status: status, headers: ["Location: \(other)"]))
    #expect(await outcome(of: try server.url("/other")).failure == .redirected(to: other))
    #expect(try server.requests().count == count + 1, "the other host was not asked")
}

@Test(.prompt, .peers(.python3)) func `does not follow redirects for ever`() async throws {
    let server = try RawHTTPServer()
    try server.answer("/loop", with: RawHTTPServer.Answer(status: 302, headers: ["Location: /loop"]))
    #expect(await outcome(of: try server.url("/loop"), timeLimit: 120).failure != nil)
    #expect(try server.requests().count < 100)
}

@Test(.prompt, .peers(.python3, .openssl)) func `trusts no certificate that nobody vouches for`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("document", "body")
    let server = try HTTPSServer(serving: folder.root)
    let url = try #require(URL(string: server.origin + "/document"))
    guard case .unreachable? = await outcome(of: url).failure else {
        return #expect(Bool(false), "the certificate was trusted")
    }
}

@Test func `nobody listening is said at once`() async throws {
    guard case .unreachable? = await outcome(of: try #require(URL(string: "http://127.0.0.1:1/"))).failure else {
        return #expect(Bool(false), "somebody answered")
    }
}

@Test(arguments: [
    "http://example.com/a", "http://127.0.0.2/a", "http://127.0.0.1.example.com/", "file:///etc/passwd",
    "ftp://example.com/a", "data:text/plain,a", "https:", "relative", "HTTP://example.com/",
])
func `asks nobody where anyone could listen`(address: String) async throws {
    let url = try #require(URL(string: address))
    #expect(await outcome(of: url).failure == .unacceptableURL(url.absoluteString))
}
