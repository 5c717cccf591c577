#if !canImport(CryptoKit)
    import CLibcrypto
    import Synchronization

    /// The idle contexts of one key and one operation: libcrypto allows many operations in one context, one after the
    /// other (EVP_PKEY_verify(3)), and making a context is a good part of the cost of using it.
    package final class ContextPool: Sendable {
        // Addresses, because pointers are not Sendable; a context that was taken has one user. No more are made than are
        // in use at once.
        private let free = Mutex<[UInt]>([])

        package init() {}

        deinit {
            for address in free.withLock({ $0 }) { unsafe EVP_PKEY_CTX_free(OpaquePointer(bitPattern: address)) }
        }

        /// A context for the caller alone.
        package func take(making: () -> OpaquePointer?) -> OpaquePointer? {
            guard let address = free.withLock({ $0.popLast() }) else { return unsafe making() }
            return unsafe OpaquePointer(bitPattern: address)
        }

        /// Returns a context for the next operation.
        package func giveBack(_ context: OpaquePointer) {
            let address = UInt(bitPattern: context)
            free.withLock { $0.append(address) }
        }
    }
#endif
