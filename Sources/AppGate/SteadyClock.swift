import LocalFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Measures how long things take, and waits; it does not go by the date, which users set.
///
/// `Clock` of Swift itself needs iOS 16.
public protocol SteadyClock: Sendable {
    /// Seconds since a moment that is the same for as long as the process runs.
    var now: TimeInterval { get }

    /// Returns once `now` is at or after `deadline`, or throws `CancellationError` when the task is cancelled before.
    func sleep(until deadline: TimeInterval) async throws
}

extension SteadyClock {
    /// Waits for some seconds.
    package func sleep(for seconds: TimeInterval) async throws { try await sleep(until: now + seconds) }
}

/// The clock of the system that no user sets.
public struct SystemClock: SteadyClock {
    private let time: UpTime

    /// Goes on while the device sleeps.
    public static let continuous = SystemClock(time: .sleepIncluded)
    /// Stands still while the device sleeps.
    public static let suspending = SystemClock(time: .sleepExcluded)

    public var now: TimeInterval { time.seconds }

    public func sleep(until deadline: TimeInterval) async throws {
        // The system's timer may stand still while this clock goes on, so that it is asked again.
        while case let rest = deadline - now, rest > 0 {
            try await Task.sleep(nanoseconds: UInt64(min(rest, 24 * 3_600) * 1e9) + 1)
        }
    }
}
