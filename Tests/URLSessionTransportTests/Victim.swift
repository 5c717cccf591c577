import AppGate
import Classic
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport
import URLSessionTransport

/// An app that has seen a document which blocks it, and an attacker who owns its network.
///
/// Every attack must leave the app blocked, with the reason known, and its store as it was.
struct Victim {
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
        configuration = GateConfiguration(
            base: try server.url(""), path: try DocumentPath(String(Self.path.dropFirst())), envelope: .headers,
            verifier: verifier)
        configuration.retry = RetryPolicy(attempts: 1)
        configuration.checkTimeLimit = .hours
        configuration.requestTimeLimit = .hours
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
        return try await (signer ?? publisher).download(.dated, body: body, date: Publisher.date(hoursLater: hours))
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
    static func hours(_ hours: Int) throws -> SignedDate {
        try #require(SignedDate(headerValue: Publisher.date(hoursLater: hours)))
    }
}
