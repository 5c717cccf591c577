import Synchronization

/// Counts finished work from any thread and tells about it now and then, in order.
package final class ProgressCounter: Sendable {
    private let total: Int
    private let interval: Int
    private let done = Mutex(0)
    private let report: @Sendable (Int, Int) -> Void

    /// - Parameters:
    ///   - total: how much there is; what is done beyond that is not told.
    ///   - interval: how much more must be done until it is told again.
    ///   - report: told how much is done of how much, the last time when that is all.
    package init(total: Int, every interval: Int = 64, report: @escaping @Sendable (Int, Int) -> Void) {
        self.total = total
        self.interval = interval
        self.report = report
    }

    /// So much more is done.
    package func step(by count: Int = 1) {
        done.withLock { done in
            let before = done
            done = min(done + count, total)
            guard done > before, done / interval > before / interval || done == total else { return }
            report(done, total)
        }
    }
}
