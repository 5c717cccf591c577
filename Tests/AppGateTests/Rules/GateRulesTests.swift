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

@Test(arguments: [Envelope.headers, .jws])
func `a gate document decides, and airplane mode does not lift a block`(envelope: Envelope) async throws {
    let bench = try GateBench.rules(envelope: envelope)
    let decision = try await bench.publish(try await bench.rules(required))
    #expect(decision.summary == "required, fetched")
    #expect(decision.rule == "old")
    #expect(decision.update?.url == "https://example.com/app")
    #expect(decision.asOf?.headerValue == Publisher.date)
    #expect(try await bench.offline().summary == "required, stored")
    #expect(try await bench.publish(try await bench.rules(open, hoursLater: 1)).summary == "available, fetched")
}

@Test func `with allow the rules do not decide while nothing can be fetched`() async throws {
    var bench = try GateBench.rules()
    bench.configuration.whenUnreachable = .allow
    _ = try await bench.publish(try await bench.rules(required))
    #expect(try await bench.offline().summary == "available, none")
}

@Test func `an older gate document is refused, and one of another number or platform leaves the last one`() async throws
{
    let bench = try GateBench.rules()
    _ = try await bench.publish(try await bench.rules(required, hoursLater: 2))
    let bodies = [
        #"{ "gate": 2, "platform": "ios", "rules": [] }"#, #"{ "gate": 1, "platform": "android", "rules": [] }"#,
        #"{ "gate": 1, "platform": "ios" }"#,
    ]
    for body in bodies {
        await bench.transport.answer(
            Download(
                body: Array(body.utf8),
                headers: try await bench.publisher.download(
                    .dated, body: Array(body.utf8), date: GateBench.date(hoursLater: 3)
                ).headers))
        let gate = try bench.gate()
        #expect(await gate.check().summary == "required, stored")
        guard case .verification = await gate.lastFailure else {
            Issue.record("\(body) was not refused")
            continue
        }
    }
    await bench.transport.answer(try await bench.rules(open, hoursLater: 1))
    let gate = try bench.gate()
    #expect(await gate.check().summary == "required, stored")
    guard case .verification(.rollback(.date)) = await gate.lastFailure else {
        return #expect(Bool(false), "the older document was not refused")
    }
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

@Test func `a clock far ahead blocks nobody, until a document says that the time has come`() async throws {
    let bench = try GateBench.rules()
    let rule = try recommendation(requiredAfter: 8 * 24)
    bench.setClock(hoursAfterSigning: 24 * 365)
    #expect(try await bench.publish(try await bench.rules(rule)).summary == "recommended, fetched")
    #expect(try await bench.offline().summary == "recommended, stored")
    let later = try await bench.rules(rule, hoursLater: 8 * 24)
    #expect(try await bench.publish(later).summary == "required, fetched")
}

@Test func `a block with an end ends by the clock`() async throws {
    let bench = try GateBench.rules()
    let end = try GateBench.instant(hoursLater: 10 * 24)
    let rule = #"{ "id": "r", "when": { "until": "\#(end)" }, "then": "required" }"#
    #expect(try await bench.publish(try await bench.rules(rule)).summary == "required, fetched")
    bench.setClock(hoursAfterSigning: 10 * 24 - 1)
    #expect(try await bench.offline().summary == "required, stored")
    for hours in [10 * 24, 365 * 24] as [Double] {
        bench.setClock(hoursAfterSigning: hours)
        #expect(try await bench.offline().summary == "available, stored")
        #expect(try await bench.publish(try await bench.rules(rule)).summary == "available, fetched")
    }
}

@Test func `maintenance of long ago closes no new installation`() async throws {
    let rule = #"{ "id": "m", "then": "maintenance" }"#
    for (hours, summary) in [(7 * 24, "maintenance, fetched"), (7 * 24 + 1, "available, fetched")] {
        let bench = try GateBench.rules()
        bench.setClock(hoursAfterSigning: Double(hours))
        #expect(try await bench.publish(try await bench.rules(rule)).summary == summary)
    }
}

@Test func `a clock that is set back wins nothing`() async throws {
    let bench = try GateBench.rules()
    bench.setClock(hoursAfterSigning: 50)
    let document = try await bench.rules(try recommendation(requiredAfter: 48), hoursLater: 49)
    #expect(try await bench.publish(document).summary == "required, fetched")
    for hours in [0, -8_760, -525_600] as [Double] {
        bench.setClock(hoursAfterSigning: hours)
        #expect(try await bench.offline().summary == "required, stored")
    }
}

@Test func `a document beyond its maximum age blocks nobody anew, as it arrives and as time passes`() async throws {
    let bench = try GateBench.rules(maximumAge: 36 * 3_600)
    let rule = try recommendation(requiredAfter: 48)
    bench.setClock(hoursAfterSigning: 10)
    await bench.transport.answer(try await bench.rules(rule))
    let gate = try bench.gate()
    #expect(await gate.check().summary == "recommended, fetched")
    bench.setClock(hoursAfterSigning: 60)
    #expect(await gate.decision.summary == "recommended, fetched")
    #expect(try await bench.offline().summary == "recommended, stored")
    await bench.transport.answer(try await bench.rules(required, hoursLater: 1))
    #expect(await gate.check().summary == "recommended, fetched")
    #expect(
        await gate.lastFailure
            == .verification(.frozen(try #require(SignedDate(headerValue: GateBench.date(hoursLater: 1))))))
    // Nor a part of the app.
    let part = #"{ "id": "p", "then": "maintenance", "scope": "payments" }"#
    await bench.transport.answer(try await bench.rules(part, hoursLater: 2))
    #expect(await gate.check(scope: "payments").summary == "recommended, fetched")
    await bench.transport.answer(try await bench.rules(rule, hoursLater: 50))
    #expect(await gate.check().summary == "required, fetched")
}

// MARK: Maintenance and parts

@Test func `maintenance is told from a document fetched in this session, with its language`() async throws {
    let bench = try GateBench.rules()
    let rule = #"{ "id": "m", "then": "maintenance", "title": { "en": "Closed" }, "message": { "en": "Back soon" } }"#
    let decision = try await bench.publish(try await bench.rules(rule))
    guard case .maintenance(let notice) = decision.outcome else { return #expect(Bool(false), "\(decision)") }
    #expect(notice.title?.text == "Closed")
    #expect(notice.message == "Back soon")
    #expect(notice.language?.rawValue == "en")
    #expect(decision.rule == "m")
    #expect(try await bench.offline().summary == "available, stored")
}

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
