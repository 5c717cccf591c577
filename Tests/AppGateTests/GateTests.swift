import AppGate
import Foundation
import ManifestFormat
import ManifestVerifier
import TestPublisher
import TestSupport
import Testing

@Test(arguments: SignatureProfile.allCases)
func `a document that verifies decides, and is kept for the next session`(profile: SignatureProfile) async throws {
    let bench = try GateBench(profile: profile)
    await bench.transport.answer(try await bench.document(minimum: "4"))
    let first = try bench.gate()
    let decision = await first.check()
    #expect(decision.summary == "required, fetched")
    #expect(decision.asOf?.headerValue == (profile == .dated ? Publisher.date : nil))
    #expect(decision.update?.description?.text == "app")
    #expect(await first.lastFailure == nil)

    await bench.transport.answer(.failure(.unreachable("airplane mode")))
    let second = try bench.gate()
    #expect(await second.check().summary == "required, stored")
    #expect(await second.lastFailure == .transport(.unreachable("airplane mode")))
}

@Test func `without any document the app runs`() async throws {
    let bench = try GateBench()
    await bench.transport.answer(.failure(.unreachable("no network")))
    let gate = try bench.gate()
    #expect(await gate.decision == Decision(.available, source: .none, asOf: nil))
    #expect(await gate.check() == Decision(.available, source: .none, asOf: nil))
}

@Test(
    arguments: [
        .failure(.transport(.timedOut)), .failure(.transport(.bodyTooLarge(limit: 1 << 20))), .failure(.status(304)),
        .failure(.status(404)), .failure(.status(500)),
        .failure(.transport(.redirected(to: "https://evil.example.com"))),
    ] as [Result<Never, CheckFailure>])
func `whatever goes wrong on the way, what was verified last stands`(failure: Result<Never, CheckFailure>) async throws
{
    for minimum in ["4", "2"] {
        let bench = try GateBench()
        await bench.transport.answer(try await bench.document(minimum: minimum))
        _ = try await bench.gate().check()
        guard case .failure(let failure) = failure else { return }
        switch failure {
        case .transport(let error): await bench.transport.answer(.failure(error))
        case .status(let status):
            await bench.transport.answer(try await bench.document(minimum: "9", hoursLater: 1), status: status)
        default: Issue.record("not a failure of the way")
        }
        let gate = try bench.gate()
        #expect(await gate.check().summary == (minimum == "4" ? "required, stored" : "available, stored"))
        #expect(await gate.lastFailure == failure)
    }
}

@Test func `with allow the app runs while nothing can be fetched, and rollback is refused all the same`() async throws {
    var bench = try GateBench()
    bench.configuration.whenUnreachable = .allow
    await bench.transport.answer(try await bench.document(minimum: "4", hoursLater: 2))
    _ = try await bench.gate().check()
    await bench.transport.answer(.failure(.timedOut))
    #expect(try await bench.gate().check() == Decision(.available, source: .none, asOf: nil))

    await bench.transport.answer(try await bench.document(minimum: "2", hoursLater: 1))
    let gate = try bench.gate()
    #expect(await gate.check() == Decision(.available, source: .none, asOf: nil))
    guard case .verification(.signedBeforeStored) = await gate.lastFailure else {
        return #expect(Bool(false), "the older document was not refused")
    }
    await bench.transport.answer(try await bench.document(minimum: "4", hoursLater: 3))
    #expect(await gate.check().summary == "required, fetched")
}

@Test func `with allow the app runs after the time limit, and learns later that it must not`() async throws {
    var bench = try GateBench()
    bench.configuration.whenUnreachable = .allow
    await bench.transport.answer(try await bench.document(minimum: "4"))
    _ = try await bench.gate().check()

    let gate = try bench.gate()
    async let decision = gate.check()
    try await eventually("the check waits") { bench.clock.sleeps.contains(.seconds(3)) }
    bench.clock.advance(by: .seconds(3))
    #expect(await decision == Decision(.available, source: .none, asOf: nil))
    await bench.transport.answer(try await bench.document(minimum: "4"))
    try await eventually("the block arrives") { await gate.decision.summary == "required, fetched" }
}

@Test func `a check waits three seconds, then what is known stands and the fetch goes on`() async throws {
    let bench = try GateBench()
    await bench.transport.answer(try await bench.document(minimum: "2"))
    _ = try await bench.gate().check()

    let gate = try bench.gate()
    var decisions = await gate.decisions().makeAsyncIterator()
    #expect(await decisions.next()?.summary == "available, stored")
    async let decision = gate.check()
    try await eventually("the check waits") { bench.clock.sleeps == [.seconds(3), .seconds(10)] }
    bench.clock.advance(by: .milliseconds(2_999))
    #expect(bench.clock.sleeps == [.milliseconds(1), .milliseconds(7_001)])
    bench.clock.advance(by: .milliseconds(1))
    #expect(await decision.summary == "available, stored")

    await bench.transport.answer(try await bench.document(minimum: "4", hoursLater: 1))
    try await eventually("the fetch ends") { await gate.decision.summary == "required, fetched" }
    #expect(await decisions.next()?.isBlocked == true)
    #expect(await bench.transport.requests.count == 2)
}

@Test func `a transport that never answers blocks no later fetch`() async throws {
    let bench = try GateBench(heedsCancellation: false)
    let gate = try bench.gate()
    async let first = gate.check()
    try await eventually("the check waits") { bench.clock.sleeps == [.seconds(3), .seconds(10)] }
    bench.clock.advance(by: .seconds(10))
    #expect(await first.summary == "available, none")
    try await eventually("the attempt is given up") { await gate.lastFailure == .transport(.timedOut) }

    async let second = gate.check()
    try await eventually("there is another") { await bench.transport.requests.count == 2 }
    // The first request is answered when nobody cares any more.
    await bench.transport.answer(try await bench.document(minimum: "9", hoursLater: 1))
    await bench.transport.answer(try await bench.document(minimum: "2"))
    #expect(await second.summary == "available, fetched")
}

@Test func `calls at the same time share one fetch`() async throws {
    let bench = try GateBench()
    let gate = try bench.gate()
    async let decisions = withTaskGroup(of: Decision.self) { group in
        for _ in 0..<20 { group.addTask { await gate.check() } }
        return await group.reduce(into: []) { $0.append($1) }
    }
    try await eventually("all wait") { bench.clock.sleeps.filter { $0 == .seconds(3) }.count == 20 }
    await bench.transport.answer(try await bench.document(minimum: "4"))
    #expect(await decisions.map(\.summary) == [String](repeating: "required, fetched", count: 20))
    #expect(await bench.transport.requests.count == 1)
    #expect(bench.clock.sleeps == [], "nothing is left that waits")
}

@Test func `the return to the foreground fetches again after five minutes`() async throws {
    let bench = try GateBench()
    let gate = try bench.gate()
    await bench.transport.answer(try await bench.document(minimum: "2"))
    #expect(await gate.enterForeground().summary == "available, fetched")
    bench.clock.advance(by: .seconds(299))
    #expect(await gate.enterForeground().summary == "available, fetched")
    #expect(await bench.transport.requests.count == 1)
    bench.clock.advance(by: .seconds(1))
    await bench.transport.answer(try await bench.document(minimum: "4", hoursLater: 1))
    #expect(await gate.enterForeground().summary == "required, fetched")
    #expect(await bench.transport.requests.count == 2)
}

@Test func `after a fetch that failed the return to the foreground does not wait`() async throws {
    let bench = try GateBench()
    let gate = try bench.gate()
    await bench.transport.answer(.failure(.unreachable("tunnel")))
    #expect(await gate.check().summary == "available, none")
    await bench.transport.answer(try await bench.document(minimum: "4"))
    #expect(await gate.enterForeground().summary == "required, fetched")
}

@Test func `a failure after a success is not forgotten on return to the foreground`() async throws {
    let bench = try GateBench()
    let gate = try bench.gate()
    await bench.transport.answer(try await bench.document(minimum: "2"))
    #expect(await gate.check().summary == "available, fetched")
    await bench.transport.answer(.failure(.unreachable("tunnel")))
    #expect(await gate.check().summary == "available, fetched")
    await bench.transport.answer(try await bench.document(minimum: "4", hoursLater: 1))
    #expect(await gate.enterForeground().summary == "required, fetched")
}

@Test func `tries again after longer and longer delays, and not for ever`() async throws {
    var bench = try GateBench()
    bench.configuration.retry = RetryPolicy(attempts: 4, jitter: { 1 })
    bench.configuration.checkTimeLimit = .seconds(60)
    let gate = try bench.gate()
    async let decision = gate.check()
    let failures: [Result<DocumentResponse, TransportError>] = [
        .failure(.unreachable("a")), .success(DocumentResponse(status: 503, headers: [], body: [])),
        .failure(.timedOut),
    ]
    for (failure, delay) in zip(failures, [Duration.milliseconds(500), .seconds(1), .seconds(2)]) {
        await bench.transport.answer(failure)
        try await eventually("it waits \(delay)") { bench.clock.sleeps.first == delay }
        bench.clock.advance(by: delay)
    }
    await bench.transport.answer(.failure(.unreachable("the last")))
    #expect(await decision.summary == "available, none")
    #expect(await gate.lastFailure == .transport(.unreachable("the last")))
    #expect(await bench.transport.requests.count == 4)
}

@Test func `tries again for a body that was cut short`() async throws {
    var bench = try GateBench()
    bench.configuration.retry = RetryPolicy(attempts: 2, jitter: { 0 })
    let gate = try bench.gate()
    let whole = try await bench.document(minimum: "4")
    await bench.transport.answer(Download(body: whole.body.dropLast(), headers: whole.headers))
    await bench.transport.answer(whole)
    async let decision = gate.check()
    try await eventually("it waits") { bench.clock.sleeps.contains(.milliseconds(250)) }
    bench.clock.advance(by: .milliseconds(250))
    #expect(await decision.summary == "required, fetched")
}

@Test(arguments: [408, 425, 429, 500, 503])
func `tries again for a status that may pass`(status: Int) async throws {
    var bench = try GateBench()
    bench.configuration.retry = RetryPolicy(attempts: 2, jitter: { 0 })
    let gate = try bench.gate()
    await bench.transport.answer(.success(DocumentResponse(status: status, headers: [], body: [])))
    await bench.transport.answer(try await bench.document(minimum: "4"))
    async let decision = gate.check()
    try await eventually("it waits") { bench.clock.sleeps.contains(.milliseconds(250)) }
    bench.clock.advance(by: .milliseconds(250))
    #expect(await decision.summary == "required, fetched")
}

@Test func `tries once even with no attempts`() async throws {
    var bench = try GateBench()
    bench.configuration.retry = RetryPolicy(attempts: 0)
    await bench.transport.answer(try await bench.document(minimum: "4"))
    #expect(try await bench.gate().check().summary == "required, fetched")
}

@Test(arguments: [403, 404, 410, 301, 304, 204])
func `does not try again what would not go better`(status: Int) async throws {
    var bench = try GateBench()
    bench.configuration.retry = RetryPolicy(attempts: 5)
    let gate = try bench.gate()
    await bench.transport.answer(.success(DocumentResponse(status: status, headers: [], body: [])))
    #expect(await gate.check().summary == "available, none")
    #expect(await gate.lastFailure == .status(status))
    #expect(await bench.transport.requests.count == 1)
}

@Test func `delays double up to a limit, less up to half of them`() {
    func delays(_ jitter: Double) -> [Duration] {
        let policy = RetryPolicy(firstDelay: .seconds(1), maximumDelay: .seconds(5), jitter: { jitter })
        return (1...5).map { policy.delay(after: $0) }
    }
    #expect(delays(1) == [.seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5)])
    #expect(delays(0) == [.milliseconds(500), .seconds(1), .seconds(2), .milliseconds(2_500), .milliseconds(2_500)])
    #expect(delays(7) == delays(1))
    #expect(delays(-7) == delays(0))
}

@Test func `who is cancelled gets at once what is known, and the others their fetch`() async throws {
    let bench = try GateBench()
    await bench.transport.answer(try await bench.document(minimum: "4"))
    _ = try await bench.gate().check()

    let gate = try bench.gate()
    let cancelled = Task { await gate.check() }
    async let other = gate.check()
    try await eventually("both wait") { bench.clock.sleeps.filter { $0 == .seconds(3) }.count == 2 }
    cancelled.cancel()
    #expect(await cancelled.value.summary == "required, stored")
    await bench.transport.answer(try await bench.document(minimum: "2", hoursLater: 1))
    #expect(await other.summary == "available, fetched")
}

@Test func `a fetch can be ended`() async throws {
    let bench = try GateBench()
    let gate = try bench.gate()
    async let decision = gate.check()
    try await eventually("it is under way") { await bench.transport.requests.count == 1 }
    await gate.cancel()
    #expect(await decision.summary == "available, none")
    #expect(await gate.lastFailure == nil, "nothing failed")
    try await eventually("nothing is left that waits") { bench.clock.sleeps == [] }
}

@Test func `after the end of a fetch the next check fetches again`() async throws {
    let bench = try GateBench(heedsCancellation: false)
    let gate = try bench.gate()
    async let first = gate.check()
    try await eventually("it is under way") { await bench.transport.requests.count == 1 }
    await gate.cancel()
    #expect(await first.summary == "available, none")
    async let second = gate.check()
    try await eventually("there is another") { await bench.transport.requests.count == 2 }
    // The first is answered when nobody waits for it any more.
    await bench.transport.answer(try await bench.document(minimum: "9"))
    await bench.transport.answer(try await bench.document(minimum: "2"))
    #expect(await second.summary == "available, fetched")
}

@Test func `decisions are said when they change, and end with the gate`() async throws {
    let bench = try GateBench()
    var gate: Gate? = try bench.gate()
    var decisions = try #require(await gate?.decisions()).makeAsyncIterator()
    #expect(await decisions.next()?.summary == "available, none")
    await bench.transport.answer(try await bench.document(minimum: "4"))
    _ = await gate?.check()
    #expect(await decisions.next()?.summary == "required, fetched")
    // The same again is no news.
    await bench.transport.answer(try await bench.document(minimum: "4"))
    _ = await gate?.check()
    await bench.transport.answer(try await bench.document(minimum: "2", hoursLater: 1))
    _ = await gate?.check()
    #expect(await decisions.next()?.summary == "available, fetched")
    gate = nil
    #expect(await decisions.next() == nil)
}

@Test func `two gates on one store do not roll each other back`() async throws {
    let bench = try GateBench()
    let (first, second) = (try bench.gate(), try bench.gate())
    #expect(await second.decision.summary == "available, none")
    await bench.transport.answer(try await bench.document(minimum: "4", hoursLater: 2))
    #expect(await first.check().summary == "required, fetched")
    await bench.transport.answer(try await bench.document(minimum: "2", hoursLater: 1))
    #expect(await second.check().summary == "required, stored")
    guard case .verification(.signedBeforeStored) = await second.lastFailure else {
        return #expect(Bool(false), "the older document was not refused")
    }
}

@Test func `maintenance ends with the session`() async throws {
    let bench = try GateBench(format: .appConfig)
    let body = Array(
        #"""
        { "minimumVersion": "2.0.0", "latestVersion": "3.0.0", "updateUrl": "https://example.com",
          "maintenanceMode": true, "maintenanceMessage": "back at noon" }
        """#.utf8)
    let download = try await bench.publisher.download(.dated, body: body)
    await bench.transport.answer(download)
    let gate = try bench.gate()
    #expect(await gate.check().outcome == .maintenance(message: "back at noon"))
    // It was fetched in this session: a network that fails now does not lift it.
    await bench.transport.answer(.failure(.timedOut))
    #expect(await gate.check().outcome == .maintenance(message: "back at noon"))

    await bench.transport.answer(.failure(.timedOut))
    #expect(try await bench.gate().check().summary == "available, stored")
    #expect(try await bench.gate(app: "1.0.0").decisions().first { _ in true }?.summary == "required, stored")
}

@Test func `a document that decides is not lost when it cannot be kept`() async throws {
    let bench = try GateBench()
    try bench.folder.write("file", "not a folder")
    let store = ManifestStore(file: URL(fileURLWithPath: bench.folder.path("file/manifest")))
    let gate = try bench.gate(store: store)
    await bench.transport.answer(try await bench.document(minimum: "4"))
    #expect(await gate.check().summary == "required, fetched")
    #expect(await gate.lastFailure == .notStored)
}
