import Diagnostics
import ManifestVerifier

package enum AWSService: String, Sendable {
    case cloudFront = "CloudFront"
    case kms = "AWS KMS"
    case s3 = "S3"

    /// What requests call it when they are signed.
    var signingName: String {
        switch self {
        case .cloudFront: "cloudfront"
        case .kms: "kms"
        case .s3: "s3"
        }
    }

    /// What a request is about.
    fileprivate var subject: String {
        switch self {
        case .cloudFront: "the distribution"
        case .kms: "the key"
        case .s3: "the bucket"
        }
    }
}

/// Why a service of AWS did not do what it was asked for.
package struct AWSError: ReportableError, Equatable {
    /// What went wrong, as far as the answer says.
    package enum Cause: Sendable, CaseIterable {
        case expiredCredentials
        case refusedCredentials
        case accessDenied
        case noSuchKey
        case unusableKey
        case noSuchBucket
        case noSuchObject
        case noSuchDistribution
        case wrongRegion
        /// What was asked to be true of an object before it is replaced is not.
        case preconditionFailed
        /// The service does not know the kind of request, or a condition of it.
        case notImplemented
        /// The body did not have the digest that was signed.
        case wrongBody
        case wrongClock
        /// The body is larger than the request allows.
        case tooLarge
        case unreachable
        case throttled
        case other
    }

    package let cause: Cause
    package let report: ErrorReport

    init(_ cause: Cause, _ service: AWSService, saying words: String) {
        self.cause = cause
        report = ErrorReport(
            [.noSuchKey, .noSuchBucket, .noSuchObject, .noSuchDistribution].contains(cause)
                ? .missingInput : [.preconditionFailed, .wrongBody].contains(cause) ? .refused : .unavailable,
            cause.message(service) + (words.isEmpty ? "" : "; \(service.rawValue) says: \(words)"),
            hint: cause.hint(service))
    }

    /// No answer came, or one that is too large.
    init(_ failure: TransferFailure, _ service: AWSService) {
        if case .tooLarge = failure {
            (cause, report) = (.tooLarge, ErrorReport(failure.kind, failure.message, hint: failure.hint))
            return
        }
        cause = .unreachable
        report = ErrorReport(
            .unavailable, "\(service.rawValue) cannot be reached: \(failure.message)",
            hint: AWSError.Cause.unreachable.hint(service))
    }

    /// The same of a place.
    func at(_ place: String) -> AWSError { AWSError(cause, report.at(place)) }

    private init(_ cause: Cause, _ report: ErrorReport) { (self.cause, self.report) = (cause, report) }

    /// An answer that cannot be used.
    package init(unusable message: String, _ kind: ErrorReport.Kind = .unavailable, hint: String? = nil) {
        cause = .other
        report = ErrorReport(kind, message, hint: hint)
    }
}

extension AWSError.Cause {
    fileprivate func message(_ service: AWSService) -> String {
        switch self {
        case .other: "\(service.rawValue) refuses the request"
        case .expiredCredentials: "the AWS credentials have expired"
        case .refusedCredentials: "\(service.rawValue) does not know the credentials"
        case .accessDenied: "\(service.rawValue) denies access to \(service.subject)"
        case .noSuchKey: "AWS KMS has no such key in this account and region"
        case .unusableKey: "the key in AWS KMS cannot be used for this"
        case .noSuchBucket: "there is no such bucket"
        case .noSuchObject: "there is no such object"
        case .noSuchDistribution: "there is no such distribution"
        case .wrongRegion: "\(service.subject) is in another region"
        case .preconditionFailed: "was changed since it was read"
        case .notImplemented: "\(service.rawValue) cannot do this"
        case .wrongBody: "the file was changed after it was verified"
        case .wrongClock: "\(service.rawValue) does not accept the time of the request"
        case .tooLarge: "is too large"
        case .unreachable: "\(service.rawValue) gave no usable answer at any attempt"
        case .throttled: "\(service.rawValue) was too busy at every attempt"
        }
    }

    fileprivate func hint(_ service: AWSService) -> String? {
        switch (self, service) {
        case (.refusedCredentials, _):
            "check who you are with: aws sts get-caller-identity; in CI, assume the role of the job first"
        case (.expiredCredentials, _): "sign in again, or ask for a longer session"
        case (.accessDenied, .kms): "the role needs kms:GetPublicKey and kms:Sign for this key"
        case (.accessDenied, .s3):
            "publishing needs s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket (without the last, S3 denies "
                + "access to objects that do not exist)"
        case (.accessDenied, .cloudFront): "the role needs cloudfront:CreateInvalidation for this distribution"
        case (.noSuchKey, _):
            "check the key with: aws kms describe-key --key-id KEY, and the region in AWS_REGION"
        case (.unusableKey, _): "it must be enabled, with key spec ECC_NIST_P256 and usage SIGN_VERIFY"
        case (.noSuchBucket, _): "check its name, and the endpoint if you gave one; aws s3 ls shows your buckets"
        case (.wrongRegion, _): "set AWS_REGION to the region of \(service.subject)"
        case (.preconditionFailed, _): "let one job publish at a time, then run it again"
        case (.wrongBody, _): "build the tree again, and run this again; let nothing else write to it"
        case (.wrongClock, _): "set the clock of this machine, then try again"
        case (.unreachable, .kms): "check the network, AWS_REGION and AWS_ENDPOINT_URL_KMS, then try again"
        case (.unreachable, _): "check the network, AWS_REGION and the endpoint, then try again"
        case (.throttled, .kms):
            "try again in a few minutes, with a higher AWS_MAX_ATTEMPTS, or ask AWS for a higher quota"
        case (.throttled, _): "try again in a few minutes, with a higher AWS_MAX_ATTEMPTS"
        case (.other, .kms): "try the same with: aws kms describe-key --key-id KEY"
        case (.noSuchObject, _), (.noSuchDistribution, _), (.notImplemented, _), (.tooLarge, _), (.other, _): nil
        }
    }
}
