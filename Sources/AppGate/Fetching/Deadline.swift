import LocalFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension SteadyClock {
    /// The result of `operation`, or nil when it takes longer than `limit` or the caller is cancelled.
    ///
    /// The operation is cancelled then, but not waited for: one that ignores cancellation goes on by itself.
    package func first<Value: Sendable>(
        within limit: TimeInterval, _ operation: @escaping @Sendable () async -> Value
    ) async -> Value? {
        // Counted from now, not from when a thread is free for the timer.
        let deadline = now + limit
        return await firstResult(before: { try await sleep(until: deadline) }, operation)
    }

    /// The result of `operation`, or nil when nothing is heard for `limit` or the caller is cancelled.
    package func first<Value: Sendable>(
        within limit: TimeInterval, of silence: Silence, _ operation: @escaping @Sendable () async -> Value
    ) async -> Value? {
        await firstResult(
            before: { while case let rest = limit - silence.length, rest > 0 { try await sleep(for: rest) } },
            operation)
    }
}

private func firstResult<Value: Sendable>(
    before end: @escaping @Sendable () async throws -> Void, _ operation: @escaping @Sendable () async -> Value
) async -> Value? {
    let race = Race<Value>()
    let work = Task { await race.finish(operation()) }
    let timer = Task {
        do { try await end() } catch { return }
        await race.finish(nil)
    }
    let result = await withTaskCancellationHandler {
        await race.result()
    } onCancel: {
        Task { await race.finish(nil) }
    }
    work.cancel()
    timer.cancel()
    return result
}

/// Keeps the first of several results for the task that waits.
private actor Race<Value: Sendable> {
    private var first: Value??
    private var waiting: CheckedContinuation<Value?, Never>?

    func finish(_ value: Value?) {
        guard first == nil else { return }
        first = .some(value)
        waiting?.resume(returning: value)
        waiting = nil
    }

    func result() async -> Value? {
        if let first { return first }
        return await withCheckedContinuation { waiting = $0 }
    }
}

/// Measures elapsed time on any clock.
package struct Stopwatch: Sendable {
    private let clock: any SteadyClock
    private let start: TimeInterval

    /// Starts on a clock.
    package init(on clock: any SteadyClock) {
        self.clock = clock
        start = clock.now
    }

    /// How many seconds it has been running.
    package func elapsed() -> TimeInterval { clock.now - start }
}

/// For how long nothing has been heard, on any clock.
package struct Silence: Sendable {
    private let stopwatch: Stopwatch
    private let heard = Guarded(TimeInterval(0))

    /// Begins on a clock.
    package init(on clock: any SteadyClock) { stopwatch = Stopwatch(on: clock) }

    /// Something was heard.
    package func end() { heard.with { $0 = stopwatch.elapsed() } }

    var length: TimeInterval { stopwatch.elapsed() - heard.with { $0 } }
}
