import AppGate
import Classic
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

private let required =
    #"{ "id": "old", "when": { "app": "<4" }, "then": "required", "url": "https://example.com/app" }"#
private let open = #"{ "id": "old", "when": { "app": "<2" }, "then": "required" }"#

/// A recommendation that becomes required so many hours after the first document was signed.
private func recommendation(requiredAfter hours: Int) throws -> String {
    #"{ "id": "w", "when": { "app": "<4" }, "then": "recommended", "requiredFrom": "\#(try GateBench.instant(hoursLater: hours))" }"#
}

@Test func `a gate document without a signed date is refused, fetched and embedded`() async throws {
    var bench = try GateBench(profile: .body, format: .gateIOS)
    let undated = try await bench.rules(required)
    await bench.transport.answer(undated)
    let gate = try bench.gate()
    #expect(await gate.check().summary == "available, none")
    #expect(await gate.lastFailure == .verification(.unreadable(.undated)))
    bench.configuration.embedded = undated
    let other = try bench.gate()
    #expect(await other.decision.summary == "available, none")
    #expect(await other.lastFailure == .embedded(.unreadable(.undated)))
}

@Test func `GateConfiguration's store URL is not put into rules`() async throws {
    var bench = try GateBench.rules()
    bench.configuration.storeURL = URL(string: "https://apps.apple.com/app/id1")
    let rule = #"{ "id": "system", "when": { "os": "<15" }, "then": "required" }"#
    #expect(try await bench.publish(try await bench.rules(rule)).update?.url == nil)
}

// MARK: Time

@Test func `a decision goes by the time at which it is asked for`() async throws {
    let bench = try GateBench.rules()
    await bench.transport.answer(try await bench.rules(try recommendation(requiredAfter: 48)))
    let gate = try bench.gate()
    #expect(await gate.check().summary == "recommended, fetched")
    #expect(await gate.decision.asOf?.headerValue == Publisher.date)
    var changes = await gate.decisions().makeAsyncIterator()
    #expect(await changes.next()?.summary == "recommended, fetched")
    bench.setClock(hoursAfterSigning: 47.999)
    #expect(await gate.decision.summary == "recommended, fetched")
    bench.setClock(hoursAfterSigning: 48)
    #expect(await gate.decision.summary == "required, fetched")
    // Nothing is fetched again so soon; who listens is told all the same.
    #expect(await gate.enterForeground().summary == "required, fetched")
    #expect(await bench.transport.requests.count == 1)
    #expect(await changes.next()?.summary == "required, fetched")
}

@Test func `a check that fails decides by the time as well, and tells who listens`() async throws {
    let bench = try GateBench.rules()
    await bench.transport.answer(try await bench.rules(try recommendation(requiredAfter: 48)))
    let gate = try bench.gate()
    _ = await gate.check()
    var changes = await gate.decisions().makeAsyncIterator()
    _ = await changes.next()
    bench.setClock(hoursAfterSigning: 50)
    await bench.transport.answer(.failure(.timedOut))
    #expect(await gate.check().summary == "required, fetched")
    #expect(await changes.next()?.summary == "required, fetched")
}

// MARK: Maintenance and parts

@Test func `rules for a part are for those who ask for it, and hide nothing from others`() async throws {
    let bench = try GateBench.rules()
    let rules = #"""
        { "id": "tonight", "then": "maintenance", "scope": "payments" },
        { "id": "hint", "when": { "app": "<4" }, "then": "recommended" }
        """#
    await bench.transport.answer(try await bench.rules(rules))
    let gate = try bench.gate()
    #expect(await gate.check().rule == "hint")
    #expect(await gate.decision.rule == "hint")
    #expect(await gate.decision(scope: "payments").summary == "maintenance, fetched")
    #expect(await gate.decision(scope: "chat").rule == "hint")
    #expect(await gate.enterForeground(scope: "payments").rule == "tonight")
    await bench.transport.answer(.failure(.timedOut))
    #expect(await gate.check(scope: "payments").rule == "tonight")
    // What is published is for the app as a whole.
    #expect(await gate.decisions().first { _ in true }?.rule == "hint")
}

// MARK: The store

@Test func `the store is asked for what a rule recommends, and hides what it does not have`() async throws {
    let latest = #"{ "app": "3.2.0", "os": ">=14" }, { "app": "3.1.0" }"#
    let advice = #"{ "id": "a", "when": { "app": "<3.2" }, "then": "recommended" }"#
    for (rules, latest, store, expected, state) in [
        (advice, latest, "3.1.9", "available, fetched", nil),
        (advice, latest, "3.2.0", "recommended, fetched", Update.StoreState.available),
        (
            #"{ "id": "r", "when": { "app": "<3.1" }, "then": "required" }"#, latest, "3.1", "required, fetched",
            .missing
        ),
        // No target, nothing to ask for.
        (advice, nil, nil, "recommended, fetched", .unknown),
    ] as [(String, String?, String?, String, Update.StoreState?)] {
        let bench = try GateBench.rules()
        let lookup = try #require(StoreLookup(bundleID: "com.example.app", country: "gb", transport: bench.transport))
        await bench.transport.answer(try await bench.rules(rules, latest: latest))
        if let store {
            let answer = Array(#"{ "results": [ { "version": "\#(store)" } ] }"#.utf8)
            await bench.transport.answer(.success(DocumentResponse(status: 200, headers: [], body: answer)))
        }
        let gate = try bench.gate(lookup: lookup)
        #expect(await gate.check().summary == expected)
        try await eventually("the store has answered") { await gate.decision.update?.store == state }
        #expect(await bench.transport.requests.count == (store == nil ? 1 : 2))
    }
}

@Test func `a device that cannot obey is told so, without a button and without a look at the store`() async throws {
    let bench = try GateBench.rules()
    let lookup = try #require(StoreLookup(bundleID: "com.example.app", country: "gb", transport: bench.transport))
    let rule = #"{ "id": "old", "when": { "app": "<4" }, "then": "required", "url": "u", "orElse": { "en": "sorry" } }"#
    await bench.transport.answer(try await bench.rules(rule, latest: #"{ "app": "4.0", "os": ">=15" }"#))
    let update = await (try bench.gate(lookup: lookup)).check().update
    #expect(update?.isObtainable == false)
    #expect(update?.url == nil)
    #expect(update?.description?.text == "sorry")
    #expect(await bench.transport.requests.count == 1)
}

// MARK: What cannot be compared

@Test func `a rule that compares what the device does not report is said to`() async throws {
    for (rule, version, failure) in [
        (open, "beta", .version("beta")),
        (#"{ "id": "b", "when": { "build": "<3" }, "then": "required" }"#, "3", .build(nil)),
        (#"{ "id": "c", "when": { "os": "<3", "channel": "beta" }, "then": "required" }"#, "beta", nil),
        (#"{ "id": "d", "when": { "build": "<3" }, "then": "optional" }"#, "3", nil),
    ] as [(String, String, UnreadableApp?)] {
        let bench = try GateBench.rules()
        await bench.transport.answer(try await bench.rules(rule))
        let gate = try bench.gate(app: version)
        #expect(await gate.check().summary == "available, fetched")
        #expect(await gate.lastFailure == failure.map { .unreadableApp($0) })
    }
}
