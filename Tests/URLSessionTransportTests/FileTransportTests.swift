import AppGate
import Foundation
import ManifestVerifier
import Testing
import TestSupport
import URLSessionTransport

/// What came of a download: the pieces in the order of their arrival, and how it ended.
private final class Received: @unchecked Sendable {
    private let lock = NSLock()
    private var pieces: [[UInt8]] = []
    private var busy = false

    var bytes: [UInt8] { lock.withLock { Array(pieces.joined()) } }
    var byteCount: Int { lock.withLock { pieces.reduce(0) { $0 + $1.count } } }
    var count: Int { lock.withLock { pieces.count } }
    var hasEmptyPiece: Bool { lock.withLock { pieces.contains([]) } }

    /// Whether exactly these bytes arrived; a `Bool`, because a failed comparison of megabytes is explained for ever.
    func isWhole(_ file: [UInt8]) -> Bool { bytes == file }

    /// Whether these are the first bytes of a file.
    func isStart(of file: [UInt8]) -> Bool { file.starts(with: bytes) }

    func take(_ piece: [UInt8]) {
        let isAlone = lock.withLock {
            defer { busy = true }
            return !busy
        }
        #expect(isAlone, "two threads handed on pieces at once")
        lock.withLock {
            pieces.append(piece)
            busy = false
        }
    }
}

private struct NoMoreSpace: Error {}

/// Takes the body of status 200 only.
private final class Taker: FileReceiver, @unchecked Sendable {
    private let take: @Sendable ([UInt8]) throws -> Void
    /// Read when the download is over.
    private(set) var head: (status: Int, headers: [HeaderField])?

    init(_ take: @escaping @Sendable ([UInt8]) throws -> Void) { self.take = take }

    func begin(status: Int, headers: [HeaderField]) -> Bool {
        head = (status, headers)
        return status == 200 || status == 206
    }

    func receive(_ piece: [UInt8]) throws { try take(piece) }
}

/// Downloads and says what came of it: the status, or why there is no file.
private func outcome(
    of url: URL, byteLimit: Int = 64 << 20, silenceLimit: TimeInterval = .hours,
    clock: any SteadyClock = SystemClock.continuous, receive: @escaping @Sendable ([UInt8]) throws -> Void
) async -> Result<Int, TransportError> {
    await outcome(
        of: FileRequest(url, byteLimit: byteLimit, silenceLimit: silenceLimit), clock: clock, receive: receive)
}

private func outcome(
    of request: FileRequest, clock: any SteadyClock = SystemClock.continuous,
    receive: @escaping @Sendable ([UInt8]) throws -> Void
) async -> Result<Int, TransportError> {
    let taker = Taker(receive)
    do throws(TransportError) {
        try await SessionTransport(clock: clock).download(request, to: taker)
        return .success(taker.head?.status ?? 0)
    } catch {
        return .failure(error)
    }
}

private func outcome(
    _ answer: RawHTTPServer.Answer, byteLimit: Int = 64 << 20, silenceLimit: TimeInterval = .hours,
    receive: @escaping @Sendable ([UInt8]) throws -> Void
) async throws -> Result<Int, TransportError> {
    let server = try RawHTTPServer()
    try server.answer("/v1.zip", with: answer)
    return await outcome(
        of: try server.url("/v1.zip"), byteLimit: byteLimit, silenceLimit: silenceLimit, receive: receive)
}

/// Bytes that do not repeat where pieces end.
private func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 4)
    var word: UInt32 = 1
    while bytes.count < count {
        word = word &* 1_664_525 &+ 1_013_904_223
        unsafe withUnsafeBytes(of: word) { unsafe bytes.append(contentsOf: $0) }
    }
    return Array(bytes.prefix(count))
}

@Test(.prompt, .peers(.python3)) func `a file of several megabytes comes whole and in order`() async throws {
    let file = bytes(5 << 20)
    let server = try RawHTTPServer()
    try server.answer("/v1.zip", with: RawHTTPServer.Answer(body: file))
    let url = try server.url("/v1.zip")
    let received = Received()
    #expect(await outcome(of: url, byteLimit: file.count) { received.take($0) } == .success(200))
    #expect(received.isWhole(file))
    #expect(received.count > 1 && !received.hasEmptyPiece)
    let request = try #require(try server.requests().first).lowercased()
    #expect(request.contains("\r\naccept-encoding: identity\r\n"))
}

@Test(.prompt, .peers(.python3)) func `an empty file is a file`() async throws {
    let received = Received()
    #expect(try await outcome(RawHTTPServer.Answer()) { received.take($0) } == .success(200))
    #expect(received.count == 0)
}

@Test(.prompt, .peers(.python3)) func `a file that says to be too large is not received`() async throws {
    let received = Received()
    #expect(
        try await outcome(RawHTTPServer.Answer(body: bytes(2 << 20)), byteLimit: (2 << 20) - 1) { received.take($0) }
            == .failure(.bodyTooLarge(limit: (2 << 20) - 1)))
    #expect(received.count == 0)
}

@Test(.prompt, .peers(.python3)) func `a file that does not say how large it is ends at the limit`() async throws {
    var endless = RawHTTPServer.Answer(
        bytes: RawHTTPServer.Answer.head(headers: ["Transfer-Encoding: chunked"])
            + Array("4000\r\n\(String(repeating: "x", count: 0x4000))\r\n".utf8))
    endless.isEndless = true
    let received = Received()
    #expect(
        try await outcome(endless, byteLimit: 1 << 20) { received.take($0) } == .failure(.bodyTooLarge(limit: 1 << 20)))
    #expect(received.byteCount <= 1 << 20)
}

@Test(.prompt, .peers(.python3), arguments: ["Content-Length: 1000000", "Transfer-Encoding: chunked"])
func `a file that is cut short is no file`(header: String) async throws {
    let rest = header.hasPrefix("T") ? Array("F4240\r\n".utf8) : []
    guard
        case .failure(.unreachable) = try await outcome(
            RawHTTPServer.Answer(bytes: RawHTTPServer.Answer.head(headers: [header]) + rest + bytes(999_999)),
            receive: { _ in })
    else {
        return #expect(Bool(false), "a truncated file passed")
    }
}

@Test(.prompt, .peers(.python3), arguments: [204, 304, 403, 404, 500, 503])
func `a body that is not wanted is not received`(status: Int) async throws {
    let body = [204, 304].contains(status) ? [] : bytes(10_000)
    // Not even its form matters: there is no file.
    let received = Received()
    #expect(
        try await outcome(
            RawHTTPServer.Answer(status: status, headers: body.isEmpty ? [] : ["Content-Encoding: gzip"], body: body),
            byteLimit: 5_000
        ) { received.take($0) } == .success(status))
    #expect(received.count == 0)
}

@Test(.prompt, .peers(.python3)) func `the endless body of another status is not waited for`() async throws {
    var answer = RawHTTPServer.Answer(bytes: RawHTTPServer.Answer.head(status: 503, headers: []) + Array("busy".utf8))
    answer.staysOpen = true
    #expect(try await outcome(answer) { _ in } == .success(503))
}

@Test(.prompt, .peers(.python3)) func `a file that is compressed on the way is refused before a byte is received`()
    async throws
{
    let received = Received()
    #expect(
        try await outcome(RawHTTPServer.Answer(headers: ["Content-Encoding: gzip"], body: bytes(10_000))) {
            received.take($0)
        } == .failure(.encoded("gzip")))
    #expect(received.count == 0)
}

@Test(.prompt, .peers(.python3)) func `a file is looked for on the same host only`() async throws {
    let server = try RawHTTPServer()
    try server.answer("/v1.zip", with: RawHTTPServer.Answer(body: bytes(100)))
    let url = try server.url("/v1.zip")
    try server.answer("/moved", with: RawHTTPServer.Answer(status: 302, headers: ["Location: /v1.zip"]))
    let received = Received()
    #expect(await outcome(of: try server.url("/moved")) { received.take($0) } == .success(200))
    #expect(received.bytes == bytes(100))
    let other = url.absoluteString.replacingOccurrences(of: "127.0.0.1", with: "localhost")
    try server.answer("/other", with: RawHTTPServer.Answer(status: 302, headers: ["Location: \(other)"]))
    #expect(await outcome(of: try server.url("/other")) { received.take($0) } == .failure(.redirected(to: other)))
    #expect(
        await outcome(of: try #require(URL(string: "http://example.com/v1.zip"))) { received.take($0) }
            == .failure(.unacceptableURL("http://example.com/v1.zip")))
    #expect(received.bytes == bytes(100))
}

@Test(.prompt, .peers(.python3)) func `a server that says nothing more within a file is left`() async throws {
    var stalled = RawHTTPServer.Answer(
        bytes: RawHTTPServer.Answer.head(headers: ["Content-Length: 1000000"]) + bytes(500_000))
    stalled.staysOpen = true
    #expect(try await outcome(stalled, silenceLimit: 1.5) { _ in } == .failure(.timedOut))
}

@Test(.prompt, .peers(.python3), arguments: [true, false])
func `nothing is received after a silence or a cancellation`(isCancelled: Bool) async throws {
    let server = try RawHTTPServer()
    try server.answer("/v1.zip", with: RawHTTPServer.Answer(body: bytes(4 << 20)))
    let url = try server.url("/v1.zip")
    let received = Received()
    let clock = ManualClock()
    let isEnding = DispatchSemaphore(value: 0)
    let task = Task {
        await outcome(of: url, silenceLimit: 3, clock: clock) { piece in
            received.take(piece)
            // Slower than it arrives: much is there and not handed on when the end comes.
            if received.count == 1 { isEnding.wait() } else { Thread.sleep(forTimeInterval: 1) }
        }
    }
    while received.count == 0 { try await Task.sleep(for: .milliseconds(5)) }
    if isCancelled { task.cancel() } else { clock.advance(by: 3) }
    // The next piece would be a sign of life.
    try await Task.sleep(for: .milliseconds(500))
    isEnding.signal()
    #expect(await task.value == .failure(isCancelled ? .cancelled : .timedOut))
    let count = received.count
    try await Task.sleep(for: .seconds(2))
    #expect(received.count == count)
    #expect(received.byteCount < 4 << 20)
    #expect(try server.requests().count == 1)
}

@Test(.prompt, .peers(.python3)) func `whoever takes a file can end its transfer`() async throws {
    let file = bytes(5 << 20)
    let received = Received()
    let result = try await outcome(RawHTTPServer.Answer(body: file)) { piece in
        received.take(piece)
        if received.byteCount > 1 << 20 { throw NoMoreSpace() }
    }
    #expect(result == .failure(.rejected("NoMoreSpace()")))
    #expect(received.byteCount < 5 << 20)
    #expect(received.isStart(of: file))
}

@Test(.prompt, .peers(.python3)) func `a slow taker gets the same file`() async throws {
    let file = bytes(3 << 20)
    let received = Received()
    let result = try await outcome(RawHTTPServer.Answer(body: file)) { piece in
        Thread.sleep(forTimeInterval: 0.002)
        received.take(piece)
    }
    #expect(result == .success(200))
    #expect(received.isWhole(file))
}

@Test(.prompt, .peers(.python3)) func `a file that comes slowly has all the time it needs`() async throws {
    var slow = RawHTTPServer.Answer(body: bytes(20))
    slow.pause = 0.2
    let server = try RawHTTPServer()
    try server.answer("/v1.zip", with: slow)
    let url = try server.url("/v1.zip")
    let received = Received()
    let clock = ManualClock()
    // A second passes with each piece: longer than the limit in all, and never in silence.
    let result = await outcome(of: url, silenceLimit: 2, clock: clock) { piece in
        received.take(piece)
        clock.advance(by: 1)
    }
    #expect(result == .success(200))
    #expect(received.isWhole(bytes(20)))
}

@Test(.prompt, .peers(.python3)) func `the rest of a file is asked for, and also where a redirect leads to`()
    async throws
{
    let server = try RawHTTPServer()
    let file = bytes(1_000)
    try server.answer(
        "/v1.zip",
        with: RawHTTPServer.Answer(
            status: 206, headers: ["Content-Range: bytes 400-999/1000"], body: Array(file.dropFirst(400))))
    try server.answer("/moved", with: RawHTTPServer.Answer(status: 302, headers: ["Location: /v1.zip"]))
    var request = FileRequest(try server.url("/moved"), byteLimit: 1_000, silenceLimit: .hours)
    (request.receivedCount, request.entityTag) = (400, "\"abc\"")
    let received = Received()
    #expect(await outcome(of: request) { received.take($0) } == .success(206))
    #expect(received.isWhole(Array(file.dropFirst(400))))
    for request in try server.requests() {
        #expect(request.contains("\r\nRange: bytes=400-\r\n"))
        #expect(request.contains("\r\nIf-Match: \"abc\"\r\n"))
    }
}

@Test(.prompt, .peers(.python3)) func `the rest of a file that is cut short is not the rest`() async throws {
    let answer = RawHTTPServer.Answer(
        bytes: RawHTTPServer.Answer.head(status: 206, headers: ["Content-Length: 600"]) + bytes(599))
    guard case .failure(.unreachable) = try await outcome(answer, receive: { _ in }) else {
        return #expect(Bool(false), "a truncated part passed")
    }
}
