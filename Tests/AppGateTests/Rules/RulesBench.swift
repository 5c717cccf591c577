import AppGate
import Classic
import Foundation
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

extension GateBench {
    /// An app that goes by a gate document.
    static func rules(envelope: Envelope = .headers) throws -> GateBench {
        try GateBench(format: .gateIOS, envelope: envelope)
    }

    /// A signed gate document with these rules.
    func rules(_ rules: String, latest: String? = nil, hoursLater hours: Int = 0) async throws -> Download {
        let list = latest.map { #""latest": [\#($0)], "# } ?? ""
        return try await signed(
            Array(#"{ "gate": 1, "platform": "ios", \#(list)"rules": [\#(rules)] }"#.utf8), hoursLater: hours)
    }

    /// Fetches a document in a session of its own.
    func publish(_ download: Download) async throws -> Decision {
        await transport.answer(download)
        return try await gate().check()
    }

    /// A session without a network.
    func offline() async throws -> Decision {
        await transport.answer(.failure(.unreachable("airplane mode")))
        return try await gate().check()
    }

    /// The time so many hours after the first document was signed, as documents write it.
    static func instant(hoursLater hours: Int) throws -> Instant {
        try #require(SignedDate(headerValue: Publisher.date(hoursLater: hours))).instant
    }

    var memoryFile: String { folder.path("app/manifest.rules") }

    /// What the device remembers; nil without a file.
    func memory() throws -> RuleMemory? { try store.loadMemory() }

    /// Shows the time so many hours after the first document was signed.
    func setClock(hoursAfterSigning hours: Double) { time.set(secondsAfterSigning: hours * 3_600) }
}
