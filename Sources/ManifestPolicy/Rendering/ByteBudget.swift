import Synchronization

/// How many bytes may still be read, counted while many files are read at once: a limit that is only looked at
/// afterwards holds nothing back.
package final class ByteBudget: Sendable {
    private let left: Mutex<Int>

    /// - Parameter limit: bytes.
    package init(_ limit: Int) { left = Mutex(limit) }

    /// Takes `count` bytes; false when there are not so many left, now and for every later call.
    package func take(_ count: Int) -> Bool {
        left.withLock { left in
            left -= count
            return left >= 0
        }
    }
}
