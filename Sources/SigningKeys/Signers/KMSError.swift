import Diagnostics
import ExternalPrograms

/// Why AWS KMS gave no answer that can be used.
package enum KMSError: Error, Equatable, Sendable {
    /// The program `aws` did not run to its end.
    case program(ChildProcessError)
    /// `aws` ended with an error, with the first lines of its own words.
    case failed(Cause, words: String)
    /// The key is there and may not sign.
    case notForSigning
    /// `aws` printed something else than JSON.
    case noJSON
    /// A member of the answer is missing or malformed.
    case unusableAnswer(String)

    /// What was wrong, as far as the program's words tell.
    package enum Cause: Sendable, CaseIterable {
        case noCredentials
        case expiredCredentials
        case refusedCredentials
        case accessDenied
        case noSuchKey
        case unusableKey
        case noRegion
        case unreachable
        case throttled
        case other
    }

    /// What class of trouble this is.
    package var kind: ErrorReport.Kind {
        switch self {
        case .program(let error): error.report.kind
        case .failed(.noSuchKey, _): .missingInput
        case .notForSigning: .unparsable
        case .failed, .noJSON, .unusableAnswer: .unavailable
        }
    }

    /// The reason as a phrase.
    package var message: String {
        switch self {
        case .program(let error): error.report.message
        case .failed(let cause, let words): "\(cause.message)\(words.isEmpty ? "" : "; aws says: \(words)")"
        case .notForSigning: "the key in AWS KMS is not for signing (its usage is not SIGN_VERIFY)"
        case .noJSON: "aws printed something else than JSON"
        case .unusableAnswer(let name): "the answer of AWS KMS has no usable \(name)"
        }
    }

    /// The next step, if there is one.
    package var hint: String? {
        switch self {
        case .program(let error): error.report.hint
        case .failed(let cause, _): cause.hint
        case .notForSigning: "make a key with: aws kms create-key --key-spec ECC_NIST_P256 --key-usage SIGN_VERIFY"
        case .noJSON: "check which program aws is: aws --version"
        case .unusableAnswer: "check AWS_ENDPOINT_URL_KMS, and which program aws is: aws --version"
        }
    }
}

extension KMSError.Cause {
    fileprivate var message: String {
        switch self {
        case .noCredentials: "aws has no credentials"
        case .expiredCredentials: "the AWS credentials have expired"
        case .refusedCredentials: "AWS does not know the credentials"
        case .accessDenied: "AWS denies access to the key"
        case .noSuchKey: "AWS KMS has no such key in this account and region"
        case .unusableKey: "the key in AWS KMS cannot be used for this"
        case .noRegion: "aws does not know the region"
        case .unreachable: "AWS KMS cannot be reached"
        case .throttled: "AWS KMS was too busy at every attempt"
        case .other: "aws failed"
        }
    }

    fileprivate var hint: String {
        switch self {
        case .noCredentials, .refusedCredentials: "check who you are with: aws sts get-caller-identity"
        case .expiredCredentials: "sign in again, or let the CI job ask for its role again"
        case .accessDenied: "the role needs kms:GetPublicKey and kms:Sign for this key"
        case .noSuchKey: "check the key with: aws kms describe-key --key-id KEY, and the region in AWS_REGION"
        case .unusableKey: "it must be enabled, with key spec ECC_NIST_P256 and usage SIGN_VERIFY"
        case .noRegion: "set AWS_REGION"
        case .unreachable: "check the network, AWS_REGION and AWS_ENDPOINT_URL_KMS, then try again"
        case .throttled: "try again in a few minutes, with a higher AWS_MAX_ATTEMPTS, or ask AWS for a higher quota"
        case .other: "try the same with: aws kms describe-key --key-id KEY"
        }
    }
}
