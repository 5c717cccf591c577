import AppGate
import Classic
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

// MARK: The embedded document

@Test func `of the stored and the embedded document the newer one decides`() async throws {
    var bench = try GateBench()
    await bench.transport.answer(try await bench.document(minimum: "2", hoursLater: 2))
    _ = try await bench.gate().check()
    bench.configuration.embedded = try await bench.document(minimum: "4", hoursLater: 1)
    #expect(try await bench.gate().decisions().first { _ in true }?.summary == "available, stored")
    bench.configuration.embedded = try await bench.document(minimum: "4", hoursLater: 3)
    #expect(try await bench.gate().decisions().first { _ in true }?.summary == "required, embedded")
}

@Test func `an embedded document that says nothing to this app is said, and is the floor all the same`() async throws {
    var bench = try GateBench(format: .environmentConfig)
    let publisher = bench.publisher
    func signed(_ hours: Int) async throws -> Download {
        try await publisher.download(
            .dated, body: Array(Bodies.environmentConfig.utf8), date: Publisher.date(hoursLater: hours))
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
    #expect(stays.asOf?.headerValue == (try Publisher.date(hoursLater: 1)), "by the newer document")
    #expect(await gate.lastFailure == nil)
    await bench.transport.answer(try await bench.document(minimum: "2", recommended: "9", hoursLater: 2))
    let decision = await gate.check()
    #expect(decision.summary == "recommended, fetched")
    #expect(decision.asOf?.headerValue == (try Publisher.date(hoursLater: 2)))
}

// MARK: Keys

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
