import AppGate
import Foundation
import Testing

/// A clock that goes on only when it is told to.
package final class ManualClock: SteadyClock {
    private struct Sleeper {
        let deadline: Int
        let continuation: CheckedContinuation<Void, any Error>
    }

    /// In nanoseconds, so that times add up.
    private struct State {
        var now = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var count = 0
    }

    private let state = Locked(State())

    package init() {}

    package var now: TimeInterval { state.withLock { Self.seconds($0.now) } }

    /// How long each of those who sleep now will still do so, shortest first.
    package var sleeps: [TimeInterval] {
        state.withLock { state in state.sleepers.values.map { Self.seconds($0.deadline - state.now) }.sorted() }
    }

    package func sleep(until deadline: TimeInterval) async throws {
        let deadline = Self.nanoseconds(deadline)
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state -> Result<Void, any Error>? in
                    if state.cancelled.contains(id) { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
                    return nil
                }
                if let isOver { continuation.resume(with: isOver) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(id)
                return state.sleepers.removeValue(forKey: id)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Lets time pass, and wakes whoever has slept enough.
    package func advance(by seconds: TimeInterval) {
        let woken = state.withLock { state in
            state.now += Self.nanoseconds(seconds)
            let ids = state.sleepers.filter { $0.value.deadline <= state.now }.map(\.key)
            return ids.compactMap { state.sleepers.removeValue(forKey: $0) }
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    private static func nanoseconds(_ seconds: TimeInterval) -> Int { Int((seconds * 1e9).rounded()) }
    private static func seconds(_ nanoseconds: Int) -> TimeInterval { TimeInterval(nanoseconds) / 1e9 }
}

/// Waits until something holds; a test that waits in vain fails in seconds, but not because others keep the machine busy.
///
/// Each round passes through the threads that everything else of this process runs on: where those are few or slow, rounds are
/// slow as well, and the wait is longer.
package func eventually(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(15)
    var rounds = 0
    while rounds < 1_000 || ContinuousClock.now < deadline {
        if await condition() { return }
        rounds += 1
        try await Task.sleep(for: .milliseconds(1))
    }
    Issue.record("never: \(what)", sourceLocation: sourceLocation)
    throw CancellationError()
}
