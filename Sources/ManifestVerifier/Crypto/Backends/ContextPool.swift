#if !canImport(CryptoKit)
    import CLibcrypto

    /// The idle contexts of one key and one operation: libcrypto allows many operations in one context, one after the
    /// other (EVP_PKEY_verify(3)), and making a context is a good part of the cost of using it.
    ///
    /// The lock is libcrypto's, which is one of POSIX threads: the thread sanitizer does not see how Swift's `Mutex` waits,
    /// and takes what it guards for a race.
    @safe package final class ContextPool: @unchecked Sendable {
        private let lock: UnsafeMutableRawPointer
        // Read and written with the lock. A context that was taken has one user; no more are made than are in use at once.
        private var idle: [OpaquePointer]

        package init() {
            guard let lock = unsafe CRYPTO_THREAD_lock_new() else { preconditionFailure("there is memory for a lock") }
            unsafe self.lock = lock
            unsafe idle = []
        }

        deinit {
            unsafe idle.forEach { unsafe EVP_PKEY_CTX_free($0) }
            unsafe CRYPTO_THREAD_lock_free(lock)
        }

        /// A context for the caller alone.
        package func take(making: () -> OpaquePointer?) -> OpaquePointer? {
            unsafe CRYPTO_THREAD_write_lock(lock)
            let context = unsafe idle.popLast()
            unsafe CRYPTO_THREAD_unlock(lock)
            return unsafe context ?? making()
        }

        /// Returns a context for the next operation.
        package func giveBack(_ context: OpaquePointer) {
            unsafe CRYPTO_THREAD_write_lock(lock)
            unsafe idle.append(context)
            unsafe CRYPTO_THREAD_unlock(lock)
        }
    }
#endif
