import AppGate
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

@Test func `a version that cannot be read is said before that nothing can be kept`() async throws {
    let bench = try GateBench()
    let store = StoreInMemory()
    store.become(.locked)
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
