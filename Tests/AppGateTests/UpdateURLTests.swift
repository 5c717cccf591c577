import AppGate
import Classic
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

private let store = "https://apps.apple.com/app/id123456"

/// What a gate decides for a device by one document, which it gets without a network.
private func decision(
    _ format: DocumentFormat, _ body: String, app version: String = "1.0.0", system: String = "14",
    storeURL: String? = store
) async throws -> Decision {
    var bench = try GateBench(format: format)
    if format == .environmentConfig {
        bench.configuration.verifier = bench.configuration.verifier.expecting(.environmentConfig("mainnet"))
    }
    bench.configuration.storeURL = try storeURL.map { try #require(URL(string: $0)) }
    let document = try await bench.publisher.download(.dated, body: Array(body.utf8), date: Publisher.date)
    let time = bench.time
    let device = Device(
        system: .ios(try #require(NumericVersion(system))), reportedVersion: version, reportedBuild: "1",
        languages: ["en"])
    let gate = Gate(
        bench.configuration, device: device, transport: FixedTransport(document), store: nil, clock: bench.clock,
        now: { time.now })
    return await gate.check()
}

private let minimum = String(decoding: GateBench.body(minimum: "4", recommended: "5"), as: UTF8.self)

@Test(arguments: [
    (DocumentFormat.availabilityIOS, minimum, "3"), (.availabilityIOS, minimum, "4.5"),
    (.remoteConfigIOS, Bodies.remoteConfigIOS, "1.0.0"), (.remoteConfigIOS, Bodies.remoteConfigIOS, "1.3.0"),
])
func `where the document has no URL, the button leads to the store that the app names`(
    format: DocumentFormat, body: String, app: String
) async throws {
    #expect(try await decision(format, body, app: app).update?.url == store)
    let without = try #require(try await decision(format, body, app: app, storeURL: nil).update)
    #expect(without.url == nil)
}

@Test(arguments: [
    (DocumentFormat.appConfig, Bodies.appConfig), (.environmentConfig, Bodies.environmentConfig),
])
func `a URL in the document comes before the store that the app names`(
    format: DocumentFormat, body: String
) async throws {
    let other = "https://example.com/another-app"
    let url = try #require(body.firstMatch(of: #/https:[^"]*/#)?.0)
    let moved = body.replacing(url, with: other)
    #expect(try await decision(format, moved).update?.url == other)
}

@Test func `an update of the system has no URL: the store would install nothing`() async throws {
    let update = try #require(try await decision(.availabilityIOS, minimum, system: "12").update)
    #expect(update.subject == .system(.ios(try #require(NumericVersion("13")))))
    #expect(update.url == nil)
}

@Test func `a transport with one answer lends no trust, and without one there is no network`() async throws {
    let bench = try GateBench()
    let device = Device(
        system: .ios(try #require(NumericVersion("14"))), reportedVersion: "3", reportedBuild: nil, languages: [])
    func gate(_ document: Download?) -> Gate {
        let time = bench.time
        return Gate(
            bench.configuration, device: device, transport: FixedTransport(document), store: nil, clock: bench.clock,
            now: { time.now })
    }
    let signed = try await bench.document(minimum: "4")
    #expect(await gate(signed).check().summary == "required, fetched")
    let tampered = gate(Download(body: GateBench.body(minimum: "5"), headers: signed.headers))
    #expect(await tampered.check().summary == "available, none")
    #expect(await tampered.lastFailure == .verification(.badSignature(bench.publisher.id)))
    let offline = gate(nil)
    #expect(await offline.check().summary == "available, none")
    guard case .transport(.unreachable) = await offline.lastFailure else {
        return #expect(Bool(false), "a transport without a document is a device without a network")
    }
}
