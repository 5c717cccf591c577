import AppGate
import Foundation
import ManifestFormat
import ManifestVerifier
import TestPublisher
import TestSupport
import Testing

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
    guard case .verification(.signedBeforeStored) = await gate.lastFailure else {
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
    #expect(await gate.lastFailure == .embedded(.badSignature(bench.publisher.id)))
}

// MARK: Freeze

@Test func `a document older than the maximum age blocks nobody who is not blocked`() async throws {
    var bench = try GateBench()
    bench.configuration.maximumAge = .seconds(36 * 3_600)
    await bench.transport.answer(try await bench.document(minimum: "2"))
    let gate = try bench.gate()
    #expect(await gate.check().summary == "available, fetched")

    bench.time.advance(hours: 40)
    let frozen = try await bench.document(minimum: "4", hoursLater: 1)
    await bench.transport.answer(frozen)
    #expect(await gate.check().summary == "available, fetched")
    let date = try #require(SignedDate(headerValue: try GateBench.date(hoursLater: 1)))
    #expect(await gate.lastFailure == .frozen(date))
    await bench.transport.answer(frozen)
    let next = try bench.gate()
    #expect(await next.check().summary == "available, stored")

    // At the maximum age to the second it still may.
    await bench.transport.answer(try await bench.document(minimum: "4", hoursLater: 5))
    #expect(await next.check().summary == "required, fetched")
}

@Test func `a document older than the maximum age may lift a block and may recommend`() async throws {
    var bench = try GateBench()
    bench.configuration.maximumAge = .seconds(36 * 3_600)
    await bench.transport.answer(try await bench.document(minimum: "4"))
    let gate = try bench.gate()
    #expect(await gate.check().summary == "required, fetched")
    bench.time.advance(hours: 1_000)
    #expect(await gate.decision.isBlocked, "what blocked when it was fresh goes on blocking")
    #expect(try await bench.gate().decisions().first { _ in true }?.summary == "required, stored")
    await bench.transport.answer(try await bench.document(minimum: "5", hoursLater: 1))
    #expect(await gate.check().summary == "required, fetched", "who is blocked stays blocked")
    await bench.transport.answer(try await bench.document(minimum: "2", recommended: "9", hoursLater: 2))
    let decision = await gate.check()
    #expect(decision.summary == "recommended, fetched")
    #expect(decision.asOf?.headerValue == (try GateBench.date(hoursLater: 2)))
}

@Test func `an embedded document older than the maximum age blocks nobody, and is the floor all the same`() async throws
{
    var bench = try GateBench()
    bench.configuration.maximumAge = .seconds(36 * 3_600)
    bench.configuration.embedded = try await bench.document(minimum: "4", hoursLater: 1)
    bench.time.advance(hours: 1_000)
    await bench.transport.answer(try await bench.document(minimum: "2"))
    let gate = try bench.gate()
    #expect(await gate.check().summary == "available, none")
    guard case .verification(.signedBeforeStored) = await gate.lastFailure else {
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
        keyRing: keys, environment: expected.environment, format: expected.format, profile: .dated)
    await bench.transport.answer(try await bench.document(minimum: "4", by: new))
    _ = try await bench.gate().check()
    await bench.transport.answer(try await bench.document(minimum: "2", hoursLater: 1))
    let gate = try bench.gate()
    #expect(await gate.check().summary == "required, stored")
    #expect(
        await gate.lastFailure == .verification(.keyOlderThanStored(bench.publisher.id, stored: new.id)))
}

@Test func `what is stored counts as none once its key is revoked`() async throws {
    var bench = try GateBench()
    await bench.transport.answer(try await bench.document(minimum: "4"))
    _ = try await bench.gate().check()
    let new = try Publisher("new")
    let keys = try #require(TrustedKeys([try bench.publisher.trusted(isRevoked: true), try new.trusted()]))
    let expected = bench.configuration.verifier
    bench.configuration.verifier = Verifier(
        keyRing: keys, environment: expected.environment, format: expected.format, profile: .dated)
    #expect(try await bench.gate().decisions().first { _ in true }?.summary == "available, none")
}

// MARK: In the middle of a session

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
    #expect(decision.outcome == .maintenance(message: "closed"))
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
        let gate = try bench.gate(store: ManifestStore(file: URL(fileURLWithPath: bench.folder.path("\(number)"))))
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
    await gate.cancel()
    try await eventually("and no other") { await gate.lastFailure == .transport(.cancelled) }
    #expect(await bench.transport.requests.count == 2)
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

// MARK: The store

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
        #expect(decision.update?.store == state)
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
    bench.clock.advance(by: .seconds(3))
    #expect(await decision.summary == "required, fetched")
    await gate.cancel()
}

@Test func `only a bundle identifier and a country are looked up`() {
    let transport = ScriptedTransport()
    for (bundle, country) in [("", "gb"), ("com.example&x=y", "gb"), ("com.example", "g"), ("com.example", "g&")] {
        #expect(StoreLookup(bundleID: bundle, country: country, transport: transport) == nil)
    }
}
