import AppGate
import Foundation
import ManifestVerifier
import Synchronization

/// The time of a simulation: it passes only when a step waits.
final class SimulatedClock: SteadyClock {
    private let passed = Mutex(TimeInterval(0))

    var now: TimeInterval { passed.withLock { $0 } }

    /// Lets the time go by.
    func sleep(until deadline: TimeInterval) async throws {
        try Task.checkCancellation()
        passed.withLock { $0 = max($0, deadline) }
    }

    /// Lets this number of seconds pass.
    func wait(_ seconds: Int) { passed.withLock { $0 += TimeInterval(seconds) } }

    /// The time of day. Every simulation begins at the same one, so that it always says the same.
    var date: Date { Date(timeIntervalSince1970: Double(secondsSince1970)) }

    var signedDate: SignedDate {
        guard let date = SignedDate(secondsSince1970: secondsSince1970) else {
            preconditionFailure("no scenario is as long as 7,000 years")
        }
        return date
    }

    private var secondsSince1970: Int64 { Self.start + Int64(now) }
    /// 2026-01-01T00:00:00Z
    private static let start: Int64 = 1_767_225_600
}
