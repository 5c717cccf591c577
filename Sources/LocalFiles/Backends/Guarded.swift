#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A value that one thread at a time uses, for work of microseconds that waits for nothing.
///
/// `Mutex` needs newer systems than apps run on.
@safe package final class Guarded<Value: Sendable>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    // Read and written with the mutex.
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        let result = unsafe pthread_mutex_init(mutex, nil)
        precondition(result == 0, "a mutex of default attributes needs nothing but memory")
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Works with the value.
    package func with<Result, Failure: Error>(_ work: (inout Value) throws(Failure) -> Result) throws(Failure) -> Result
    {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try work(&value)
    }
}
