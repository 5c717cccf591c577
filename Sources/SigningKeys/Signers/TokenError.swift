import Diagnostics
import ManifestVerifier

/// Why a key on a token cannot be used.
package enum TokenError: Error, Equatable, Sendable {
    /// This libcrypto cannot talk to tokens.
    case noLibrary
    case noToken
    case noKey
    /// A token that is logged into already does not say which of the two is missing.
    case noTokenOrKey
    case pinNeeded
    /// A PIN that no token can have.
    case unusablePIN
    case wrongPIN
    case pinExpired
    case pinLocked
    /// The token has the private key and not its public half.
    case noPublicKey
    /// The token gave no signature.
    case cannotSign

    /// What class of trouble this is.
    package var kind: ErrorReport.Kind {
        switch self {
        case .noLibrary, .noToken, .pinExpired, .pinLocked, .cannotSign: .unavailable
        case .noKey, .noTokenOrKey, .noPublicKey: .missingInput
        case .pinNeeded, .unusablePIN, .wrongPIN: .unparsable
        }
    }

    /// The reason as a phrase.
    package var message: String {
        switch self {
        case .noLibrary: "this OpenSSL has neither a provider nor an engine for PKCS#11 tokens"
        case .noToken: "there is no token that fits the URI"
        case .noKey: "the token has no private key that fits the URI"
        case .noTokenOrKey: "there is no token that fits the URI, or no such private key on it"
        case .pinNeeded: "the token asks for a PIN and there is none"
        case .unusablePIN: "the PIN is empty, holds a NUL byte or is longer than \(Limits.pinBytes) bytes"
        case .wrongPIN: "the token refuses the PIN"
        case .pinExpired: "the PIN of the token has expired"
        case .pinLocked: "the token is locked after too many wrong PINs"
        case .noPublicKey: "the token does not show the public half of the key"
        case .cannotSign: "the token gave no signature"
        }
    }

    /// The next step, if there is one.
    package var hint: String? {
        switch self {
        case .noLibrary:
            "on Debian 12 and Ubuntu: apt install libengine-pkcs11-openssl opensc; on Debian 13: apt install pkcs11-provider"
        case .noToken:
            "list the tokens with: pkcs11-tool --list-token-slots; SoftHSM needs SOFTHSM2_CONF, other modules a file of p11-kit"
        case .noKey, .noTokenOrKey:
            "list the keys with: pkcs11-tool --login --list-objects --type privkey"
        case .pinNeeded, .unusablePIN:
            "put the PIN into \(SignerSecrets.pinVariable), or its file's path into \(SignerSecrets.pinFileVariable)"
        case .wrongPIN: "try no other PIN blindly: a token locks itself after a few"
        case .pinExpired, .pinLocked: "the token's security officer can set a new PIN"
        case .noPublicKey: "write the public key to the token, under the same id"
        case .cannotSign: "check that the token is still there and that the key may sign (CKA_SIGN)"
        }
    }
}
