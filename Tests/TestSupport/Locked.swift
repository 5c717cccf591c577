import Foundation

/// A value that one thread at a time reads and changes.
///
/// The thread sanitizer does not see how Swift's `Mutex` waits, and takes what it guards for a race when many threads want it.
package final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    // Read and written with the lock.
    private var value: Value

    package init(_ value: Value) { self.value = value }

    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
