import AppGate
import Foundation
import Testing
import TestPublisher
import TestSupport

@Test func `the store is asked only when there is an update, and never changes a block`() async throws {
    for (minimum, recommended, asked, expected, state) in [
        ("2", nil, false, "available, fetched", nil),
        ("2", "3.1", true, "available, fetched", nil),
        ("2", "3.0.5", true, "recommended, fetched", Update.StoreState.available),
        ("4", nil, true, "required, fetched", .missing),
        ("3.0.5", nil, true, "required, fetched", .available),
    ] as [(String, String?, Bool, String, Update.StoreState?)] {
        let bench = try GateBench()
        let lookup = try #require(StoreLookup(bundleID: "com.example.app", country: "gb", transport: bench.transport))
        await bench.transport.answer(try await bench.document(minimum: minimum, recommended: recommended))
        let answer = Array(#"{ "resultCount": 1, "results": [ { "version": "3.0.5" } ] }"#.utf8)
        await bench.transport.answer(.success(DocumentResponse(status: 200, headers: [], body: answer)))
        let gate = try bench.gate(lookup: lookup)
        let decision = await gate.check()
        #expect(decision.summary == expected)
        // Only a block does not wait for the store.
        if !decision.isBlocked { #expect(decision.update?.store == state) }
        try await eventually("the store has answered") { await gate.decision.update?.store == state }
        let urls = await bench.transport.requests.map(\.absoluteString)
        let address = "https://itunes.apple.com/lookup?bundleId=com.example.app&country=gb"
        #expect(urls.dropFirst() == (asked ? [address] : []))
    }
}

@Test(arguments: ["", "no", "{}", #"{ "results": [] }"#, #"{ "results": [ { "version": "soon" } ] }"#, "[]"])
func `a store that says nothing changes nothing`(answer: String) async throws {
    for (minimum, recommended) in [("4", nil), ("2", "9")] as [(String, String?)] {
        let bench = try GateBench()
        let lookup = try #require(StoreLookup(bundleID: "com.example.app", country: "gb", transport: bench.transport))
        await bench.transport.answer(try await bench.document(minimum: minimum, recommended: recommended))
        await bench.transport.answer(
            .success(DocumentResponse(status: 200, headers: [], body: Array(answer.utf8))))
        let decision = try await bench.gate(lookup: lookup).check()
        #expect(decision.summary == (recommended == nil ? "required, fetched" : "recommended, fetched"))
        #expect(decision.update?.store == .unknown)
    }
}

@Test func `a slow store does not hold up a check`() async throws {
    let bench = try GateBench()
    let lookup = try #require(StoreLookup(bundleID: "com.example.app", country: "gb", transport: bench.transport))
    await bench.transport.answer(try await bench.document(minimum: "4"))
    let gate = try bench.gate(lookup: lookup)
    async let decision = gate.check()
    try await eventually("the store is asked") { await bench.transport.requests.count == 2 }
    bench.clock.advance(by: 3)
    #expect(await decision.summary == "required, fetched")
    await gate.cancel()
}

@Test func `only a bundle identifier and a country are looked up`() {
    let transport = ScriptedTransport()
    for (bundle, country) in [("", "gb"), ("com.example&x=y", "gb"), ("com.example", "g"), ("com.example", "g&")] {
        #expect(StoreLookup(bundleID: bundle, country: country, transport: transport) == nil)
    }
}

@Test func `a store that never answers is waited for only with a recommendation, and not for ever`() async throws {
    let bench = try GateBench()
    let silent = ScriptedTransport(heedsCancellation: false)
    let lookup = try #require(StoreLookup(bundleID: "com.example.app", country: "gb", transport: silent))
    let other = try GateBench()
    await other.transport.answer(try await other.document(minimum: "4"))
    let blocked = try other.gate(lookup: lookup)
    #expect(await blocked.check().summary == "required, fetched", "the store cannot change that")
    try await eventually("the store is asked") { await silent.requests.count == 1 }

    await bench.transport.answer(try await bench.document(minimum: "2", recommended: "9", hoursLater: 1))
    let gate = try bench.gate(lookup: lookup)
    async let decision = gate.check()
    try await eventually("the store is asked") {
        let count = await silent.requests.count
        return count == 2 && bench.clock.sleeps == [3, 10]
    }
    bench.clock.advance(by: 3)
    #expect(await decision.summary == "recommended, fetched")
    #expect(await gate.decision.update?.store == .unknown)
    bench.clock.advance(by: 7)
    try await eventually("nobody waits for the store any more") { bench.clock.sleeps == [] }
    #expect(await gate.lastFailure == nil)
}

@Test func `what a store said once does not outlive an answer that says nothing`() async throws {
    let bench = try GateBench()
    let lookup = try #require(StoreLookup(bundleID: "com.example.app", country: "gb", transport: bench.transport))
    let gate = try bench.gate(lookup: lookup)
    for (hours, answer, summary) in [
        (0, #"{ "results": [ { "version": "3.0.0" } ] }"#, "available, fetched"),
        (1, "gone", "recommended, fetched"),
    ] {
        await bench.transport.answer(try await bench.document(minimum: "2", recommended: "9", hoursLater: hours))
        await bench.transport.answer(.success(DocumentResponse(status: 200, headers: [], body: Array(answer.utf8))))
        #expect(await gate.check().summary == summary)
    }
}

private func store(has version: String) -> Result<DocumentResponse, TransportError> {
    let answer = #"{ "results": [ { "version": "\#(version)" } ] }"#
    return .success(DocumentResponse(status: 200, headers: [], body: Array(answer.utf8)))
}

@Test func `of two checks at the same time both wait for the later answer of the store`() async throws {
    let bench = try GateBench()
    let shop = ScriptedTransport()
    let lookup = try #require(StoreLookup(bundleID: "com.example.app", country: "gb", transport: shop))
    let gate = try bench.gate(lookup: lookup)
    await bench.transport.answer(try await bench.document(minimum: "2", recommended: "9"))
    async let first = gate.check()
    try await eventually("the store is asked") { await shop.openRequests == 1 }
    await bench.transport.answer(try await bench.document(minimum: "2", recommended: "9", hoursLater: 1))
    async let second = gate.check()
    try await eventually("it is asked again") {
        let (count, open) = (await shop.requests.count, await shop.openRequests)
        return count == 2 && open == 1
    }
    try await Task.sleep(for: .milliseconds(100))
    await shop.answer(store(has: "3.0.0"))
    #expect(await [first.summary, second.summary] == ["available, fetched", "available, fetched"])
}

@Test func `a question to the store that was dropped does not change what the store has said`() async throws {
    let bench = try GateBench()
    let shop = ScriptedTransport()
    let lookup = try #require(StoreLookup(bundleID: "com.example.app", country: "gb", transport: shop))
    let gate = try bench.gate(lookup: lookup)
    await bench.transport.answer(try await bench.document(minimum: "2", recommended: "9"))
    await shop.answer(store(has: "3.0.0"))
    #expect(await gate.check().summary == "available, fetched", "the store does not have it yet")
    await bench.transport.answer(try await bench.document(minimum: "2", recommended: "9", hoursLater: 1))
    async let second = gate.check()
    try await eventually("the store is asked again") { await shop.openRequests == 1 }
    await bench.transport.answer(try await bench.document(minimum: "2", recommended: "9", hoursLater: 2))
    async let third = gate.check()
    try await eventually("and once more, in the place of that") {
        let (count, open) = (await shop.requests.count, await shop.openRequests)
        return count == 3 && open == 1
    }
    try await Task.sleep(for: .milliseconds(100))
    #expect(await gate.decision.summary == "available, fetched")
    await shop.answer(store(has: "9"))
    #expect(await [second.summary, third.summary] == ["recommended, fetched", "recommended, fetched"])
}

@Test func `a version in the store that needs a newer system is not known to help`() async throws {
    let bench = try GateBench()
    let lookup = try #require(StoreLookup(bundleID: "com.example.app", country: "gb", transport: bench.transport))
    for (number, (system, state)) in [("14.0", Update.StoreState.available), ("14.1", .unknown)].enumerated() {
        await bench.transport.answer(try await bench.document(minimum: "2", recommended: "3.1", hoursLater: number))
        let answer = #"{ "results": [ { "version": "3.1", "minimumOsVersion": "\#(system)" } ] }"#
        await bench.transport.answer(.success(DocumentResponse(status: 200, headers: [], body: Array(answer.utf8))))
        #expect(try await bench.gate(lookup: lookup).check().update?.store == state)
    }
}

@Test func `a recommendation is told, and its grace begins, once the store has what it asks for`() async throws {
    let bench = try GateBench.rules()
    let shop = ScriptedTransport()
    let lookup = try #require(StoreLookup(bundleID: "com.example.app", country: "gb", transport: shop))
    let rule = #"{ "id": "w", "when": { "app": "<4" }, "then": "recommended", "grace": "2d", "title": { "en": "t" } }"#
    func session(hours: Double, version: String, expected: [String]) async throws -> Decision {
        bench.time.set(secondsAfterSigning: hours * 3_600)
        await bench.transport.answer(try await bench.rules(rule, latest: #"{ "app": "4.0" }"#))
        let gate = try bench.gate(lookup: lookup)
        let told = Locked<[String]>([])
        let listening = Task {
            for await decision in await gate.decisions() { told.withLock { $0.append(decision.summary) } }
        }
        try await eventually("it listens") { told.withLock { $0.count } == 1 }
        async let checked = gate.check()
        try await eventually("the store is asked") { await shop.openRequests == 1 }
        // Whoever asks or listens meanwhile begins no grace either.
        #expect(await gate.decision.summary == "recommended, fetched")
        var late = await gate.decisions().makeAsyncIterator()
        #expect(await late.next()?.summary == expected.first)
        await shop.answer(store(has: version))
        let decision = await checked
        try await eventually("it is told") { told.withLock { $0 } == expected }
        listening.cancel()
        return decision
    }
    _ = try await session(hours: 0, version: "3.0.0", expected: ["available, none", "available, fetched"])
    let later = try await session(hours: 72, version: "4.0", expected: ["available, none", "recommended, fetched"])
    #expect(later.update?.due == (try GateBench.instant(hoursLater: 72 + 48)))
}

@Test func `who is no longer blocked does not wait for the store to hear it`() async throws {
    let bench = try GateBench()
    let shop = ScriptedTransport()
    let lookup = try #require(StoreLookup(bundleID: "com.example.app", country: "gb", transport: shop))
    let gate = try bench.gate(lookup: lookup)
    await bench.transport.answer(try await bench.document(minimum: "9"))
    let told = Locked<[String]>([])
    let listening = Task {
        for await decision in await gate.decisions() { told.withLock { $0.append(decision.summary) } }
    }
    await shop.answer(store(has: "9"))
    _ = await gate.check()
    try await eventually("it is blocked") { told.withLock { $0.last } == "required, fetched" }
    await bench.transport.answer(try await bench.document(minimum: "2", recommended: "9", hoursLater: 1))
    async let checked = gate.check()
    try await eventually("it runs") { told.withLock { $0.last } == "available, fetched" }
    await shop.answer(store(has: "9"))
    #expect(await checked.summary == "recommended, fetched")
    try await eventually("it is advised") { told.withLock { $0.last } == "recommended, fetched" }
    listening.cancel()
}
