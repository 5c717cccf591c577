import Synchronization

/// Counts finished work from any thread and reports it from time to time, in order.
package final class ProgressCounter: Sendable {
    private let total: Int
    private let interval: Int
    private let done = Mutex(0)
    private let report: @Sendable (Int, Int) -> Void

    /// - Parameters:
    ///   - total: the whole amount; more than that is not reported.
    ///   - interval: how much must be done between two reports.
    ///   - report: called with the amount done and the total, last when both are equal.
    package init(total: Int, every interval: Int = 64, report: @escaping @Sendable (Int, Int) -> Void) {
        (self.total, self.interval, self.report) = (total, interval, report)
    }

    /// Adds to the finished work.
    package func step(by count: Int = 1) {
        done.withLock { done in
            let before = done
            done = min(done + count, total)
            guard done > before, done / interval > before / interval || done == total else { return }
            report(done, total)
        }
    }
}
