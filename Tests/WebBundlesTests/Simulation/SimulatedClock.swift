import Foundation
import ManifestVerifier
import Synchronization

/// The time of a simulation: it passes only when a step waits.
final class SimulatedClock: Clock {
    struct Instant: InstantProtocol {
        let offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }

    private let passed = Mutex(Duration.zero)

    var now: Instant { Instant(offset: passed.withLock { $0 }) }
    var minimumResolution: Duration { .nanoseconds(1) }

    /// Lets the time go by.
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        passed.withLock { $0 = max($0, deadline.offset) }
    }

    /// Lets this number of seconds pass.
    func wait(_ seconds: Int) { passed.withLock { $0 += .seconds(seconds) } }

    /// The time of day. Every simulation begins at the same one, so that it always says the same.
    var date: Date { Date(timeIntervalSince1970: Double(secondsSince1970)) }

    var signedDate: SignedDate {
        guard let date = SignedDate(secondsSince1970: secondsSince1970) else {
            preconditionFailure("no scenario is as long as 7,000 years")
        }
        return date
    }

    private var secondsSince1970: Int64 { Self.start + now.offset.components.seconds }
    /// 2026-01-01T00:00:00Z
    private static let start: Int64 = 1_767_225_600
}
