import AppGate
import Foundation
import ManifestVerifier

/// One of several users of a store.
actor StoreRacer {
    private let folder: URL
    private let configuration: GateConfiguration
    private let device: Device
    private let server = Server()
    private var gate: Gate
    private var prompts: PromptThrottle
    /// A session lasts so many checks.
    private var count = 0

    private struct Usage: Error {}

    init(folder: String, ring: [UInt8]) throws {
        guard let environment = EnvironmentName("production"), let base = URL(string: "https://example.com"),
            let system = NumericVersion("17")
        else { throw Usage() }
        self.folder = URL(fileURLWithPath: folder)
        let verifier = Verifier(
            keyRing: try TrustedKeys(exported: ring), environment: environment, reader: .gate(.ios), profile: .dated)
        configuration = GateConfiguration(
            base: base, path: try DocumentPath("gate/ios.json"), envelope: .jws, verifier: verifier)
        device = Device(system: .ios(system), reportedVersion: "2.0", reportedBuild: nil, languages: ["en"])
        (gate, prompts) = Self.session(configuration, device, self.folder, server)
    }

    /// Checks with a file as what the server answers, and says "Later"; returns what became of it.
    func act(file: String, seconds: Double, rule: String) async throws -> String {
        count += 1
        if count % 10 == 0 { (gate, prompts) = Self.session(configuration, device, folder, server) }
        await server.answer([UInt8](try Data(contentsOf: URL(fileURLWithPath: file))), at: seconds)
        let decision = await gate.check()
        try await prompts.postpone(Update(subject: .rule(rule, target: nil)))
        let failure = await gate.lastFailure
        return "\(decision.rule ?? "no rule") \(decision.source) \(failure.map { "\($0)" } ?? "no failure")"
    }

    private static func session(
        _ configuration: GateConfiguration, _ device: Device, _ folder: URL, _ server: Server
    ) -> (Gate, PromptThrottle) {
        let store = ManifestStore(file: folder.appendingPathComponent("manifest"))
        let now = server.now
        return (
            Gate(configuration, device: device, transport: server, store: store, now: now),
            PromptThrottle(file: folder.appendingPathComponent("prompts"), now: now)
        )
    }
}

/// Answers with what it was told.
private actor Server: DocumentTransport {
    private final class Hands: @unchecked Sendable {
        private let lock = NSLock()
        private var seconds = 0.0

        var date: Date {
            lock.lock()
            defer { lock.unlock() }
            return Date(timeIntervalSince1970: seconds)
        }

        func set(_ seconds: Double) {
            lock.lock()
            defer { lock.unlock() }
            self.seconds = seconds
        }
    }

    private let hands = Hands()
    private var body: [UInt8] = []

    nonisolated var now: @Sendable () -> Date { { [hands] in hands.date } }

    func answer(_ body: [UInt8], at seconds: Double) {
        self.body = body
        hands.set(seconds)
    }

    func response(
        for url: URL, byteLimit: Int, timeLimit: TimeInterval
    ) async throws(TransportError) -> DocumentResponse {
        DocumentResponse(status: 200, headers: [], body: body)
    }
}
