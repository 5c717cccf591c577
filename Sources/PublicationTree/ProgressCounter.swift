import Synchronization

/// Counts finished work from any thread and tells about it now and then.
package final class ProgressCounter: Sendable {
    private let total: Int
    private let done = Atomic<Int>(0)
    private let report: @Sendable (Int, Int) -> Void

    /// - Parameter report: told how much is done of how much; called for every 64th piece and for the last.
    package init(total: Int, report: @escaping @Sendable (Int, Int) -> Void) {
        self.total = total
        self.report = report
    }

    /// One more piece is done.
    package func step() {
        let now = done.add(1, ordering: .relaxed).newValue
        if now.isMultiple(of: 64) || now == total { report(now, total) }
    }
}
