import Synchronization

/// Counts finished work from any thread and tells about it now and then, in order.
package final class ProgressCounter: Sendable {
    private let total: Int
    private let done = Mutex(0)
    private let report: @Sendable (Int, Int) -> Void

    /// - Parameter report: told how much is done of how much; called for every 64th piece and for the last.
    package init(total: Int, report: @escaping @Sendable (Int, Int) -> Void) {
        self.total = total
        self.report = report
    }

    /// One more piece is done.
    package func step() {
        done.withLock { done in
            done += 1
            if done.isMultiple(of: 64) || done == total { report(done, total) }
        }
    }
}
