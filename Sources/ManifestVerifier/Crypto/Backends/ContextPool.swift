#if !canImport(CryptoKit)
    import CLibcrypto
    import Synchronization

    /// Contexts of one key and one operation that are free to be used: libcrypto allows many operations in one context,
    /// one after the other (EVP_PKEY_verify(3)), and making a context is a good part of the cost of using it.
    package final class ContextPool: Sendable {
        // Addresses, because a pointer may not be handed from thread to thread; whoever takes one is its only user. No
        // more are made than are in use at once.
        private let free = Mutex<[UInt]>([])

        package init() {}

        deinit {
            for address in free.withLock({ $0 }) { unsafe EVP_PKEY_CTX_free(OpaquePointer(bitPattern: address)) }
        }

        /// A context that nobody else has.
        package func take(making: () -> OpaquePointer?) -> OpaquePointer? {
            guard let address = free.withLock({ $0.popLast() }) else { return unsafe making() }
            return unsafe OpaquePointer(bitPattern: address)
        }

        /// Takes a context back for the next operation.
        package func giveBack(_ context: OpaquePointer) {
            let address = UInt(bitPattern: context)
            free.withLock { $0.append(address) }
        }
    }
#endif
