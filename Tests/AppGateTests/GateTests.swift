import AppGate
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

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

@Test(
    arguments: [
        .transport(.timedOut), .transport(.bodyTooLarge(limit: 1 << 20)), .status(304), .status(404), .status(500),
        .transport(.redirected(to: "https://evil.example.com")),
    ] as [CheckFailure])
func `whatever goes wrong on the way, what was verified last stands`(failure: CheckFailure) async throws {
    for minimum in ["4", "2"] {
        let bench = try GateBench()
        await bench.transport.answer(try await bench.document(minimum: minimum))
        _ = try await bench.gate().check()
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
    guard case .verification(.rollback(.date)) = await gate.lastFailure else {
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
    try await eventually("the check waits") { bench.clock.sleeps.contains(3) }
    bench.clock.advance(by: 3)
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
    try await eventually("the check waits") { bench.clock.sleeps == [3, 10] }
    bench.clock.advance(by: 2.999)
    #expect(bench.clock.sleeps == [0.001, 7.001])
    bench.clock.advance(by: 0.001)
    #expect(await decision.summary == "available, stored")

    await bench.transport.answer(try await bench.document(minimum: "4", hoursLater: 1))
    try await eventually("the fetch ends") { await gate.decision.summary == "required, fetched" }
    #expect(await decisions.next()?.isBlocked == true)
    #expect(await bench.transport.requests.count == 2)
}

@Test func `calls at the same time share one fetch`() async throws {
    let bench = try GateBench()
    let gate = try bench.gate()
    async let decisions = withTaskGroup(of: Decision.self) { group in
        for _ in 0..<20 { group.addTask { await gate.check() } }
        return await group.reduce(into: []) { $0.append($1) }
    }
    try await eventually("all wait") { bench.clock.sleeps.filter { $0 == 3 }.count == 20 }
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
    bench.clock.advance(by: 299)
    #expect(await gate.enterForeground().summary == "available, fetched")
    #expect(await bench.transport.requests.count == 1)
    bench.clock.advance(by: 1)
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

@Test func `a document that decides is not lost when it cannot be kept`() async throws {
    let bench = try GateBench()
    try bench.folder.write("file", "not a folder")
    let store = ManifestStore(file: URL(fileURLWithPath: bench.folder.path("file/manifest")))
    let gate = try bench.gate(keeper: store)
    await bench.transport.answer(try await bench.document(minimum: "4"))
    #expect(await gate.check().summary == "required, fetched")
    #expect(await gate.lastFailure == .notStored)
}
