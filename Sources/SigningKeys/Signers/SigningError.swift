import Diagnostics
import ExternalPrograms
import ManifestVerifier

/// Why something was not signed.
package enum SigningError: Error, Equatable, Sendable {
    /// The body could be read as something other than what it is published as.
    case otherMeaning(OtherMeaning)
    /// The signer gave no signature.
    case signerFailed
    /// The signer gave something else than a signature.
    case malformedSignature(ECDSASignature.Failure)
    /// A signer elsewhere gave a signature that is not one of the key over what was to be signed.
    case doesNotVerify
    /// The token gave no signature.
    case token(TokenError)
    /// AWS KMS gave no signature.
    case kms(AWSError)

    /// What class of trouble this is.
    package var kind: ErrorReport.Kind {
        switch self {
        case .otherMeaning, .signerFailed, .malformedSignature, .doesNotVerify: .refused
        case .token(let error): error.kind
        case .kms(let error): error.report.kind
        }
    }

    /// The reason as a phrase.
    package var message: String {
        switch self {
        case .otherMeaning(let meaning): meaning.message
        case .signerFailed: "the signer gave no signature"
        case .malformedSignature(let failure): "the signer gave no usable signature: \(failure.message)"
        case .doesNotVerify: "the signature that came back does not verify with the public key of the ring"
        case .token(let error): error.message
        case .kms(let error): error.report.message
        }
    }

    /// The next step, if there is one.
    package var hint: String? {
        switch self {
        case .otherMeaning(let meaning): meaning.hint
        case .doesNotVerify: "nothing was written; the signer used another key or signed something else"
        case .token(let error): error.hint
        case .kms(let error): error.report.hint
        case .signerFailed, .malformedSignature: nil
        }
    }
}
