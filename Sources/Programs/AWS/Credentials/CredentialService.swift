import Diagnostics
import ManifestVerifier

/// The Security Token Service; what it says stays in memory.
struct CredentialService: Sendable {
    private let curl: Curl
    private let timeLimits: CredentialTimeLimits

    init(variables: [String: String], timeLimits: CredentialTimeLimits) {
        curl = Curl(
            variables: variables,
            timeLimits: Curl.TimeLimits(
                connection: timeLimits.connection, file: timeLimits.request, whole: timeLimits.request))
        self.timeLimits = timeLimits
    }

    /// Sends a request, again when it gets no answer or the service is too busy, and gives the last answer with its body.
    func ask(_ transfer: Curl.Transfer) async throws -> (answer: Curl.Answer, body: [UInt8]) {
        var transfer = transfer
        transfer.keepsErrors = true
        var last = try await send(transfer)
        for _ in 1..<Self.attempts where Self.isPassing(last.answer, last.body) {
            try await Task.sleep(for: timeLimits.pause)
            last = try await send(transfer)
        }
        return last
    }

    private func send(_ transfer: Curl.Transfer) async throws -> (answer: Curl.Answer, body: [UInt8]) {
        // A little more than curl takes itself, so that it says why it gave up.
        try await curl.send(
            transfer, bodyLimit: Limits.credentialAnswerBytes, until: .now + timeLimits.request + .seconds(10))
    }

    /// What the service says of an error, on one line; ends with what curl says if there was no answer.
    ///
    /// - Parameter secret: what must not be quoted, even if the service does.
    static func words(_ answer: Curl.Answer, _ said: String, hiding secret: String) -> String {
        let said = String(said.replacingScalars(secret, with: "[…]").prefix(wordsLength)).printable
        let failure = answer.failure?.message ?? "the answer cannot be used"
        return said.isEmpty ? failure : "\(failure): \(said)"
    }

    /// Whether the same request may succeed a moment later.
    private static func isPassing(_ answer: Curl.Answer, _ body: [UInt8]) -> Bool {
        switch answer.failure {
        case .timedOut, .unreachable, .other: true
        case .status(let status): ServiceComplaint(status: status, body: body).isPassing
        default: false
        }
    }

    private static let attempts = 3
    private static let wordsLength = 300
}
