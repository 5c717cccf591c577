import AppGate
import Classic
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

extension GateBench {
    /// The store that an app makes which names its document.
    fileprivate func sharedStore() -> ManifestStore {
        ManifestStore(
            folder: URL(fileURLWithPath: folder.path("shared")), environment: configuration.verifier.environment,
            path: configuration.path)
    }

    /// The same app after an update that configures it for another envelope and profile.
    fileprivate func updated(to envelope: Envelope, _ profile: SignatureProfile = .dated) throws -> GateBench {
        var bench = self
        let expected = configuration.verifier
        bench.configuration.envelope = envelope
        bench.configuration.verifier = Verifier(
            keyRing: try #require(TrustedKeys([try publisher.trusted()])), environment: expected.environment,
            format: expected.reader.format, profile: profile)
        return bench
    }

    /// What a new session decides that gets a document, and why it failed if it did.
    fileprivate func check(_ download: Download) async throws -> (decision: String, failure: CheckFailure?) {
        await transport.answer(download)
        let gate = try gate(keeper: sharedStore())
        return (await gate.check().summary, await gate.lastFailure)
    }
}

// MARK: What is fetched

@Test(arguments: [
    "https://a.example", "https://a.example/", "https://a.example/pages/app", "https://a.example/pages/app/",
])
func `the document is fetched below the origin, and with .jws the file that carries its signature`(
    origin: String
) async throws {
    var bench = try GateBench()
    bench.configuration.base = try #require(URL(string: origin))
    bench.configuration.path = try DocumentPath("distribution/availability-ios")
    let prefix = origin.hasSuffix("/") ? origin : origin + "/"
    #expect(bench.configuration.url.absoluteString == "\(prefix)distribution/availability-ios")
    bench.configuration.envelope = .jws
    #expect(bench.configuration.url.absoluteString == "\(prefix)distribution/availability-ios.jws")
    await bench.transport.answer(try await bench.document(minimum: "4"))
    #expect(try await bench.gate().check().summary == "required, fetched")
    #expect(await bench.transport.requests == [bench.configuration.url])
}

@Test func `the limit of what is fetched is that of a .jws of the largest body`() async throws {
    let bench = try GateBench(envelope: .jws)
    await bench.transport.answer(try await bench.document(minimum: "4"))
    _ = try await bench.gate().check()
    let largest = try bench.publisher.jws(body: [UInt8](repeating: 0x20, count: Limits.manifestBytes))
    let limit = try #require(await bench.transport.byteLimit)
    #expect((largest.count..<largest.count + 3_000).contains(limit))
}

@Test func `with .jws the headers of a response say nothing`() async throws {
    let bench = try GateBench(envelope: .jws)
    let signed = try await bench.document(minimum: "4")
    let other = try await bench.publisher.download(.dated, body: GateBench.body(minimum: "2"))
    for headers in [
        other.headers, other.headers + other.headers, [HeaderField(unchecked: "content-type", value: "text/html")],
    ] {
        await bench.transport.answer(.success(DocumentResponse(status: 200, headers: headers, body: signed.body)))
        #expect(try await bench.gate().check().summary == "required, fetched")
    }
}

@Test func `a response does not choose the envelope`() async throws {
    let bench = try GateBench(envelope: .jws)
    let body = GateBench.body(minimum: "4")
    await bench.transport.answer(try await bench.publisher.download(.dated, body: body))
    var gate = try bench.gate()
    #expect(await gate.check().summary == "available, none")
    #expect(await gate.lastFailure == .verification(.malformed(.jwsParts)))

    let headers = try GateBench()
    let jws = try headers.publisher.jws(path: "availability-ios", body: body)
    let type = HeaderField(unchecked: "content-type", value: "application/jose")
    await headers.transport.answer(.success(DocumentResponse(status: 200, headers: [type], body: jws)))
    gate = try headers.gate()
    #expect(await gate.check().summary == "available, none")
    #expect(await gate.lastFailure == .verification(.malformed(.missingSignature)))
}

@Test func `a .jws of another path of this environment is refused wherever it is served`() async throws {
    let bench = try GateBench(envelope: .jws)
    let other = try DocumentPath("beta/availability-ios")
    await bench.transport.answer(try await bench.signed(GateBench.body(minimum: "4"), at: other))
    let gate = try bench.gate()
    #expect(await gate.check().summary == "available, none")
    #expect(await gate.lastFailure == .verification(.otherDocument(.path(other))))
}

@Test func `tries again for a .jws that was cut short`() async throws {
    var bench = try GateBench(envelope: .jws)
    bench.configuration.retry = RetryPolicy(attempts: 2, jitter: { 0 })
    let whole = try await bench.document(minimum: "4")
    for (number, count) in [0, 30, whole.body.count / 2, whole.body.count - 20, whole.body.count - 1].enumerated() {
        let gate = try bench.gate(keeper: StoreInMemory())
        await bench.transport.answer(Download(jws: Array(whole.body.prefix(count))))
        await bench.transport.answer(whole)
        async let decision = gate.check()
        try await eventually("it waits") { bench.clock.sleeps.contains(0.25) }
        bench.clock.advance(by: 0.25)
        #expect(await decision.summary == "required, fetched", "\(count) bytes")
        #expect(await bench.transport.requests.count == 2 * (number + 1))
    }
}

// MARK: What is kept

@Test(arguments: [Envelope.headers, .jws], [Envelope.headers, .jws])
func `what was kept in one envelope decides, and is the floor, in the other`(kept: Envelope, next: Envelope)
    async throws
{
    let first = try GateBench(envelope: kept)
    #expect(
        try await first.check(try await first.document(minimum: "4", hoursLater: 2)).decision == "required, fetched")
    let second = try first.updated(to: next)
    let older = try await second.check(try await second.document(minimum: "2", hoursLater: 1))
    #expect(older.decision == "required, stored")
    guard case .verification(.rollback(.date)) = older.failure else {
        return #expect(Bool(false), "\(String(describing: older.failure))")
    }
    let other = try await second.check(try await second.document(minimum: "2", hoursLater: 2))
    guard case .verification(.rollback(.body)) = other.failure else {
        return #expect(Bool(false), "\(String(describing: other.failure))")
    }
    #expect(
        try await second.check(try await second.document(minimum: "2", hoursLater: 3)).decision == "available, fetched")
    #expect(
        try await first.check(try await first.document(minimum: "4", hoursLater: 2)).decision == "available, stored")
    #expect(try FileManager.default.contentsOfDirectory(atPath: first.folder.path("shared")).count == 1)
}

@Test(arguments: [Envelope.headers, .jws])
func `a kept document with a date is the floor when the app is configured for profile body`(kept: Envelope) async throws
{
    let first = try GateBench(envelope: kept)
    _ = try await first.check(try await first.document(minimum: "4"))
    let second = try first.updated(to: .headers, .body)
    let undated = try await second.check(try await second.document(minimum: "2"))
    #expect(undated.decision == "required, stored")
    let date = try #require(SignedDate(headerValue: Publisher.date))
    #expect(undated.failure == .verification(.rollback(.undated(stored: date))))
}

@Test func `a kept document without a date decides until one with a date is fetched`() async throws {
    let first = try GateBench(profile: .body)
    _ = try await first.check(try await first.document(minimum: "4"))
    let second = try first.updated(to: .jws)
    #expect(try await second.gate(keeper: second.sharedStore()).decision.summary == "required, stored")
    #expect(try await second.check(try await second.document(minimum: "2")).decision == "available, fetched")
}

@Test func `what was fetched without a date does not stand against what another process has stored with one`()
    async throws
{
    let dated = try GateBench(envelope: .jws)
    let undated = try dated.updated(to: .headers, .body)
    let store = StoreInMemory()
    store.become(.locked)
    let gate = try undated.gate(keeper: store)
    await undated.transport.answer(try await undated.document(minimum: "2"))
    #expect(await gate.check().summary == "available, fetched")
    store.become(.ready)
    await dated.transport.answer(try await dated.document(minimum: "4"))
    #expect(try await dated.gate(keeper: store).check().summary == "required, fetched")
    await undated.transport.answer(try await undated.document(minimum: "2"))
    #expect(await gate.check().summary == "required, stored")
    #expect(try store.load(in: [.headers, .jws])?.envelope == .jws)
}

@Test func `a kept .jws of another path counts as none`() async throws {
    let bench = try GateBench(envelope: .jws)
    let verifier = bench.configuration.verifier
    let other = try await bench.signed(GateBench.body(minimum: "4"), at: DocumentPath("beta"))
    try bench.sharedStore().save(verifier.verify(kept: other))
    #expect(try await bench.gate(keeper: bench.sharedStore()).decision.summary == "available, none")
}

// MARK: What is embedded

@Test(arguments: [Envelope.headers, .jws], [Envelope.headers, .jws])
func `an embedded document may be in either envelope, and is the floor`(embedded: Envelope, fetched: Envelope)
    async throws
{
    let first = try GateBench(envelope: embedded)
    var second = try first.updated(to: fetched)
    second.configuration.embedded = try await first.document(minimum: "4", hoursLater: 1)
    #expect(try await second.gate(keeper: second.sharedStore()).decision.summary == "required, embedded")
    let older = try await second.check(try await second.document(minimum: "2"))
    #expect(older.decision == "required, embedded")
    guard case .verification(.rollback(.date)) = older.failure else {
        return #expect(Bool(false), "\(String(describing: older.failure))")
    }
    let newer = try await second.check(try await second.document(minimum: "2", hoursLater: 2))
    #expect(newer.decision == "available, fetched" && newer.failure == nil)
}

@Test func `an embedded .jws of another path is said, and decides nothing`() async throws {
    var bench = try GateBench(envelope: .jws)
    let other = try DocumentPath("distribution/availability-ios")
    bench.configuration.embedded = try await bench.signed(GateBench.body(minimum: "4"), at: other)
    let gate = try bench.gate()
    #expect(await gate.decision.summary == "available, none")
    #expect(await gate.lastFailure == .embedded(.otherDocument(.path(other))))
}

@Test func `an embedded document without a date does not outrank a kept one with a date, nor the other way round`()
    async throws
{
    let dated = try GateBench(envelope: .jws)
    var undated = try dated.updated(to: .headers, .body)
    let (open, closed) = (try await undated.document(minimum: "2"), try await dated.document(minimum: "4"))
    // Kept with a date, embedded without.
    _ = try await dated.check(closed)
    undated.configuration.embedded = open
    #expect(try await undated.gate(keeper: undated.sharedStore()).decision.summary == "required, stored")
    // Kept without a date, embedded with one.
    let first = try GateBench(profile: .body)
    _ = try await first.check(try await first.document(minimum: "2"))
    var second = try first.updated(to: .jws)
    second.configuration.embedded = try await second.document(minimum: "4")
    #expect(try await second.gate(keeper: second.sharedStore()).decision.summary == "required, embedded")
}

@Test func `previews and tests answer with a .jws`() async throws {
    var bench = try GateBench(envelope: .jws)
    bench.configuration.checkTimeLimit = .hours
    bench.configuration.requestTimeLimit = .hours
    let document = try await bench.document(minimum: "4")
    let device = Device(
        system: .ios(try #require(NumericVersion("14"))), reportedVersion: "3", reportedBuild: nil, languages: ["en"])
    let gate = Gate(
        bench.configuration, device: device, transport: FixedTransport(document), store: nil,
        now: { Publisher.now })
    #expect(await gate.check().summary == "required, fetched")
}
