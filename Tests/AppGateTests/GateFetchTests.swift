import AppGate
import Classic
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

@Test func `a transport that never answers blocks no later fetch`() async throws {
    let bench = try GateBench(heedsCancellation: false)
    let gate = try bench.gate()
    async let first = gate.check()
    try await eventually("the check waits") {
        let count = await bench.transport.requests.count
        return count == 1 && bench.clock.sleeps == [3, 10]
    }
    bench.clock.advance(by: 10)
    #expect(await first.summary == "available, none")
    try await eventually("the attempt is given up") { await gate.lastFailure == .transport(.timedOut) }

    async let second = gate.check()
    try await eventually("there is another") { await bench.transport.requests.count == 2 }
    // The first request is answered when nobody cares any more.
    await bench.transport.answer(try await bench.document(minimum: "9", hoursLater: 1))
    await bench.transport.answer(try await bench.document(minimum: "2"))
    #expect(await second.summary == "available, fetched")
}

@Test func `tries again after longer and longer delays, and not for ever`() async throws {
    var bench = try GateBench()
    bench.configuration.retry = RetryPolicy(attempts: 4, jitter: { 1 })
    bench.configuration.checkTimeLimit = 60
    let gate = try bench.gate()
    async let decision = gate.check()
    let failures: [Result<DocumentResponse, TransportError>] = [
        .failure(.unreachable("a")), .success(DocumentResponse(status: 503, headers: [], body: [])),
        .failure(.timedOut),
    ]
    for (failure, delay) in zip(failures, [TimeInterval(0.5), 1, 2]) {
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
    try await eventually("it waits") { bench.clock.sleeps.contains(0.25) }
    bench.clock.advance(by: 0.25)
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
    try await eventually("it waits") { bench.clock.sleeps.contains(0.25) }
    bench.clock.advance(by: 0.25)
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
    func delays(_ jitter: Double) -> [TimeInterval] {
        let policy = RetryPolicy(firstDelay: 1, maximumDelay: 5, jitter: { jitter })
        return (1...5).map { policy.delay(after: $0) }
    }
    #expect(delays(1) == [1, 2, 4, 5, 5])
    #expect(delays(0) == [0.5, 1, 2, 2.5, 2.5])
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
    try await eventually("both wait") { bench.clock.sleeps.filter { $0 == 3 }.count == 2 }
    cancelled.cancel()
    #expect(await cancelled.value.summary == "required, stored")
    await bench.transport.answer(try await bench.document(minimum: "2", hoursLater: 1))
    #expect(await other.summary == "available, fetched")
}

@Test func `with allow the end of a check does not open a blocked app`() async throws {
    var bench = try GateBench()
    bench.configuration.whenUnreachable = .allow
    let gate = try bench.gate()
    await bench.transport.answer(try await bench.document(minimum: "4"))
    #expect(await gate.check().summary == "required, fetched")
    let cancelled = Task { await gate.check() }
    try await eventually("the check waits") { bench.clock.sleeps.contains(3) }
    cancelled.cancel()
    #expect(await cancelled.value.summary == "required, fetched")
    #expect(await gate.decision.summary == "required, fetched")
    await gate.cancel()
}

@Test func `with allow the time limit of a check says nothing of a later fetch`() async throws {
    var bench = try GateBench()
    bench.configuration.whenUnreachable = .allow
    let silent = ScriptedTransport()
    let lookup = try #require(StoreLookup(bundleID: "com.example.app", country: "gb", transport: silent))
    await bench.transport.answer(try await bench.document(minimum: "2", recommended: "9"))
    let gate = try bench.gate(lookup: lookup)
    async let first = gate.check()
    try await eventually("it waits for the store") {
        let open = await silent.openRequests
        return open == 1 && bench.clock.sleeps == [3, 10]
    }
    bench.clock.advance(by: 1)
    async let second = gate.check()
    try await eventually("the second waits for its document") {
        bench.clock.sleeps == [2, 3, 9, 10]
    }
    bench.clock.advance(by: 2)
    #expect(await first.summary == "recommended, fetched")
    #expect(await gate.decision.summary == "recommended, fetched")
    await gate.cancel()
    _ = await second
}

/// Ends a fetch and begins another before anything else happens in the gate.
private func restart(_ gate: isolated Gate) {
    gate.cancel()
    _ = gate.observe(host: GateBench.backend, status: 500, body: [])
}

@Test func `the end of a fetch that was cancelled does not end the next one`() async throws {
    let bench = try GateBench()
    let gate = try bench.gate()
    async let first = gate.check()
    try await eventually("it is under way") { await bench.transport.requests.count == 1 }
    await restart(gate)
    #expect(await first.summary == "available, none")
    try await eventually("the next one is") { await bench.transport.requests.count == 2 }
    async let shared = gate.check()
    try await eventually("a check waits for it") { bench.clock.sleeps.contains(3) }
    await bench.transport.answer(try await bench.document(minimum: "4"))
    try await eventually("its document decides") { await gate.decision.summary == "required, fetched" }
    #expect(await bench.transport.requests.count == 2)
    #expect(await shared.summary == "required, fetched")
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

@Test(.unlessHung) func `a limit counts from when it was set, not from when somebody has time to watch it`() async {
    let clock = ManualClock()
    let result = await clock.first(within: 3) {
        clock.advance(by: 3)
        try? await Task.sleep(for: .hours)
        return true
    }
    #expect(result == nil)
}

/// A store that takes a second for each answer.
private struct SlowStore: DocumentKeeper {
    let store = StoreInMemory()
    let clock: ManualClock

    func read(_ state: KeptState) throws -> [UInt8]? {
        clock.advance(by: 1)
        return try store.read(state)
    }

    func replace(_ state: KeptState, _ old: [UInt8]?, with new: [UInt8], patience: TimeInterval) throws -> Bool {
        try store.replace(state, old, with: new, patience: patience)
    }
}

@Test func `what the store takes is a part of what a check may take`() async throws {
    let bench = try GateBench()
    let gate = try bench.gate(keeper: SlowStore(clock: bench.clock))
    async let decision = gate.check()
    let limit = bench.configuration.checkTimeLimit
    try await eventually("it waits for the rest") { bench.clock.sleeps.contains { $0 < limit } }
    bench.clock.advance(by: limit - 1)
    #expect(await decision.summary == "available, none")
}
