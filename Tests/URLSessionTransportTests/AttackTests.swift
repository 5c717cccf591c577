import AppGate
import Classic
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

@Test(.prompt, .peers(.python3)) func `a replayed older document`() async throws {
    let victim = try await Victim()
    try victim.serve(try await victim.document(minimum: "2", hoursLater: -1))
    try await victim.expectUnmoved(by: .rollback(.date(try .hours(-1), stored: try .hours(0))))
    try await victim.expectNotPoisoned()
}

@Test(.prompt, .peers(.python3)) func `another document with the date of the stored one`() async throws {
    let victim = try await Victim()
    try victim.serve(try await victim.document(minimum: "2"))
    try await victim.expectUnmoved(by: .rollback(.body(try .hours(0))))
    try await victim.expectNotPoisoned()
}

@Test(.prompt, .peers(.python3)) func `a frozen document`() async throws {
    // One that would block a device which never saw it, and is served again when it is long out of date.
    var victim = try await Victim()
    victim.configuration.maximumAge = 36 * 3_600
    victim.hoursPassed = 100
    try FileManager.default.removeItem(at: victim.store)
    let gate = try victim.gate()
    #expect(await gate.check() == Decision(.available, source: .none, asOf: nil))
    #expect(await gate.lastFailure == .verification(.frozen(try .hours(0))))
    // Who is blocked stays blocked by it, and its date says how old it is.
    victim.hoursPassed = 1
    _ = try await victim.gate().check()
    victim.hoursPassed = 100
    let decision = try await victim.gate().check()
    #expect(decision.isBlocked)
    #expect(try decision.asOf == .hours(0))
}

@Test(.prompt, .peers(.python3)) func `swapped platforms`() async throws {
    let victim = try await Victim()
    let android = Array(Bodies.availabilityAndroid.utf8)
    try victim.serve(
        try await victim.publisher.download(.dated, body: android, date: try Publisher.date(hoursLater: 1)))
    try await victim.expectUnmoved(by: .otherDocument(.format(expected: .availabilityIOS, found: .availabilityAndroid)))
    try await victim.expectNotPoisoned()
}

@Test(.prompt, .peers(.python3)) func `swapped environments`() async throws {
    let (production, staging) = (try Publisher(), try Publisher("staging"))
    let ring = [try production.trusted(), try staging.trusted(in: "staging")]
    let victim = try await Victim(by: production, ring: ring)
    try victim.serve(try await victim.document(minimum: "2", hoursLater: 1, by: staging))
    let environment = try #require(EnvironmentName("staging"))
    try await victim.expectUnmoved(by: .otherDocument(.key(staging.id, of: environment)))
    try await victim.expectNotPoisoned()
}

@Test(.prompt, .peers(.python3), arguments: [SignatureHeader.name, SignatureHeader.dateName])
func `a stripped header`(name: String) async throws {
    let victim = try await Victim()
    let document = try await victim.document(minimum: "2", hoursLater: 1)
    try victim.serve(Download(body: document.body, headers: document.headers.filter { !$0.isNamed(name) }))
    try await victim.expectUnmoved(by: .malformed(name == SignatureHeader.name ? .missingSignature : .missingDate))
    try await victim.expectNotPoisoned()
}

@Test(.prompt, .peers(.python3)) func `two headers`() async throws {
    let victim = try await Victim()
    let (honest, forged) = (try await victim.document(minimum: "4"), try await victim.document(minimum: "2"))
    let signatures = honest.headers + forged.headers
    let newer = try await victim.document(minimum: "2", hoursLater: 1)
    let spelled = newer.headers.map { HeaderField(unchecked: $0.name.uppercased(), value: $0.value) }
    let garbage = HeaderField(unchecked: SignatureHeader.name.uppercased(), value: "none")
    for (body, headers) in [
        (Array("{}".utf8), signatures), (Array("{}".utf8), signatures.reversed()),
        // Not even an honest document, when its headers are there twice: one reader may count the first, another the
        // last.
        (newer.body, newer.headers + honest.headers), (newer.body, honest.headers + newer.headers),
        (newer.body, newer.headers + newer.headers), (newer.body, newer.headers + spelled),
        (newer.body, [garbage] + newer.headers), (newer.body, newer.headers + [garbage]),
    ] {
        try victim.serve(Download(body: body, headers: headers))
        try await victim.expectUnmoved { failure in
            switch failure {
            case .verification(.malformed), .verification(.badSignature), .verification(.tooLarge(.metadata)): true
            default: false
            }
        }
    }
    try await victim.expectNotPoisoned()
}

@Test(.prompt, .peers(.python3)) func `a stolen retired key`() async throws {
    let (old, new) = (try Publisher("old"), try Publisher("new"))
    let victim = try await Victim(by: new, ring: [try old.trusted(), try new.trusted()])
    try victim.serve(try await victim.document(minimum: "2", hoursLater: 1, by: old))
    try await victim.expectUnmoved(by: .rollback(.key(old.id, stored: new.id)))
    try await victim.expectNotPoisoned()
}

@Test(.prompt, .peers(.python3)) func `a key that is not on the ring, under the id of one that is`() async throws {
    let victim = try await Victim()
    try victim.serve(try await victim.document(minimum: "2", hoursLater: 1, by: try Publisher()))
    try await victim.expectUnmoved(by: .badSignature(victim.publisher.id))
    try victim.serve(try await victim.document(minimum: "2", hoursLater: 1, by: try Publisher("stranger")))
    try await victim.expectUnmoved(by: .unknownKey(try #require(KeyID("stranger"))))
    try await victim.expectNotPoisoned()
}

@Test(.prompt, .peers(.python3)) func `a downgraded profile`() async throws {
    let victim = try await Victim()
    let body = try await victim.document(minimum: "2").body
    let download = try await victim.publisher.download(.body, body: body)
    try victim.serve(download)
    try await victim.expectUnmoved(by: .malformed(.missingDate))
    try victim.serve(download, more: ["\(SignatureHeader.dateName): \(try Publisher.date(hoursLater: 1))"])
    try await victim.expectUnmoved(by: .badSignature(victim.publisher.id))
    try await victim.expectNotPoisoned()
}

@Test(.prompt, .peers(.python3)) func `a forged cache on disk`() async throws {
    let victim = try await Victim()
    let honest = try victim.folder.text("manifest")
    let forged = honest.replacingOccurrences(of: "\"4\"", with: "\"2\"")
    #expect(forged != honest)
    try victim.folder.write("manifest", forged)
    try victim.server.answer(Victim.path, with: RawHTTPServer.Answer(status: 503))
    // As good as none: nothing is known, and what is fetched next counts.
    #expect(try await victim.gate().check() == Decision(.available, source: .none, asOf: nil))
    try victim.serve(try await victim.document(minimum: "4"))
    #expect(try await victim.gate().check().isBlocked)
}

@Test(.prompt, .peers(.python3)) func `a poisoned future date`() async throws {
    let victim = try await Victim()
    try victim.serve(try await victim.document(minimum: "2", hoursLater: 26))
    try await victim.expectUnmoved(by: .aheadOfClock(try .hours(26)))
    try victim.serve(try await victim.document(minimum: "2", hoursLater: 24 * 365 * 50))
    try await victim.expectUnmoved(by: .aheadOfClock(try .hours(24 * 365 * 50)))
    try await victim.expectNotPoisoned()
}

@Test(.prompt, .peers(.python3)) func `a clock that is set back`() async throws {
    var victim = try await Victim()
    // Everything honest is from the future now: what is stored stands.
    victim.hoursPassed = -24 * 365 * 10
    try victim.serve(try await victim.document(minimum: "2", hoursLater: 1))
    try await victim.expectUnmoved(by: .aheadOfClock(try .hours(1)))
    victim.hoursPassed = 1
    try await victim.expectNotPoisoned()
}

@Test(.prompt, .peers(.python3)) func `a clock that is set forward`() async throws {
    var victim = try await Victim()
    victim.configuration.maximumAge = 36 * 3_600
    victim.hoursPassed = 24 * 365 * 10
    try victim.server.answer(Victim.path, with: RawHTTPServer.Answer(status: 503))
    try await victim.expectUnmoved { $0 == .status(503) }
    // A document from the past, as it seems, blocks nobody anew and goes on blocking.
    try victim.serve(try await victim.document(minimum: "5", hoursLater: 1))
    let decision = try await victim.gate().check()
    #expect(decision.isBlocked)
    #expect(decision.asOf == (try .hours(1)))
    // Nothing was stored that the right clock would not have.
    victim.hoursPassed = 2
    try victim.serve(try await victim.document(minimum: "2", hoursLater: 2))
    #expect(try await victim.gate().check().outcome == .available)
}
