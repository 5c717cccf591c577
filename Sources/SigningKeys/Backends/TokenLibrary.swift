import CLibcryptoEngine
import Diagnostics
import ManifestVerifier

/// Runs all calls on tokens, one after the other: a token does one thing at a time, and not every vendor's module can be
/// called from several threads.
@globalActor actor TokenActor {
    static let shared = TokenActor()
}

/// libcrypto's two ways to tokens, a provider and an engine, each loaded once in a process when the first key is opened.
@TokenActor @safe final class TokenLibrary {
    static let shared = TokenLibrary()

    /// Where a PKCS#11 provider lives; nil when none is installed.
    private let provider: OpaquePointer?
    /// The engine, started when it is needed; it stays until the process ends.
    private lazy var engine: UnsafeMutableRawPointer? = unsafe signet_engine_start()
    /// Answers in place of a person at a terminal. Keys that need the PIN for every signature ask again later, so these
    /// three stay.
    private let method: OpaquePointer?
    private let request: UnsafeMutablePointer<signet_pin_request>
    private var pin: SecretBytes?
    /// From the first login on the engine has a PIN and asks no more.
    private var engineHasPIN = false

    private init() {
        precondition(Libcrypto.isStarted, "libcrypto does not start")
        unsafe provider = signet_token_library()
        unsafe method = signet_pin_method()
        unsafe request = UnsafeMutablePointer<signet_pin_request>.allocate(capacity: 1)
        unsafe request.initialize(to: signet_pin_request(pin: nil, was_asked: 0))
    }

    /// The private key behind a URI.
    ///
    /// A wrong PIN is given to a token only once: after a few it locks itself.
    func privateKey(_ uri: PKCS11URI, pin: SecretBytes?) throws -> NativeTokenKey {
        if let library = unsafe provider {
            let key = unsafe ask(for: uri, pin: pin) { uri in
                unsafe signet_store_private_key(library, uri, method, request)
            }
            if let key = unsafe key { return unsafe NativeTokenKey(owning: key, library: library) }
            let failure = pinFailure()
            if wasAsked { throw failure ?? (pin == nil ? .pinNeeded : .noTokenKey) }
        }
        guard let engine = unsafe engine else {
            let hasProvider = unsafe provider != nil
            throw hasProvider ? ErrorReport.noToken : .noTokenSupport(hasEngines: signet_has_engines() == 1)
        }
        return try unsafe NativeTokenKey(owning: engineKey(engine, uri, pin: pin), library: nil)
    }

    /// Looks without the PIN first: a token that is there asks for it, and one that is not there does not.
    private func engineKey(
        _ engine: UnsafeMutableRawPointer, _ uri: PKCS11URI, pin: SecretBytes?
    ) throws -> OpaquePointer {
        let open = unsafe ask(for: uri, pin: nil) { unsafe signet_engine_private_key(engine, $0, method, request) }
        let isThere = wasAsked
        _ = pinFailure()
        guard let pin else {
            if let open = unsafe open { return unsafe open }
            throw isThere ? ErrorReport.pinNeeded : .noToken
        }
        let isOpen = unsafe open != nil
        unsafe EVP_PKEY_free(open)
        guard isThere || isOpen || engineHasPIN else { throw ErrorReport.noToken }
        let isSet = unsafe pin.withBytes { bytes in
            // A SecretBytes always has a NUL behind its last byte.
            unsafe bytes.withMemoryRebound(to: CChar.self) { unsafe signet_engine_set_pin(engine, $0.baseAddress) }
        }
        guard isSet == 1 else { throw ErrorReport.unusablePIN }
        engineHasPIN = true
        let key = unsafe ask(for: uri, pin: pin) { unsafe signet_engine_private_key(engine, $0, method, request) }
        if let failure = pinFailure() { throw failure }
        guard let key = unsafe key else { throw isThere || isOpen ? ErrorReport.noTokenKey : .noTokenOrKey }
        return unsafe key
    }

    private func ask(
        for uri: PKCS11URI, pin: SecretBytes?, _ open: (UnsafePointer<CChar>) -> OpaquePointer?
    ) -> OpaquePointer? {
        if let pin { self.pin = pin }
        // The bytes of a SecretBytes never move, and `self.pin` keeps them.
        unsafe request.pointee.pin = pin?.withBytes { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress }
        }
        unsafe request.pointee.was_asked = 0
        return unsafe uri.rawValue.withCString { unsafe open($0) }
    }

    private var wasAsked: Bool { unsafe request.pointee.was_asked == 1 }

    /// What the last call said about the PIN (PKCS#11 §3.6, CKR_PIN_INCORRECT to CKR_PIN_LOCKED).
    private func pinFailure() -> ErrorReport? {
        switch signet_take_pin_failure() {
        case 0: nil
        case 0xA3: .pinExpired
        case 0xA4: .pinLocked
        default: .wrongPIN
        }
    }
}

/// The owner of a private key on a token.
@TokenActor @safe final class NativeTokenKey {
    private let key: OpaquePointer
    /// The library context of the provider that knows the key; nil for a key of the engine.
    private let library: OpaquePointer?

    fileprivate init(owning key: OpaquePointer, library: OpaquePointer?) {
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
