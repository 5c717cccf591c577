import AppGate
import Classic
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

// MARK: The embedded document

@Test func `the embedded document decides until one was fetched`() async throws {
    var bench = try GateBench()
    bench.configuration.embedded = try await bench.document(minimum: "4")
    await bench.transport.answer(.failure(.timedOut))
    let gate = try bench.gate()
    #expect(await gate.check().summary == "required, embedded")
    await bench.transport.answer(try await bench.document(minimum: "2", hoursLater: 1))
    #expect(await gate.check().summary == "available, fetched")
}

@Test func `after a reinstall nothing older than the embedded document is accepted`() async throws {
    var bench = try GateBench()
    bench.configuration.embedded = try await bench.document(minimum: "4", hoursLater: 1)
    await bench.transport.answer(try await bench.document(minimum: "2"))
    let gate = try bench.gate()
    #expect(await gate.check().summary == "required, embedded")
    guard case .verification(.rollback(.date)) = await gate.lastFailure else {
        return #expect(Bool(false), "the older document was not refused")
    }
}

@Test func `of the stored and the embedded document the newer one decides`() async throws {
    var bench = try GateBench()
    await bench.transport.answer(try await bench.document(minimum: "2", hoursLater: 2))
    _ = try await bench.gate().check()
    bench.configuration.embedded = try await bench.document(minimum: "4", hoursLater: 1)
    #expect(try await bench.gate().decisions().first { _ in true }?.summary == "available, stored")
    bench.configuration.embedded = try await bench.document(minimum: "4", hoursLater: 3)
    #expect(try await bench.gate().decisions().first { _ in true }?.summary == "required, embedded")
}

@Test func `an embedded document that does not verify is said, and decides nothing`() async throws {
    var bench = try GateBench()
    let signed = try await bench.document(minimum: "4")
    bench.configuration.embedded = Download(body: GateBench.body(minimum: "5"), headers: signed.headers)
    let gate = try bench.gate()
    #expect(await gate.decisions().first { _ in true }?.summary == "available, none")
    let failure = CheckFailure.embedded(.badSignature(bench.publisher.id))
    #expect(await gate.lastFailure == failure)
    // It stays wrong, whatever the network does; what is wrong with a response that was refused comes first.
    await bench.transport.answer(.failure(.timedOut))
    #expect(await gate.check().summary == "available, none")
    #expect(await gate.lastFailure == failure)
    await bench.transport.answer(try await bench.document(minimum: "4"))
    #expect(await gate.check().summary == "required, fetched")
    #expect(await gate.lastFailure == failure)
    let stranger = try Publisher("stranger")
    await bench.transport.answer(try await bench.document(minimum: "2", hoursLater: 1, by: stranger))
    #expect(await gate.check().summary == "required, fetched")
    #expect(await gate.lastFailure == .verification(.unknownKey(stranger.id)))
    #expect(await gate.lastFailure != failure)
}

@Test func `an embedded document that says nothing to this app is said, and is the floor all the same`() async throws {
    var bench = try GateBench(format: .environmentConfig)
    let publisher = bench.publisher
    func signed(_ hours: Int) async throws -> Download {
        try await publisher.download(
            .dated, body: Array(Bodies.environmentConfig.utf8), date: GateBench.date(hoursLater: hours))
    }
    bench.configuration.verifier = bench.configuration.verifier.expecting(.environmentConfig("testnet"))
    bench.configuration.embedded = try await signed(1)
    let gate = try bench.gate()
    #expect(await gate.decision.summary == "available, none")
    guard case .embedded(.unreadable(.document(.environmentConfig, _))) = await gate.lastFailure else {
        return #expect(Bool(false), "what is wrong with the embedded document was not said")
    }
    await bench.transport.answer(try await signed(0))
    _ = await gate.check()
    guard case .verification(.rollback(.date)) = await gate.lastFailure else {
        return #expect(Bool(false), "the older document was not refused")
    }
}

@Test func `an embedded document of a key that the app does not trust is said, with the key`() async throws {
    var bench = try GateBench()
    let stranger = try Publisher("stranger")
    bench.configuration.embedded = try await bench.document(minimum: "4", by: stranger)
    let gate = try bench.gate()
    #expect(await gate.decision.summary == "available, none")
    #expect(await gate.lastFailure == .embedded(.unknownKey(stranger.id)))
}

@Test func `an embedded document may be signed without a date`() async throws {
    var bench = try GateBench(profile: .body)
    bench.configuration.embedded = try await bench.document(minimum: "4")
    await bench.transport.answer(.failure(.timedOut))
    let gate = try bench.gate()
    #expect(await gate.check().summary == "required, embedded")
    // Without dates nobody can say which is newer: what was fetched is.
    await bench.transport.answer(try await bench.document(minimum: "2"))
    #expect(await gate.check().summary == "available, fetched")
    #expect(try await bench.gate().decisions().first { _ in true }?.summary == "available, stored")
}

// MARK: Freeze

@Test func `a document older than the maximum age blocks nobody who is not blocked`() async throws {
    var bench = try GateBench()
    bench.configuration.maximumAge = 36 * 3_600
    await bench.transport.answer(try await bench.document(minimum: "2"))
    let gate = try bench.gate()
    #expect(await gate.check().summary == "available, fetched")

    bench.time.advance(hours: 40)
    let frozen = try await bench.document(minimum: "4", hoursLater: 1)
    await bench.transport.answer(frozen)
    #expect(await gate.check().summary == "available, fetched")
    let date = try #require(SignedDate(headerValue: try GateBench.date(hoursLater: 1)))
    #expect(await gate.lastFailure == .verification(.frozen(date)))
    await bench.transport.answer(frozen)
    let next = try bench.gate()
    #expect(await next.check().summary == "available, stored")

}

@Test(arguments: [(0.0, "required, fetched"), (1.0, "available, none")])
func `the maximum age counts to the second`(more seconds: Double, expected: String) async throws {
    var bench = try GateBench()
    bench.configuration.maximumAge = 36 * 3_600
    bench.time.set(secondsAfterSigning: 36 * 3_600 + seconds)
    await bench.transport.answer(try await bench.document(minimum: "4"))
    #expect(try await bench.gate().check().summary == expected)
}

@Test func `a document older than the maximum age may lift a block and may recommend`() async throws {
    var bench = try GateBench()
    bench.configuration.maximumAge = 36 * 3_600
    await bench.transport.answer(try await bench.document(minimum: "4"))
    let gate = try bench.gate()
    #expect(await gate.check().summary == "required, fetched")
    bench.time.advance(hours: 1_000)
    #expect(await gate.decision.isBlocked, "what blocked when it was fresh goes on blocking")
    #expect(try await bench.gate().decisions().first { _ in true }?.summary == "required, stored")
    await bench.transport.answer(try await bench.document(minimum: "5", hoursLater: 1))
    let stays = await gate.check()
    #expect(stays.summary == "required, fetched", "who is blocked stays blocked")
    #expect(stays.asOf?.headerValue == (try GateBench.date(hoursLater: 1)), "by the newer document")
    #expect(await gate.lastFailure == nil)
    await bench.transport.answer(try await bench.document(minimum: "2", recommended: "9", hoursLater: 2))
    let decision = await gate.check()
    #expect(decision.summary == "recommended, fetched")
    #expect(decision.asOf?.headerValue == (try GateBench.date(hoursLater: 2)))
}

@Test func `an embedded document older than the maximum age blocks nobody, and is the floor all the same`() async throws
{
    var bench = try GateBench()
    bench.configuration.maximumAge = 36 * 3_600
    bench.configuration.embedded = try await bench.document(minimum: "4", hoursLater: 1)
    bench.time.advance(hours: 1_000)
    await bench.transport.answer(try await bench.document(minimum: "2"))
    let gate = try bench.gate()
    #expect(await gate.check().summary == "available, none")
    guard case .verification(.rollback(.date)) = await gate.lastFailure else {
        return #expect(Bool(false), "the older document was not refused")
    }
}

// MARK: Keys

@Test func `a key that is retired since cannot speak for a document that came under a newer one`() async throws {
    var bench = try GateBench()
    let new = try Publisher("new")
    let keys = try #require(TrustedKeys([try bench.publisher.trusted(), try new.trusted()]))
    let expected = bench.configuration.verifier
    bench.configuration.verifier = Verifier(
        keyRing: keys, environment: expected.environment, format: expected.reader.format, profile: .dated)
    await bench.transport.answer(try await bench.document(minimum: "4", by: new))
    _ = try await bench.gate().check()
    await bench.transport.answer(try await bench.document(minimum: "2", hoursLater: 1))
    let gate = try bench.gate()
    #expect(await gate.check().summary == "required, stored")
    #expect(
        await gate.lastFailure == .verification(.rollback(.key(bench.publisher.id, stored: new.id))))
}

@Test func `what is stored counts as none once its key is revoked`() async throws {
    var bench = try GateBench()
    await bench.transport.answer(try await bench.document(minimum: "4"))
    _ = try await bench.gate().check()
    let new = try Publisher("new")
    let keys = try #require(TrustedKeys([try bench.publisher.trusted(isRevoked: true), try new.trusted()]))
    let expected = bench.configuration.verifier
    bench.configuration.verifier = Verifier(
        keyRing: keys, environment: expected.environment, format: expected.reader.format, profile: .dated)
    #expect(try await bench.gate().decisions().first { _ in true }?.summary == "available, none")
}
