import Diagnostics
import ManifestVerifier

/// Signs with a private key on a PKCS#11 token: an HSM or a smart card.
package struct PKCS11Signer: Signer {
    package let keyID: KeyID
    package let publicKey: PublicKey
    private let key: NativeTokenKey

    /// Finds the key and its public half on the token.
    init(uri: PKCS11URI, keyID: KeyID?, pin: SecretBytes?) async throws {
        if let pin {
            guard (1...Limits.pinBytes).contains(pin.count), !pin.contains("\0") else { throw ErrorReport.unusablePIN }
        }
        key = try await TokenLibrary.shared.privateKey(uri, pin: pin)
        guard let info = await key.publicKeyInfo else {
            throw ErrorReport(
                .missingInput, "the token does not show the public half of the key",
                hint: "write the public key to the token, under the same id")
        }
        publicKey = try PublicKey(fromSigner: info)
        self.keyID = keyID ?? publicKey.defaultKeyID
    }

    package func sign(
        _ digests: [SHA256Digest], progress: @escaping @Sendable () -> Void
    ) async throws -> [ECDSASignature] {
        var signatures: [ECDSASignature] = []
        for digest in digests {
            guard let der = await key.sign(digest.bytes) else {
                throw ErrorReport(
                    .unavailable, "the token gave no signature",
                    hint: "check that the token is still there and that the key may sign (CKA_SIGN)")
            }
            signatures.append(try verified(der, for: digest))
            progress()
        }
        return signatures
    }
}

/// Why a key on a token cannot be opened.
extension ErrorReport {
    /// - Parameter hasEngines: whether this libcrypto can load engines, the way to tokens before providers.
    static func noTokenSupport(hasEngines: Bool) -> ErrorReport {
        hasEngines
            ? ErrorReport(
                .unavailable, "this OpenSSL has neither a provider nor an engine for PKCS#11 tokens",
                hint: "on Debian 12 and Ubuntu: apt install libengine-pkcs11-openssl opensc; on Debian 13: "
                    + "apt install pkcs11-provider")
            : ErrorReport(
                .unavailable, "this OpenSSL has no provider for PKCS#11 tokens, and no engines",
                hint: "install the provider, on Debian 13 with: apt install pkcs11-provider")
    }

    static let noToken = ErrorReport(
        .unavailable, "there is no token that fits the URI",
        hint: "list the tokens with: pkcs11-tool --list-token-slots; SoftHSM needs SOFTHSM2_CONF, other modules a file "
            + "of p11-kit")

    static let noTokenKey = ErrorReport(
        .missingInput, "the token has no private key that fits the URI", hint: listTokenKeys)

    /// A token that is logged into already does not say which of the two is missing.
    static let noTokenOrKey = ErrorReport(
        .missingInput, "there is no token that fits the URI, or no such private key on it", hint: listTokenKeys)

    private static let listTokenKeys = "list the keys with: pkcs11-tool --login --list-objects --type privkey"

    static let pinNeeded = ErrorReport(
        .unparsable, "the token asks for a PIN and there is none", hint: giveOtherPIN)

    /// A PIN that no token can have.
    static let unusablePIN = ErrorReport(
        .unparsable, "the PIN is empty, holds a NUL byte or is longer than \(Limits.pinBytes) bytes",
        hint: giveOtherPIN)

    private static let giveOtherPIN =
        "put the PIN into \(SignerSecrets.pinVariable), or its file's path into \(SignerSecrets.pinFileVariable)"

    static let wrongPIN = ErrorReport(
        .unparsable, "the token refuses the PIN",
        hint: "do not guess another PIN: a token locks itself after a few wrong ones")

    static let pinExpired = ErrorReport(.unavailable, "the PIN of the token has expired", hint: setNewPIN)
    static let pinLocked = ErrorReport(
        .unavailable, "the token is locked after too many wrong PINs", hint: setNewPIN)

    private static let setNewPIN = "the token's security officer can set a new PIN"
}
