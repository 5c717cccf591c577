import Foundation
import ManifestVerifier
import Testing
import TestPublisher

/// Dates a second, an hour and days around the one that is stored.
private enum Dates {
    static let before = "Mon, 03 Aug 2020 22:59:34 UTC"
    static let stored = Publisher.date
    static let after = "Mon, 03 Aug 2020 22:59:36 UTC"
}

private let otherBody = Array("{\"value\": \"14\"}\n".utf8)

@Test(arguments: [Double.nan, -.infinity])
func `a clock that shows no time is before every date`(time: Double) async throws {
    let publisher = try Publisher()
    let date = try #require(SignedDate(headerValue: Publisher.date))
    let refusal = try publisher.verifier(.dated).refusal(
        of: try await publisher.download(.dated), now: Date(timeIntervalSince1970: time))
    #expect(refusal == .aheadOfClock(date))
}

@Test func `what was kept stands whatever the clock says`() async throws {
    let publisher = try Publisher()
    let verifier = try publisher.verifier(.dated)
    let stored = try verifier.verify(kept: try await publisher.download(.dated, date: "Fri, 31 Dec 9999 23:59:59 UTC"))
    #expect(stored.date?.headerValue == "Fri, 31 Dec 9999 23:59:59 UTC")
}

@Test func `what was kept is verified again, and not before what the app embeds`() async throws {
    let publisher = try Publisher()
    let verifier = try publisher.verifier(.dated)
    let embedded = try verifier.verify(kept: try await publisher.download(.dated))
    let older = try await publisher.download(.dated, date: Dates.before)
    let newer = try await publisher.download(.dated, date: Dates.after)
    #expect(throws: VerificationError.self) { try verifier.verify(kept: older, notBefore: embedded) }
    #expect(try verifier.verify(kept: newer, notBefore: embedded).body == Publisher.body)
    #expect(throws: VerificationError.badSignature(publisher.id)) {
        try verifier.verify(kept: newer.with(body: otherBody))
    }
}

@Test(arguments: SignatureProfile.allCases)
func `what was stored under an older key does not outrank what the app embeds under a newer one`(
    profile: SignatureProfile
) async throws {
    let (old, new) = (try Publisher("old"), try Publisher("new"))
    let verifier = try Verifier.knowing([old.trusted(), new.trusted()], profile)
    let embedded = try verifier.verify(kept: try await new.download(profile))
    let stored = try await old.download(profile, body: otherBody, date: Dates.after)
    #expect(throws: VerificationError.rollback(.key(old.id, stored: new.id))) {
        try verifier.verify(kept: stored, notBefore: embedded)
    }
    #expect(try verifier.verify(kept: stored).body == otherBody)
}

@Test func `dates count when the key of the stored document has left the ring`() async throws {
    let (gone, new) = (try Publisher("gone"), try Publisher("new"))
    let stored = try Verifier.knowing([gone.trusted(), new.trusted()], .dated).verify(try await gone.download(.dated))
    let verifier = try Verifier.knowing([new.trusted()], .dated)
    let (before, at) = (try #require(SignedDate(headerValue: Dates.before)), try #require(stored.date))
    let older = try await new.download(.dated, date: Dates.before)
    #expect(verifier.refusal(of: older, stored: stored) == .rollback(.date(before, stored: at)))
    #expect(verifier.refusal(of: try await new.download(.dated, date: Dates.after), stored: stored) == nil)
}

@Test func `a key that is not on the ring is neither older nor newer`() throws {
    let (first, second) = (try Publisher("first"), try Publisher("second"))
    let ring = try #require(TrustedKeys([try first.trusted(), try second.trusted()]))
    let stranger = try #require(KeyID("stranger"))
    #expect(ring.isOlder(first.id, than: second.id))
    for (a, b) in [
        (second.id, first.id), (first.id, first.id), (stranger, first.id), (first.id, stranger), (stranger, stranger),
    ] {
        #expect(!ring.isOlder(a, than: b), "\(a), \(b)")
    }
}
