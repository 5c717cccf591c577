import AppGate
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

/// A gate whose backend may refuse requests.
private func bench() throws -> GateBench { try GateBench(envelope: .jws) }

extension Gate {
    fileprivate func observe(_ download: Download, status: Int = 403, host: String = GateBench.backend) -> Decision {
        observe(host: host, status: status, body: download.body)
    }
}

@Test func `any other response only leads to a fetch`() async throws {
    let bench = try bench()
    let stranger = try Publisher("stranger")
    let good = try await bench.document(minimum: "4")
    let body = GateBench.body(minimum: "4")
    let responses: [(status: Int, download: Download)] = [
        (200, good), (401, good), (404, good), (426, good), (500, good), (403, Download(jws: [])),
        (403, Download(jws: body)), (403, Download(jws: good.body + [0x0A])),
        (403, Download(jws: good.body.dropLast())),
        (403, try await bench.document(minimum: "4", by: stranger)),
        (403, try await bench.document(minimum: "4", hoursLater: 48)),
        (403, try await bench.signed(body, at: DocumentPath("availability-android"))),
        (403, try await bench.signed(Array(Bodies.appConfig.utf8))),
        (403, Download(jws: try bench.publisher.jws(path: "availability-ios", environment: "staging", body: body))),
        (403, try await bench.document(minimum: "3")),
    ]
    for (number, response) in responses.enumerated() {
        let gate = try bench.gate(keeper: StoreInMemory())
        let decision = await gate.observe(response.download, status: response.status)
        #expect(!decision.isBlocked, "response \(number)")
        try await eventually("a fetch begins") { await bench.transport.requests.count == number + 1 }
        await bench.transport.answer(.failure(.timedOut))
        try await eventually("it ends") { await gate.lastFailure == .transport(.timedOut) }
    }
}

@Test func `a response of another host is not looked at, nor does it lead to a fetch`() async throws {
    let bench = try bench()
    let gate = try bench.gate()
    for host in ["example.com", "evil.example.com", "api.example.com.evil.com", "", "api.example\u{212A}com"] {
        #expect(await gate.observe(try await bench.document(minimum: "4"), host: host).summary == "available, none")
    }
    #expect(await gate.observe(try await bench.document(minimum: "4"), host: "API.example.com").isBlocked)
    #expect(await bench.transport.requests.isEmpty)
}

@Test func `the same body of a 403 is looked at once a minute`() async throws {
    let bench = try bench()
    let gate = try bench.gate()
    let ahead = try await bench.document(minimum: "4", hoursLater: 48)
    func isBlocked(_ download: Download) async -> Bool {
        let decision = await gate.observe(download)
        await gate.cancel()
        return decision.isBlocked
    }
    #expect(!(await isBlocked(ahead)), "it is signed in the future")
    bench.time.advance(hours: 48)
    bench.clock.advance(by: 59)
    #expect(!(await isBlocked(ahead)), "it is not looked at")
    bench.clock.advance(by: 1)
    #expect(await isBlocked(ahead))
}

@Test func `maintenance in a 403 closes once a fetch confirms it`() async throws {
    let bench = try GateBench.rules(envelope: .jws)
    let closed = try await bench.rules(#"{ "id": "m", "then": "maintenance" }"#)
    let gate = try bench.gate()
    #expect(await gate.observe(closed).summary == "available, stored")
    try await eventually("a fetch begins") { await bench.transport.requests.count == 1 }
    await bench.transport.answer(closed)
    #expect(await gate.check().summary == "maintenance, fetched")
    #expect(await gate.observe(closed).summary == "maintenance, fetched")
}

@Test func `a fetch that a 403 asks for too soon after another one begins with the next 403`() async throws {
    let bench = try GateBench.rules(envelope: .jws)
    await bench.transport.answer(try await bench.rules(""))
    let gate = try bench.gate()
    _ = await gate.check()
    let closed = try await bench.rules(#"{ "id": "m", "then": "maintenance" }"#, hoursLater: 1)
    #expect(await gate.observe(closed).summary == "available, stored")
    bench.clock.advance(by: 9)
    #expect(await gate.observe(closed).summary == "available, stored")
    #expect(await bench.transport.requests.count == 1)
    bench.clock.advance(by: 1)
    _ = await gate.observe(closed)
    try await eventually("a fetch begins") { await bench.transport.requests.count == 2 }
    await bench.transport.answer(.failure(.timedOut))
    try await eventually("it ends") { await gate.lastFailure == .transport(.timedOut) }
    bench.clock.advance(by: 49)
    _ = await gate.observe(closed)
    #expect(await bench.transport.requests.count == 2)
    bench.clock.advance(by: 1)
    _ = await gate.observe(closed)
    try await eventually("a minute after the look there is another") { await bench.transport.requests.count == 3 }
    await gate.cancel()
}

@Test func `a backend that refuses everything does not make the app ask all the time`() async throws {
    let bench = try bench()
    await bench.transport.answer(try await bench.document(minimum: "2"))
    let gate = try bench.gate()
    let empty = Download(jws: [])
    _ = await gate.check()
    for _ in 0..<5 { _ = await gate.observe(empty, status: 500) }
    bench.clock.advance(by: 9)
    _ = await gate.observe(empty, status: 500)
    #expect(await bench.transport.requests.count == 1)
    bench.clock.advance(by: 1)
    for _ in 0..<5 { _ = await gate.observe(empty, status: 500) }
    try await eventually("one more fetch") { await bench.transport.requests.count == 2 }
    await bench.transport.answer(.failure(.timedOut))
    try await eventually("it ends") { await gate.lastFailure == .transport(.timedOut) }
    // A fetch that failed counts as well.
    bench.clock.advance(by: 9)
    for _ in 0..<5 { _ = await gate.observe(empty, status: 500) }
    #expect(await bench.transport.requests.count == 2)
    bench.clock.advance(by: 1)
    _ = await gate.observe(empty, status: 500)
    try await eventually("the next fetch") { await bench.transport.requests.count == 3 }
    await gate.cancel()
}

@Test func `a document that was asked for before a 403 does not lift it when it is older`() async throws {
    let bench = try bench()
    let gate = try bench.gate()
    async let check = gate.check()
    try await eventually("the fetch is under way") { await bench.transport.requests.count == 1 }
    #expect(await gate.observe(try await bench.document(minimum: "4", hoursLater: 1)).isBlocked)
    await bench.transport.answer(try await bench.document(minimum: "2"))
    #expect(await check.summary == "required, stored")
    guard case .verification(.rollback(.date)) = await gate.lastFailure else {
        return #expect(Bool(false), "the older document was not refused")
    }
}
