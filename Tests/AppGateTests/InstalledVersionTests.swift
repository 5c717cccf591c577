import AppGate
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

@Test(arguments: ["beta", "", "v3.0.0"])
func `an app whose version cannot be read is available only with a failure`(version: String) async throws {
    let bench = try GateBench()
    await bench.transport.answer(try await bench.document(minimum: "4"))
    let gate = try bench.gate(app: version)
    #expect(await gate.check().summary == "available, fetched")
    #expect(await gate.lastFailure == .unreadableApp(.version(version)))
    // So it is with what was stored, also when there is nothing else to say.
    let next = try bench.gate(app: version)
    #expect(await next.decision.summary == "available, stored")
    #expect(await next.lastFailure == .unreadableApp(.version(version)))
    await bench.transport.answer(.failure(.timedOut))
    #expect(await next.check().summary == "available, stored")
    #expect(await next.lastFailure == .transport(.timedOut), "the next step first")
    // An update of the app that can be read is compared again.
    #expect(try await bench.gate(app: "3.9.9-rc1").decision.summary == "required, stored")
    #expect(try await bench.gate(app: "4.0.0.1").decision.summary == "available, stored")
}

@Test func `a version that cannot be read is said before that nothing can be kept`() async throws {
    let bench = try GateBench()
    let store = LockableStore()
    store.lock()
    await bench.transport.answer(try await bench.document(minimum: "4"))
    let gate = try bench.gate(app: "beta", keeper: store)
    #expect(await gate.check().summary == "available, fetched")
    #expect(await gate.lastFailure == .unreadableApp(.version("beta")))
    #expect(await gate.lastFailure.map { "\($0)".contains("beta") } == true)
}

@Test func `what cannot be read is named in words`() {
    #expect(
        UnreadableApp.version("beta").message
            == "the app's version \"beta\" does not begin with a number: it was not compared")
    #expect(UnreadableApp.build(nil).message == "the app's build is unknown: it was not compared")
}
