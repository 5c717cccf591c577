import AppGate
import ManifestVerifier
import TestPublisher
import TestSupport
import Foundation
import Testing

private func refusal(minimum: String, platform: String = "ios", closed: Bool = false) -> [UInt8] {
    Array(
        #"""
        { "error": "update_required", "platform": "\#(platform)", "minimumVersion": "\#(minimum)",
          "latestVersion": "9.0.0", "updateUrl": "https://example.com/app", "maintenanceMode": \#(closed),
          "maintenanceMessage": "closed" }
        """#.utf8)
}

@Test func `a verified 403 of the backend becomes the decision`() async throws {
    let bench = try GateBench()
    await bench.transport.answer(try await bench.document(minimum: "2"))
    let gate = try bench.gate()
    _ = await gate.check()
    let download = try await bench.publisher.download(.dated, body: refusal(minimum: "4.0.0"))
    let decision = await gate.observe(status: 403, headers: download.headers, body: download.body)
    #expect(decision.summary == "required, fetched")
    #expect(decision.update?.url == "https://example.com/app")
    #expect(await gate.decision == decision)
    #expect(await bench.transport.requests.count == 1, "nothing more needs to be asked")

    // What is fetched after it decides again.
    await bench.transport.answer(try await bench.document(minimum: "2", hoursLater: 1))
    #expect(await gate.check().summary == "available, fetched")
}

@Test func `a verified 403 may say that the service is closed`() async throws {
    let bench = try GateBench()
    let gate = try bench.gate()
    let download = try await bench.publisher.download(.dated, body: refusal(minimum: "1.0.0", closed: true))
    let decision = await gate.observe(status: 403, headers: download.headers, body: download.body)
    #expect(decision.outcome == .maintenance(MaintenanceNotice(message: "closed")))
}

@Test func `any other response only leads to a fetch`() async throws {
    let bench = try GateBench()
    let stranger = try Publisher("stranger")
    let good = try await bench.publisher.download(.dated, body: refusal(minimum: "4.0.0"))
    let responses: [(status: Int, download: Download)] = [
        (200, good), (401, good), (404, good), (426, good), (500, good), (403, Download(body: [], headers: [])),
        (403, Download(body: good.body, headers: [])),
        (403, Download(body: good.body + [0x20], headers: good.headers)),
        (403, try await stranger.download(.dated, body: refusal(minimum: "4.0.0"))),
        (403, try await bench.publisher.download(.body, body: refusal(minimum: "4.0.0"))),
        (403, try await bench.publisher.download(.dated, body: refusal(minimum: "4.0.0", platform: "android"))),
        (403, try await bench.publisher.download(.dated, body: GateBench.body(minimum: "4"))),
        (403, try await bench.publisher.download(.dated, body: refusal(minimum: "3.0.0"))),
        (
            403,
            try await bench.publisher.download(
                .dated, body: refusal(minimum: "4.0.0"), date: try GateBench.date(hoursLater: 48))
        ),
    ]
    for (number, response) in responses.enumerated() {
        let gate = try bench.gate(keeper: ManifestStore(file: URL(fileURLWithPath: bench.folder.path("\(number)"))))
        let decision = await gate.observe(
            status: response.status, headers: response.download.headers, body: response.download.body)
        #expect(decision.summary == "available, none", "response \(number)")
        try await eventually("a fetch begins") { await bench.transport.requests.count == number + 1 }
        await bench.transport.answer(.failure(.timedOut))
        try await eventually("it ends") { await gate.lastFailure == .transport(.timedOut) }
    }
}

@Test func `a backend that refuses everything does not make the app ask all the time`() async throws {
    let bench = try GateBench()
    await bench.transport.answer(try await bench.document(minimum: "2"))
    let gate = try bench.gate()
    _ = await gate.check()
    for _ in 0..<5 { _ = await gate.observe(status: 500, headers: [], body: []) }
    bench.clock.advance(by: .seconds(9))
    _ = await gate.observe(status: 500, headers: [], body: [])
    #expect(await bench.transport.requests.count == 1)
    bench.clock.advance(by: .seconds(1))
    for _ in 0..<5 { _ = await gate.observe(status: 500, headers: [], body: []) }
    try await eventually("one more fetch") { await bench.transport.requests.count == 2 }
    await bench.transport.answer(.failure(.timedOut))
    try await eventually("it ends") { await gate.lastFailure == .transport(.timedOut) }
    // A fetch that failed counts as well.
    bench.clock.advance(by: .seconds(9))
    for _ in 0..<5 { _ = await gate.observe(status: 500, headers: [], body: []) }
    #expect(await bench.transport.requests.count == 2)
    bench.clock.advance(by: .seconds(1))
    _ = await gate.observe(status: 500, headers: [], body: [])
    try await eventually("the next fetch") { await bench.transport.requests.count == 3 }
    await gate.cancel()
}

@Test func `an older 403 does not follow a newer one`() async throws {
    let bench = try GateBench()
    let gate = try bench.gate()
    let newer = try await bench.publisher.download(
        .dated, body: refusal(minimum: "4.0.0"), date: try GateBench.date(hoursLater: 1))
    let older = try await bench.publisher.download(.dated, body: refusal(minimum: "5.0.0"))
    let decision = await gate.observe(status: 403, headers: newer.headers, body: newer.body)
    #expect(await gate.observe(status: 403, headers: older.headers, body: older.body) == decision)
    await gate.cancel()
}

@Test func `a document that was asked for before a 403 does not lift it`() async throws {
    let bench = try GateBench()
    let gate = try bench.gate()
    async let check = gate.check()
    try await eventually("the fetch is under way") { await bench.transport.requests.count == 1 }
    let refused = try await bench.publisher.download(.dated, body: refusal(minimum: "4.0.0"))
    #expect(await gate.observe(status: 403, headers: refused.headers, body: refused.body).isBlocked)
    await bench.transport.answer(try await bench.document(minimum: "2", hoursLater: 1))
    #expect(await check.summary == "required, fetched")
    #expect(await gate.lastFailure == nil, "the document was accepted")

    await bench.transport.answer(try await bench.document(minimum: "2", hoursLater: 1))
    #expect(await gate.check().summary == "available, fetched")
}

@Test(arguments: [(0, true), (1, false), (2, false)])
func `a document older than a 403 does not lift it`(hours: Int, isBlocked: Bool) async throws {
    let bench = try GateBench()
    let gate = try bench.gate()
    let refused = try await bench.publisher.download(
        .dated, body: refusal(minimum: "4.0.0"), date: try GateBench.date(hoursLater: 1))
    #expect(await gate.observe(status: 403, headers: refused.headers, body: refused.body).isBlocked)
    await bench.transport.answer(try await bench.document(minimum: "2", hoursLater: hours))
    #expect(await gate.check().isBlocked == isBlocked)
}

@Test func `with allow a fetch that fails does not lift a verified 403`() async throws {
    var bench = try GateBench()
    bench.configuration.whenUnreachable = .allow
    let gate = try bench.gate()
    let refused = try await bench.publisher.download(.dated, body: refusal(minimum: "4.0.0"))
    #expect(await gate.observe(status: 403, headers: refused.headers, body: refused.body).isBlocked)
    await bench.transport.answer(.failure(.unreachable("tunnel")))
    #expect(await gate.check().summary == "required, fetched")
    #expect(await gate.lastFailure == .transport(.unreachable("tunnel")))
}

@Test func `a document of any date ends maintenance`() async throws {
    let bench = try GateBench()
    let gate = try bench.gate()
    let closed = try await bench.publisher.download(
        .dated, body: refusal(minimum: "1.0.0", closed: true), date: try GateBench.date(hoursLater: 1))
    #expect(await gate.observe(status: 403, headers: closed.headers, body: closed.body).isBlocked)
    await bench.transport.answer(try await bench.document(minimum: "2"))
    #expect(await gate.check().summary == "available, fetched")
}

@Test func `a 403 by a key that is retired since proves nothing`() async throws {
    var bench = try GateBench()
    let new = try Publisher("new")
    let keys = try #require(TrustedKeys([try bench.publisher.trusted(), try new.trusted()]))
    let expected = bench.configuration.verifier
    bench.configuration.verifier = Verifier(
        keyRing: keys, environment: expected.environment, format: expected.format, profile: .dated)
    await bench.transport.answer(try await bench.document(minimum: "2", by: new))
    let gate = try bench.gate()
    #expect(await gate.check().summary == "available, fetched")
    let date = try GateBench.date(hoursLater: 1)
    let stolen = try await bench.publisher.download(.dated, body: refusal(minimum: "4.0.0"), date: date)
    #expect(!(await gate.observe(status: 403, headers: stolen.headers, body: stolen.body).isBlocked))
    let honest = try await new.download(.dated, body: refusal(minimum: "4.0.0"), date: date)
    #expect(await gate.observe(status: 403, headers: honest.headers, body: honest.body).isBlocked)
    await gate.cancel()
}

@Test func `a 403 from before the document that opened the app again proves nothing`() async throws {
    let bench = try GateBench()
    await bench.transport.answer(try await bench.document(minimum: "2", hoursLater: 1))
    let gate = try bench.gate()
    #expect(await gate.check().summary == "available, fetched")
    let replayed = try await bench.publisher.download(.dated, body: refusal(minimum: "4.0.0"))
    #expect(!(await gate.observe(status: 403, headers: replayed.headers, body: replayed.body).isBlocked))
    let fresh = try await bench.publisher.download(
        .dated, body: refusal(minimum: "4.0.0"), date: try GateBench.date(hoursLater: 1))
    #expect(await gate.observe(status: 403, headers: fresh.headers, body: fresh.body).isBlocked)
}

@Test func `a 403 older than the maximum age proves nothing`() async throws {
    var bench = try GateBench()
    bench.configuration.maximumAge = .seconds(3_600)
    let gate = try bench.gate()
    bench.time.set(secondsAfterSigning: 3_601)
    let old = try await bench.publisher.download(.dated, body: refusal(minimum: "4.0.0"))
    #expect(!(await gate.observe(status: 403, headers: old.headers, body: old.body).isBlocked))
    bench.time.set(secondsAfterSigning: 3_600)
    #expect(await gate.observe(status: 403, headers: old.headers, body: old.body).isBlocked)
    await gate.cancel()
}
