import Diagnostics
import ExternalPrograms
import ManifestVerifier

/// Why a signer cannot be used.
package enum SignerError: Error, Equatable, Sendable {
    /// The environment variable with the private key is not there.
    case variableNotSet(String)
    /// What should be the private key is none that can sign.
    case privateKey(PrivateKeyError)
    /// The key of a token or of KMS is none that can sign here.
    case publicKey(PublicKeyError)
    case token(TokenError)
    case kms(AWSError)

    /// What class of trouble this is.
    package var kind: ErrorReport.Kind {
        switch self {
        case .variableNotSet: .missingInput
        case .privateKey, .publicKey: .unparsable
        case .token(let error): error.kind
        case .kms(let error): error.report.kind
        }
    }

    /// The reason as a phrase.
    package var message: String {
        switch self {
        case .variableNotSet(let name): "the environment variable \(name) is not set, or empty"
        case .privateKey(let error): error.message
        case .publicKey(let error): "the signer's public key cannot be used: \(error.message)"
        case .token(let error): error.message
        case .kms(let error): error.report.message
        }
    }

    /// The next step, if there is one.
    package var hint: String? {
        switch self {
        case .variableNotSet(let name): "put the private key as PEM into \(name), for example as a secret of the CI job"
        case .privateKey(let error): error.hint
        case .publicKey: "make a key for ECDSA with the curve P-256 (prime256v1, ECC_NIST_P256)"
        case .token(let error): error.hint
        case .kms(let error): error.report.hint
        }
    }
}
