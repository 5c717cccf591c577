import AppGate
import Foundation
import ManifestFormat
import ManifestVerifier
import TestPublisher
import TestSupport
import Testing
import URLSessionTransport

/// An app that has seen a document which blocks it, and an attacker who owns its network.
///
/// Every attack must leave the app blocked, with the reason known, and its store as it was.
private struct Victim {
    static let path = "/distribution/availability-ios"

    let server: RawHTTPServer
    let publisher: Publisher
    let folder: TemporaryFolder
    var configuration: GateConfiguration
    var hoursPassed = 1.0

    init(by signer: Publisher? = nil, ring: [TrustedKey]? = nil) async throws {
        server = try RawHTTPServer()
        publisher = try signer ?? Publisher()
        folder = try TemporaryFolder()
        let keys = try ring ?? [publisher.trusted()]
        let verifier = Verifier(
            keyRing: try #require(TrustedKeys(keys)), environment: try #require(EnvironmentName("production")),
            format: .availabilityIOS, profile: .dated)
        configuration = GateConfiguration(url: try server.url(Self.path), verifier: verifier)
        configuration.retry = RetryPolicy(attempts: 1)
        configuration.checkTimeLimit = .seconds(600)
        configuration.requestTimeLimit = .seconds(600)
        try serve(try await document(minimum: "4"))
        let gate = try gate()
        #expect(try await gate.check().outcome == blocked.outcome)
        #expect(await gate.lastFailure == nil)
    }

    var store: URL { URL(fileURLWithPath: folder.path("manifest")) }

    /// A new session.
    func gate() throws -> Gate {
        let device = Device(
            system: .ios(try #require(NumericVersion("14"))), version: NumericVersion("3.0.0"), build: nil,
            languages: ["en"])
        let now = Publisher.now + hoursPassed * 3_600
        return Gate(
            configuration, device: device, transport: SessionTransport(), store: ManifestStore(file: store),
            now: { now })
    }

    /// A document as the publisher signs it.
    func document(minimum: String, hoursLater hours: Int = 0, by signer: Publisher? = nil) async throws -> Download {
        let body = Array(
            #"""
            { "minimumOSVersion": { "value": "13", "description": { "en": "system" } },
              "minimumAppVersion": { "value": "\#(minimum)", "description": { "en": "app" } } }
            """#.utf8)
        return try await (signer ?? publisher).download(.dated, body: body, date: Self.date(hours))
    }

    static func date(_ hours: Int) throws -> String {
        let first = try #require(SignedDate(headerValue: Publisher.date))
        return try #require(SignedDate(secondsSince1970: first.secondsSince1970 + Int64(hours) * 3_600)).headerValue
    }

    /// What the victim was told before the attack.
    var blocked: Decision {
        get throws {
            let text = try #require(LanguageTag("en"))
            let update = Update(
                subject: .app(.version(try #require(NumericVersion("4")))),
                description: ChosenText(text: "app", language: text))
            return Decision(.required(update), source: .stored, asOf: SignedDate(headerValue: Publisher.date))
        }
    }

    func serve(_ download: Download, status: Int = 200, more: [String] = []) throws {
        let lines = download.headers.map { "\($0.name): \($0.value)" }
        try server.answer(
            Self.path, with: RawHTTPServer.Answer(status: status, headers: lines + more, body: download.body))
    }

    /// A session under attack, of which nothing may come.
    func expectUnmoved(
        sourceLocation: SourceLocation = #_sourceLocation, _ isReason: (CheckFailure?) -> Bool
    ) async throws {
        let before = try folder.read("manifest")
        let gate = try gate()
        #expect(await gate.check() == (try blocked), sourceLocation: sourceLocation)
        let failure = await gate.lastFailure
        #expect(isReason(failure), "the reason was \(String(describing: failure))", sourceLocation: sourceLocation)
        #expect(try folder.read("manifest") == before, sourceLocation: sourceLocation)
    }

    func expectUnmoved(
        sourceLocation: SourceLocation = #_sourceLocation, by reason: VerificationError
    ) async throws {
        try await expectUnmoved(sourceLocation: sourceLocation) { $0 == .verification(reason) }
    }

    /// The honest document that lifts the block still arrives.
    func expectNotPoisoned(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try serve(try await document(minimum: "2", hoursLater: 1))
        let decision = try await gate().check()
        #expect(decision.outcome == .available && decision.source == .fetched, sourceLocation: sourceLocation)
    }
}

extension SignedDate {
    fileprivate static func hours(_ hours: Int) throws -> SignedDate {
        try #require(SignedDate(headerValue: Victim.date(hours)))
    }
}

@Test(.peers(.python3)) func `a replayed older document`() async throws {
    let victim = try await Victim()
    try victim.serve(try await victim.document(minimum: "2", hoursLater: -1))
    try await victim.expectUnmoved(by: .signedBeforeStored(try .hours(-1), stored: try .hours(0)))
    try await victim.expectNotPoisoned()
}

@Test(.peers(.python3)) func `another document with the date of the stored one`() async throws {
    let victim = try await Victim()
    try victim.serve(try await victim.document(minimum: "2"))
    try await victim.expectUnmoved(by: .anotherBodyOfSameDate(try .hours(0)))
    try await victim.expectNotPoisoned()
}

@Test(.peers(.python3)) func `a frozen document`() async throws {
    // One that would block a device which never saw it, and is served again when it is long out of date.
    var victim = try await Victim()
    victim.configuration.maximumAge = .seconds(36 * 3_600)
    victim.hoursPassed = 100
    try FileManager.default.removeItem(at: victim.store)
    let gate = try victim.gate()
    #expect(await gate.check() == Decision(.available, source: .none, asOf: nil))
    #expect(await gate.lastFailure == .frozen(try .hours(0)))
    // Who is blocked stays blocked by it, and its date says how old it is.
    victim.hoursPassed = 1
    _ = try await victim.gate().check()
    victim.hoursPassed = 100
    let decision = try await victim.gate().check()
    #expect(decision.isBlocked)
    #expect(try decision.asOf == .hours(0))
}

@Test(.peers(.python3)) func `swapped platforms`() async throws {
    let victim = try await Victim()
    let android = Array(Bodies.availabilityAndroid.utf8)
    try victim.serve(try await victim.publisher.download(.dated, body: android, date: try Victim.date(1)))
    try await victim.expectUnmoved(by: .wrongKind(expected: .availabilityIOS, found: .availabilityAndroid))
    try await victim.expectNotPoisoned()
}

@Test(.peers(.python3)) func `swapped environments`() async throws {
    let (production, staging) = (try Publisher(), try Publisher("staging"))
    let ring = [try production.trusted(), try staging.trusted(in: "staging")]
    let victim = try await Victim(by: production, ring: ring)
    try victim.serve(try await victim.document(minimum: "2", hoursLater: 1, by: staging))
    let environment = try #require(EnvironmentName("staging"))
    try await victim.expectUnmoved(by: .keyOfAnotherEnvironment(staging.id, environment))
    try await victim.expectNotPoisoned()
}

@Test(.peers(.python3), arguments: [SignatureHeader.name, SignatureHeader.dateName])
func `a stripped header`(name: String) async throws {
    let victim = try await Victim()
    let document = try await victim.document(minimum: "2", hoursLater: 1)
    try victim.serve(Download(body: document.body, headers: document.headers.filter { !$0.isNamed(name) }))
    try await victim.expectUnmoved(by: .missingHeader(name))
    try await victim.expectNotPoisoned()
}

@Test(.peers(.python3)) func `two headers`() async throws {
    let victim = try await Victim()
    let (honest, forged) = (try await victim.document(minimum: "4"), try await victim.document(minimum: "2"))
    let signatures = honest.headers + forged.headers
    let newer = try await victim.document(minimum: "2", hoursLater: 1)
    let spelled = newer.headers.map { HeaderField(name: $0.name.uppercased(), value: $0.value) }
    let garbage = HeaderField(name: SignatureHeader.name.uppercased(), value: "none")
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
            case .verification(.malformedHeader), .verification(.malformedDate), .verification(.badSignature),
                .verification(.repeatedHeader), .verification(.metadataTooLarge):
                true
            default: false
            }
        }
    }
    try await victim.expectNotPoisoned()
}

@Test(.peers(.python3)) func `a stolen retired key`() async throws {
    let (old, new) = (try Publisher("old"), try Publisher("new"))
    let victim = try await Victim(by: new, ring: [try old.trusted(), try new.trusted()])
    try victim.serve(try await victim.document(minimum: "2", hoursLater: 1, by: old))
    try await victim.expectUnmoved(by: .keyOlderThanStored(old.id, stored: new.id))
    try await victim.expectNotPoisoned()
}

@Test(.peers(.python3)) func `a key that is not on the ring, under the id of one that is`() async throws {
    let victim = try await Victim()
    try victim.serve(try await victim.document(minimum: "2", hoursLater: 1, by: try Publisher()))
    try await victim.expectUnmoved(by: .badSignature(victim.publisher.id))
    try victim.serve(try await victim.document(minimum: "2", hoursLater: 1, by: try Publisher("stranger")))
    try await victim.expectUnmoved(by: .unknownKey(try #require(KeyID("stranger"))))
    try await victim.expectNotPoisoned()
}

@Test(.peers(.python3)) func `a downgraded profile`() async throws {
    let victim = try await Victim()
    let body = try await victim.document(minimum: "2").body
    let download = try await victim.publisher.download(.body, body: body)
    try victim.serve(download)
    try await victim.expectUnmoved(by: .missingHeader(SignatureHeader.dateName))
    try victim.serve(download, more: ["\(SignatureHeader.dateName): \(try Victim.date(1))"])
    try await victim.expectUnmoved(by: .badSignature(victim.publisher.id))
    try await victim.expectNotPoisoned()
}

@Test(.peers(.python3)) func `a forged cache on disk`() async throws {
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

@Test(.peers(.python3)) func `a poisoned future date`() async throws {
    let victim = try await Victim()
    try victim.serve(try await victim.document(minimum: "2", hoursLater: 26))
    try await victim.expectUnmoved(by: .signedInFuture(try .hours(26)))
    try victim.serve(try await victim.document(minimum: "2", hoursLater: 24 * 365 * 50))
    try await victim.expectUnmoved(by: .signedInFuture(try .hours(24 * 365 * 50)))
    try await victim.expectNotPoisoned()
}

@Test(.peers(.python3)) func `an oversized body`() async throws {
    let victim = try await Victim()
    let body = [UInt8](repeating: 0x20, count: Limits.manifestBytes + 1)
    try victim.serve(try await victim.publisher.download(.dated, body: body, date: try Victim.date(1)))
    try await victim.expectUnmoved { $0 == .transport(.bodyTooLarge(limit: Limits.manifestBytes)) }
    var endless = RawHTTPServer.Answer(
        bytes: RawHTTPServer.Answer.head(headers: []) + [UInt8](repeating: 0x20, count: 1 << 16))
    endless.isEndless = true
    try victim.server.answer(Victim.path, with: endless)
    try await victim.expectUnmoved { $0 == .transport(.bodyTooLarge(limit: Limits.manifestBytes)) }
    try await victim.expectNotPoisoned()
}

@Test(.peers(.python3)) func `a slow body, one byte a second`() async throws {
    var victim = try await Victim()
    let document = try await victim.document(minimum: "2", hoursLater: 1)
    let lines = document.headers.map { "\($0.name): \($0.value)" }
    var slow = RawHTTPServer.Answer(headers: lines, body: document.body)
    slow.pause = 1
    try victim.server.answer(Victim.path, with: slow)
    victim.configuration.requestTimeLimit = .milliseconds(1_500)
    try await victim.expectUnmoved { $0 == .transport(.timedOut) }
    victim.configuration.requestTimeLimit = .seconds(600)
    try await victim.expectNotPoisoned()
}

@Test(.peers(.python3)) func `a slow body does not hold up the start`() async throws {
    var victim = try await Victim()
    var slow = RawHTTPServer.Answer(body: [UInt8](repeating: 0x20, count: 1_000))
    slow.pause = 1
    try victim.server.answer(Victim.path, with: slow)
    victim.configuration.checkTimeLimit = .milliseconds(300)
    let gate = try victim.gate()
    #expect(await gate.check() == (try victim.blocked))
    #expect(await gate.lastFailure == nil, "the fetch goes on")
    await gate.cancel()
}

@Test(.peers(.python3)) func `a redirect to another host`() async throws {
    let victim = try await Victim()
    let attacker = try RawHTTPServer()
    let document = try await victim.document(minimum: "2", hoursLater: 1)
    let lines = document.headers.map { "\($0.name): \($0.value)" }
    try attacker.answer(Victim.path, with: RawHTTPServer.Answer(headers: lines, body: document.body))
    let elsewhere = attacker.origin.replacingOccurrences(of: "127.0.0.1", with: "localhost") + Victim.path
    try victim.server.answer(
        Victim.path, with: RawHTTPServer.Answer(status: 302, headers: ["Location: \(elsewhere)"] + lines))
    try await victim.expectUnmoved { $0 == .transport(.redirected(to: elsewhere)) }
    #expect(try attacker.requests().isEmpty)
    try await victim.expectNotPoisoned()
}

@Test(.peers(.python3)) func `a captive portal that answers everything with 200 and a page`() async throws {
    let victim = try await Victim()
    let page = Array("<!DOCTYPE html><title>Welcome to our Wi-Fi</title>".utf8)
    try victim.server.answer(
        Victim.path, with: RawHTTPServer.Answer(headers: ["Content-Type: text/html"], body: page))
    try await victim.expectUnmoved(by: .missingHeader(SignatureHeader.name))
    try await victim.expectNotPoisoned()
}

@Test(.peers(.python3)) func `a compressed body and a bomb`() async throws {
    let victim = try await Victim()
    let document = try await victim.document(minimum: "2", hoursLater: 1)
    try victim.folder.write("body", document.body)
    // 64 MB of zeros in 64 kB.
    try victim.folder.write("bomb", [UInt8](repeating: 0, count: 64 << 20))
    for name in ["body", "bomb"] {
        try check(
            "python3",
            [
                "-c", "import gzip, sys; open(sys.argv[2], 'wb').write(gzip.compress(open(sys.argv[1], 'rb').read()))",
                name, "\(name).gz",
            ], in: victim.folder.root)
        let compressed = Download(body: try victim.folder.read("\(name).gz"), headers: document.headers)
        try victim.serve(compressed, more: ["Content-Encoding: gzip"])
        try await victim.expectUnmoved { $0 == .transport(.encoded("gzip")) }
    }
    try await victim.expectNotPoisoned()
}

@Test(.peers(.python3)) func `a truncated transfer`() async throws {
    let victim = try await Victim()
    let document = try await victim.document(minimum: "2", hoursLater: 1)
    let lines = document.headers.map { "\($0.name): \($0.value)" }
    let whole = RawHTTPServer.Answer(headers: lines, body: document.body)
    try victim.server.answer(Victim.path, with: RawHTTPServer.Answer(bytes: Array(whole.bytes.dropLast())))
    try await victim.expectUnmoved { failure in
        guard case .transport(.unreachable) = failure else { return false }
        return true
    }
    // With the length of what is left it looks whole.
    try victim.serve(Download(body: Array(document.body.dropLast()), headers: document.headers))
    try await victim.expectUnmoved(by: .badSignature(victim.publisher.id))
    try await victim.expectNotPoisoned()
}

@Test(.peers(.python3)) func `a clock that is set back`() async throws {
    var victim = try await Victim()
    // Everything honest is from the future now: what is stored stands.
    victim.hoursPassed = -24 * 365 * 10
    try victim.serve(try await victim.document(minimum: "2", hoursLater: 1))
    try await victim.expectUnmoved(by: .signedInFuture(try .hours(1)))
    victim.hoursPassed = 1
    try await victim.expectNotPoisoned()
}

@Test(.peers(.python3)) func `a clock that is set forward`() async throws {
    var victim = try await Victim()
    victim.configuration.maximumAge = .seconds(36 * 3_600)
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

@Test(.peers(.python3), arguments: [201, 203, 204, 206, 304, 403, 404, 500])
func `a signed document under any other status than 200`(status: Int) async throws {
    let victim = try await Victim()
    let document = try await victim.document(minimum: "2", hoursLater: 1)
    let body = [204, 304].contains(status) ? [] : document.body
    try victim.serve(Download(body: body, headers: document.headers), status: status)
    try await victim.expectUnmoved { $0 == .status(status) }
    try await victim.expectNotPoisoned()
}

@Test(.peers(.python3)) func `random bytes over the wire`() async throws {
    let victim = try await Victim()
    var generator = SeededGenerator(seed: 4)
    let document = try await victim.document(minimum: "2", hoursLater: 1)
    let lines = document.headers.map { "\($0.name): \($0.value)" }
    let whole = RawHTTPServer.Answer(headers: lines, body: document.body).bytes
    // Past the status line: a changed status is another test.
    let bits = (17 * 8)..<(whole.count * 8)
    for _ in 0..<40 {
        let changed = whole.flipping(bit: Int.random(in: bits, using: &generator))
        try victim.server.answer(Victim.path, with: RawHTTPServer.Answer(bytes: changed))
        let decision = try await victim.gate().check()
        // Either nothing came of it, or the change was in a part that says nothing.
        let blocked = try victim.blocked
        #expect(decision == blocked || (decision.outcome == .available && decision.source == .fetched))
        if decision.outcome == .available {
            try FileManager.default.removeItem(at: victim.store)
            try victim.serve(try await victim.document(minimum: "4"))
            #expect(try await victim.gate().check().isBlocked)
        }
    }
}
