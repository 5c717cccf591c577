import AppGate
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

@Test func `with allow a store that is slow does not make a document that came count as unreachable`() async throws {
    var bench = try GateBench()
    bench.configuration.whenUnreachable = .allow
    let silent = ScriptedTransport(heedsCancellation: false)
    let lookup = try #require(StoreLookup(bundleID: "com.example.app", country: "gb", transport: silent))
    await bench.transport.answer(try await bench.document(minimum: "2", recommended: "9"))
    let gate = try bench.gate(lookup: lookup)
    async let decision = gate.check()
    let clock = bench.clock
    try await eventually("the store is asked") {
        let count = await silent.requests.count
        return count == 1 && clock.sleeps == [3, 10]
    }
    clock.advance(by: 3)
    #expect(await decision.summary == "recommended, fetched")
    #expect(await gate.lastFailure == nil)
    await gate.cancel()
}

@Test(arguments: [201, 204, 301, 304, 400, 403, 404, 429, 500, 503])
func `a store whose answer is no success says nothing`(status: Int) async throws {
    let transport = ScriptedTransport()
    let lookup = try #require(StoreLookup(bundleID: "com.example.app", country: "gb", transport: transport))
    let body = Array(#"{ "resultCount": 1, "results": [ { "version": "3.0.5" } ] }"#.utf8)
    await transport.answer(.success(DocumentResponse(status: 200, headers: [], body: body)))
    #expect(await lookup.newestVersion()?.version == NumericVersion("3.0.5"))
    await transport.answer(.success(DocumentResponse(status: status, headers: [], body: body)))
    #expect(await lookup.newestVersion() == nil)
}

@Test func `a single letter is cut off together with what follows it`() throws {
    func chosen(_ wanted: String, of tags: String...) throws -> String? {
        let entries = try tags.map { (language: try #require(LanguageTag($0)), text: "text in \($0)") }
        return try #require(LocalizedText(entries)).chosen(for: [wanted])?.language.rawValue
    }
    // RFC 4647 §3.4: it is removed at the same time as its closest trailing subtag.
    #expect(try chosen("de-x-a-bc", of: "en", "de-x-a", "de") == "de")
    #expect(try chosen("de-x-ab-c", of: "en", "de-x-ab", "de") == "de-x-ab")
    #expect(try chosen("de-u-co-phonebk", of: "en", "de-u-co", "de") == "de-u-co")
}

@Test func `what another gate has remembered since is not overwritten`() async throws {
    var bench = try GateBench.rules()
    let start = try GateBench.instant(hoursLater: 10)
    let winter = #"""
        { "id": "winter", "when": { "app": "<4", "from": "\#(start)" }, "then": "recommended", "grace": "3d",
          "title": { "en": "t" } }
        """#
    bench.configuration.embedded = try await bench.rules(winter)
    let store = StoreInMemory()
    let (first, second) = (try bench.gate(keeper: store), try bench.gate(keeper: store))
    bench.setClock(hoursAfterSigning: 1)
    #expect(await second.decision.summary == "available, embedded")
    bench.setClock(hoursAfterSigning: 11)
    #expect(await first.decision.update?.due == (try GateBench.instant(hoursLater: 83)))
    bench.setClock(hoursAfterSigning: 20)
    _ = await second.decision
    #expect(try store.loadMemory()?.firstSeen == ["winter": GateBench.instant(hoursLater: 11)])
    #expect(await second.decision.update?.due == (try GateBench.instant(hoursLater: 83)))
}
