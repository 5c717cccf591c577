extension Clock where Duration == Swift.Duration {
    /// The result of `operation`, or nil when it takes longer than `limit` or the caller is cancelled.
    ///
    /// The operation is cancelled then, but not waited for: one that does not care goes on by itself.
    package func first<Value: Sendable>(
        within limit: Duration, _ operation: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let race = Race<Value>()
        let work = Task { await race.finish(operation()) }
        // From now, not from when a thread is free for the timer.
        let deadline = now.advanced(by: limit)
        let timer = Task {
            do { try await sleep(until: deadline, tolerance: nil) } catch { return }
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
}

/// Keeps the first of several results for the one who waits.
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
