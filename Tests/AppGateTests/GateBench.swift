import AppGate
import Classic
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

/// A publisher, a device, and the gate of an app on it.
struct GateBench {
    let publisher: Publisher
    let transport: ScriptedTransport
    let clock = ManualClock()
    let folder: TemporaryFolder
    /// What the clock of the device shows.
    let time: DeviceTime
    var configuration: GateConfiguration
    /// The host whose 403 counts.
    static let backend = "api.example.com"

    init(
        profile: SignatureProfile = .dated, format: DocumentFormat = .availabilityIOS, envelope: Envelope = .headers,
        heedsCancellation: Bool = true
    ) throws {
        publisher = try Publisher()
        transport = ScriptedTransport(heedsCancellation: heedsCancellation)
        folder = try TemporaryFolder()
        time = DeviceTime()
        let verifier = Verifier(
            keyRing: try #require(TrustedKeys([try publisher.trusted()])),
            environment: try #require(EnvironmentName("production")), format: format, profile: profile)
        configuration = GateConfiguration(
            base: try #require(URL(string: "https://distribution.example.com")),
            path: try DocumentPath("availability-ios"), envelope: envelope, verifier: verifier)
        configuration.formerEnvelopes = [.headers, .jws]
        configuration.retry = RetryPolicy(attempts: 1)
        configuration.backends = [Self.backend]
    }

    var store: ManifestStore { ManifestStore(file: URL(fileURLWithPath: folder.path("app/manifest"))) }

    /// A new session of an app.
    func gate(
        app version: String = "3.0.0", lookup: StoreLookup? = nil, keeper: (any DocumentKeeper)? = nil
    ) throws -> Gate {
        let device = Device(
            system: .ios(try #require(NumericVersion("14"))), reportedVersion: version, reportedBuild: nil,
            languages: ["en"])
        let time = time
        return Gate(
            configuration, device: device, transport: transport, keeper: keeper ?? store, lookup: lookup,
            clock: clock, now: { time.now })
    }

    /// A signed document that requires this version of the app, and recommends another.
    func document(
        minimum: String, recommended: String? = nil, hoursLater hours: Int = 0, by publisher: Publisher? = nil
    ) async throws -> Download {
        try await signed(
            Self.body(minimum: minimum, recommended: recommended), hoursLater: hours, by: publisher ?? self.publisher)
    }

    /// A body in the envelope that the app is configured for.
    func signed(
        _ body: [UInt8], at path: DocumentPath? = nil, hoursLater hours: Int = 0, by publisher: Publisher? = nil
    ) async throws -> Download {
        let (publisher, date) = (publisher ?? self.publisher, try Publisher.date(hoursLater: hours))
        guard configuration.envelope == .jws else {
            return try await publisher.download(configuration.verifier.profile, body: body, date: date)
        }
        let path = (path ?? configuration.path).rawValue
        return Download(jws: try publisher.jws(path: path, body: body, date: date))
    }

    static func body(minimum: String, recommended: String? = nil) -> [UInt8] {
        let more = recommended.map {
            #", "recommendedAppVersion": { "value": "\#($0)", "title": { "en": "t" }, "description": { "en": "r" } }"#
        }
        return Array(
            #"""
            { "minimumOSVersion": { "value": "13", "description": { "en": "system" } },
              "minimumAppVersion": { "value": "\#(minimum)", "description": { "en": "app" } }\#(more ?? "") }
            """#.utf8)
    }
}

extension DocumentKeeper {
    /// Replaces whatever is kept.
    func save(_ manifest: VerifiedManifest) throws { try put(.document, manifest.download.kept) }
    func save(_ memory: RuleMemory) throws { try put(.memory, memory.bytes) }

    private func put(_ state: KeptState, _ bytes: [UInt8]) throws {
        while try !replace(state, read(state), with: bytes, patience: 1) {}
    }

    func loadMemory() throws -> RuleMemory? { try read(.memory).flatMap { RuleMemory($0) } }
}

/// The clock of a device, which a user may set.
final class DeviceTime: Sendable {
    private let date = Locked(Publisher.now)

    var now: Date { date.withLock { $0 } }

    func advance(hours: Double) { advance(seconds: hours * 3_600) }
    func advance(seconds: Double) { date.withLock { $0 += seconds } }

    /// Shows a time after `Publisher.date`.
    func set(secondsAfterSigning seconds: Double) {
        guard let signed = SignedDate(headerValue: Publisher.date) else { return }
        date.withLock { $0 = Date(timeIntervalSince1970: Double(signed.secondsSince1970) + seconds) }
    }
}

extension Decision {
    /// The outcome as a word, with the document it came from.
    var summary: String {
        let outcome =
            switch outcome {
            case .available: "available"
            case .recommended: "recommended"
            case .required: "required"
            case .maintenance: "maintenance"
            }
        return "\(outcome), \(source)"
    }
}
