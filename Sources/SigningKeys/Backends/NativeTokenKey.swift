import CLibcryptoEngine

/// The owner of a private key on a token; all calls on it happen where all calls on tokens do.
@TokenActor @safe final class NativeTokenKey {
    private let key: OpaquePointer
    /// The library context of the provider that knows the key; nil for a key of the engine.
    private let library: OpaquePointer?

    init(owning key: OpaquePointer, library: OpaquePointer?) {
        unsafe self.key = key
        unsafe self.library = library
    }

    isolated deinit { unsafe EVP_PKEY_free(key) }

    /// The DER of the SubjectPublicKeyInfo; nil when the token does not show it.
    var publicKeyInfo: [UInt8]? {
        // Enough for RSA with 16,384 bits, so that a key of another kind can be named.
        var info = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe info.withUnsafeMutableBufferPointer { buffer in
            unsafe signet_token_public_key(key, buffer.baseAddress, buffer.count)
        }
        return count == 0 ? nil : Array(info.prefix(count))
    }

    /// The DER of a signature over 32 bytes; nil when the token gives none.
    func sign(_ digest: [UInt8]) -> [UInt8]? {
        precondition(digest.count == 32, "a digest has 32 bytes")
        var signature = [UInt8](repeating: 0, count: 72)
        let count = unsafe digest.withUnsafeBufferPointer { digest in
            unsafe signature.withUnsafeMutableBufferPointer { buffer in
                unsafe signet_token_sign(
                    library, key, digest.baseAddress, digest.count, buffer.baseAddress, buffer.count)
            }
        }
        return count == 0 ? nil : Array(signature.prefix(count))
    }
}
