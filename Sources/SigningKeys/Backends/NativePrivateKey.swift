import CLibcrypto
import Diagnostics
import ManifestVerifier

/// The owner of a P-256 private key, which never changes and may be used from any thread.
@safe final class NativePrivateKey: @unchecked Sendable {
    private let key: OpaquePointer
    private let contexts = ContextPool()
    /// The uncompressed point of the public half.
    let publicPoint: [UInt8]

    private init(owning key: OpaquePointer) throws {
        unsafe self.key = key
        do {
            publicPoint = try unsafe Self.publicPoint(of: key)
        } catch {
            // An object that was never whole has no `deinit`.
            unsafe EVP_PKEY_free(key)
            throw error
        }
    }

    deinit { unsafe EVP_PKEY_free(key) }

    private static func publicPoint(of key: OpaquePointer) throws -> [UInt8] {
        guard unsafe EVP_PKEY_is_a(key, "EC") == 1 else {
            throw ErrorReport(
                .unparsable, "the private key is not an elliptic curve key", hint: Self.makeKey)
        }
        var group = [CChar](repeating: 0, count: 64)
        var length = 0
        guard unsafe EVP_PKEY_get_group_name(key, &group, group.count, &length) == 1,
            String(decoding: group.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self) == "prime256v1"
        else {
            throw ErrorReport(
                .unparsable, "the private key is on another curve; only P-256 signs", hint: Self.makeKey)
        }
        var point = [UInt8](repeating: 0, count: 65)
        guard unsafe signet_private_key_is_consistent(key) == 1, unsafe signet_p256_point(key, &point, 65) == 1 else {
            throw ErrorReport.inconsistentKey
        }
        return point
    }

    private static let makeKey = "make a key with: signet keys generate NAME"

    static func generate() throws -> NativePrivateKey {
        precondition(Libcrypto.isStarted, "libcrypto does not start")
        guard let key = unsafe signet_p256_generate() else {
            throw ErrorReport(.unparsable, "libcrypto cannot make a key")
        }
        return try unsafe NativePrivateKey(owning: key)
    }

    /// Reads a PEM block that is known to be a private key; nil when libcrypto cannot.
    static func read(pem: SecretBytes, passphrase: SecretBytes?) throws -> NativePrivateKey? {
        precondition(Libcrypto.isStarted, "libcrypto does not start")
        let key = unsafe pem.withBytes { pem in
            unsafe Self.withCString(of: passphrase) { passphrase in
                unsafe signet_read_private_key(pem.baseAddress, pem.count, passphrase)
            }
        }
        guard let key = unsafe key else { return nil }
        return try unsafe NativePrivateKey(owning: key)
    }

    /// The PKCS#8 PEM, encrypted when there is a passphrase.
    func pem(passphrase: SecretBytes?) throws -> SecretBytes {
        let output = unsafe Self.withCString(of: passphrase) { text in
            unsafe signet_write_private_key(key, text, passphrase?.count ?? 0)
        }
        guard let output = unsafe output else {
            throw ErrorReport(.unparsable, "libcrypto cannot write the private key")
        }
        defer { unsafe BIO_free(output) }
        var start: UnsafePointer<UInt8>?
        let count = unsafe signet_bio_contents(output, &start)
        var bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
        return SecretBytes(taking: &bytes)
    }

    /// The DER of a signature over 32 bytes; nil when libcrypto fails.
    func sign(_ digest: [UInt8]) -> [UInt8]? {
        guard let context = unsafe contexts.take(making: newContext) else { return nil }
        defer {
            unsafe contexts.giveBack(context)
            ERR_clear_error()
        }
        var signature = [UInt8](repeating: 0, count: 72)
        var length = signature.count
        guard unsafe EVP_PKEY_sign(context, &signature, &length, digest, digest.count) == 1 else { return nil }
        return Array(signature.prefix(length))
    }

    private func newContext() -> OpaquePointer? {
        guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else { return nil }
        if unsafe EVP_PKEY_sign_init(context) == 1 { return unsafe context }
        unsafe EVP_PKEY_CTX_free(context)
        return nil
    }

    private static func withCString<Result>(
        of secret: SecretBytes?, _ body: (UnsafePointer<CChar>?) -> Result
    ) -> Result {
        guard let secret else { return body(nil) }
        return unsafe secret.withBytes { bytes in
            // A SecretBytes always has a NUL behind its last byte.
            unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe body($0.baseAddress) }
        }
    }
}

extension ErrorReport {
    static let inconsistentKey = ErrorReport(
        .unparsable, "the private key and its public half do not belong together")
}
