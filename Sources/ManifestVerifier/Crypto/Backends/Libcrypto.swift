#if !canImport(CryptoKit)
    import CLibcrypto

    /// libcrypto, started without its configuration file, and SHA-256 fetched once.
    package enum Libcrypto {
        /// Starts libcrypto on first use.
        package static let isStarted = signet_libcrypto_start() == 1

        fileprivate static let sha256: DigestAlgorithm = {
            precondition(isStarted, "libcrypto does not start")
            guard let algorithm = unsafe EVP_MD_fetch(nil, "SHA256", nil) else {
                preconditionFailure("libcrypto has no SHA-256")
            }
            return unsafe DigestAlgorithm(owning: algorithm)
        }()
    }

    /// The owner of a fetched algorithm, which never changes and may be used from any thread.
    @safe private final class DigestAlgorithm: @unchecked Sendable {
        let pointer: OpaquePointer

        init(owning pointer: OpaquePointer) { unsafe self.pointer = pointer }

        deinit { unsafe EVP_MD_free(pointer) }
    }

    /// The owner of a running digest.
    @safe final class NativeHasher {
        private let context: OpaquePointer

        init() {
            guard let context = unsafe EVP_MD_CTX_new(),
                unsafe EVP_DigestInit_ex2(context, Libcrypto.sha256.pointer, nil) == 1
            else { preconditionFailure("libcrypto cannot start a digest") }
            unsafe self.context = context
        }

        deinit { unsafe EVP_MD_CTX_free(context) }

        func update(_ bytes: [UInt8]) {
            let done = unsafe bytes.withUnsafeBytes { unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
            precondition(done == 1, "libcrypto cannot continue a digest")
        }

        func finalize() -> [UInt8] {
            unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
                var length: UInt32 = 0
                let done = unsafe EVP_DigestFinal_ex(context, buffer.baseAddress, &length)
                precondition(done == 1 && length == 32, "libcrypto cannot finish a digest")
                count = 32
            }
        }
    }

    /// The owner of a P-256 public key, which never changes and may be used from any thread.
    @safe final class NativePublicKey: @unchecked Sendable {
        private let key: OpaquePointer
        private let contexts = ContextPool()

        /// Fails when the 65 bytes are not a point on the curve.
        init?(uncompressedPoint point: [UInt8]) {
            precondition(point.count == 65 && Libcrypto.isStarted, "an uncompressed point has 65 bytes")
            let made = unsafe point.withUnsafeBufferPointer { unsafe signet_p256_public_key($0.baseAddress, $0.count) }
            guard let made = unsafe made else { return nil }
            unsafe key = made
        }

        deinit { unsafe EVP_PKEY_free(key) }

        /// Whether `signature` is one over the bytes whose SHA-256 is `digest`.
        func isValidSignature(_ signature: ECDSASignature, for digest: [UInt8]) -> Bool {
            precondition(digest.count == 32, "a SHA-256 has 32 bytes")
            guard let context = unsafe contexts.take(making: newContext) else { return false }
            defer {
                unsafe contexts.giveBack(context)
                ERR_clear_error()
            }
            // The signature is minimal DER with r and s in range by its type, and the digest has 32 bytes.
            return unsafe signature.derRepresentation.withUnsafeBufferPointer { der in
                unsafe digest.withUnsafeBufferPointer { tbs in
                    unsafe EVP_PKEY_verify(context, der.baseAddress, der.count, tbs.baseAddress, tbs.count) == 1
                }
            }
        }

        private func newContext() -> OpaquePointer? {
            guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else { return nil }
            if unsafe EVP_PKEY_verify_init(context) == 1 { return unsafe context }
            unsafe EVP_PKEY_CTX_free(context)
            return nil
        }
    }
#endif
