import Diagnostics
import ExternalPrograms
import ManifestVerifier

/// A web service that hands out credentials; what it says stays in memory.
struct CredentialService: Sendable {
    private let curl: Curl
    private let timeLimits: CredentialTimeLimits
    private let attempts: Int

    /// - Parameter attempts: how often it is asked when it gives no answer or is too busy.
    init(variables: [String: String], timeLimits: CredentialTimeLimits, attempts: Int = 3) {
        curl = Curl(
            variables: variables,
            timeLimits: Curl.TimeLimits(
                connection: timeLimits.connection, file: timeLimits.request, whole: timeLimits.request))
        self.timeLimits = timeLimits
        self.attempts = attempts
    }

    /// Sends a request, and gives the last answer with its body.
    func ask(_ transfer: Curl.Transfer) async throws -> (answer: Curl.Answer, body: [UInt8]) {
        var transfer = transfer
        transfer.keepsErrors = true
        var last = try await send(transfer)
        for _ in 1..<attempts where last.answer.isWorthRepeating || Self.isPassing(last.body) {
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
    static func words(_ answer: Curl.Answer, _ said: String, hiding secret: String = "") -> String {
        var said = said
        if !secret.isEmpty { said = said.replacingScalars(secret, with: "[…]") }
        said = String(said.prefix(wordsLength)).printable
        let failure = answer.failure?.message ?? "the answer cannot be used"
        return said.isEmpty ? failure : "\(failure): \(said)"
    }

    /// The Security Token Service cannot reach the issuer of a token just then.
    private static func isPassing(_ body: [UInt8]) -> Bool {
        body.count < 4_096 && String(decoding: body, as: UTF8.self).contains("<Code>IDPCommunicationError</Code>")
    }

    private static let wordsLength = 300
}

extension Curl.Answer {
    /// Whether the same request may succeed a moment later.
    fileprivate var isWorthRepeating: Bool {
        switch failure {
        case .timedOut, .unreachable, .other: true
        case .status(let status): [408, 429].contains(status) || status >= 500
        default: false
        }
    }
}

/// What an endpoint says of an error: `{ "code", "message" }`, in any case of letters.
enum EndpointComplaint {
    /// Its code and its message; empty for anything else.
    static func words(_ body: [UInt8]) -> String {
        guard let value = try? JSONParser.parse(body), case .object(let members) = value.content else { return "" }
        return ["code", "message"].compactMap { name in
            let member = members.first { $0.name.asciiLowercased == name }
            guard case .string(let text)? = member?.value.content else { return nil }
            return text
        }.joined(separator: ": ")
    }
}
