import Diagnostics
import ManifestVerifier

/// A service of AWS that is used here.
package enum AWSService: String, Sendable {
    case cloudFront = "CloudFront"
    case kms = "AWS KMS"
    case s3 = "S3"

    /// What a request is about.
    fileprivate var subject: String {
        switch self {
        case .cloudFront: "the distribution"
        case .kms: "the key"
        case .s3: "the bucket"
        }
    }

    /// What is true after a failure, as the end of a hint.
    fileprivate var progress: String { self == .s3 ? "; what was sent stays, and the rest is sent next time" : "" }
}

/// Why a service of AWS, or the program that talks to it, did not do what it was asked for.
package struct AWSError: ReportableError, Equatable {
    /// What went wrong, as far as the program's words say.
    package enum Cause: Sendable, CaseIterable {
        /// The program was not found, was stopped, or printed no usable answer.
        case program
        case noCredentials
        case expiredCredentials
        case refusedCredentials
        case accessDenied
        case noSuchKey
        case unusableKey
        case noSuchBucket
        case noSuchObject
        case wrongRegion
        case noRegion
        case unreachable
        case throttled
        case other
    }

    package let cause: Cause
    package let report: ErrorReport

    /// An answer that cannot be used.
    package init(unusable message: String, _ kind: ErrorReport.Kind = .unavailable, hint: String? = nil) {
        cause = .program
        report = ErrorReport(kind, message, hint: hint)
    }

    /// The program did not run to its end.
    init(_ error: ChildProcessError, _ service: AWSService) {
        cause = .program
        guard case .notFound(let program) = error, service == .s3 else {
            report = error.report
            return
        }
        report = ErrorReport(
            .unavailable, "there is no program \(program) on the PATH, which talks to S3",
            hint: "install the AWS CLI, or publish to a folder with --to DIR")
    }

    /// The program ended with an error.
    ///
    /// - Parameter complaint: what it printed to its standard error.
    package init(complaint: [UInt8], of service: AWSService) {
        let complaint = Complaint(complaint)
        cause = complaint.cause
        report = ErrorReport(
            [.noSuchKey, .noSuchBucket, .noSuchObject].contains(cause) ? .missingInput : .unavailable,
            cause.message(service) + (complaint.words.isEmpty ? "" : "; aws says: \(complaint.words)"),
            hint: cause.hint(service))
    }
}

extension AWSError.Cause {
    fileprivate func message(_ service: AWSService) -> String {
        switch self {
        case .program, .other: "aws failed"
        case .noCredentials: "aws has no credentials"
        case .expiredCredentials: "the AWS credentials have expired"
        case .refusedCredentials: "AWS does not know the credentials"
        case .accessDenied: "AWS denies access to \(service.subject)"
        case .noSuchKey: "AWS KMS has no such key in this account and region"
        case .unusableKey: "the key in AWS KMS cannot be used for this"
        case .noSuchBucket: "there is no such bucket"
        case .noSuchObject: "there is no such object"
        case .wrongRegion: "\(service.subject) is in another region"
        case .noRegion: "aws does not know the region"
        case .unreachable: "\(service.rawValue) cannot be reached"
        case .throttled: "\(service.rawValue) was too busy at every attempt"
        }
    }

    fileprivate func hint(_ service: AWSService) -> String? {
        switch (self, service) {
        case (.noCredentials, _), (.refusedCredentials, _):
            "check who you are with: aws sts get-caller-identity; in CI, assume the role of the job first"
        case (.expiredCredentials, _): "sign in again, or ask for a longer session\(service.progress)"
        case (.accessDenied, .kms): "the role needs kms:GetPublicKey and kms:Sign for this key"
        case (.accessDenied, .s3):
            "publishing needs s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket (without the last, S3 denies "
                + "access to objects that do not exist)"
        case (.accessDenied, .cloudFront): "the role needs cloudfront:CreateInvalidation for this distribution"
        case (.noSuchKey, _):
            "check the key with: aws kms describe-key --key-id KEY, and the region in AWS_REGION"
        case (.unusableKey, _): "it must be enabled, with key spec ECC_NIST_P256 and usage SIGN_VERIFY"
        case (.noSuchBucket, _): "check the name in --to; aws s3 ls shows your buckets"
        case (.wrongRegion, _): "set AWS_REGION to the region of \(service.subject)"
        case (.noRegion, _): "set AWS_REGION"
        case (.unreachable, .kms): "check the network, AWS_REGION and AWS_ENDPOINT_URL_KMS, then try again"
        case (.unreachable, _): "check the network and AWS_REGION, then try again\(service.progress)"
        case (.throttled, .kms):
            "try again in a few minutes, with a higher AWS_MAX_ATTEMPTS, or ask AWS for a higher quota"
        case (.throttled, _): "try again in a few minutes, with a higher AWS_MAX_ATTEMPTS\(service.progress)"
        case (.other, .kms): "try the same with: aws kms describe-key --key-id KEY"
        case (.program, _), (.noSuchObject, _), (.other, _): nil
        }
    }
}

/// What `aws` prints to its standard error when it fails.
private struct Complaint {
    /// Its beginning, on one line.
    let words: String
    let cause: AWSError.Cause

    init(_ bytes: [UInt8]) {
        let lines = bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
        // It must not control the terminal.
        let printable = lines.map { String(decoding: $0.filter(\.isPrintableASCII), as: UTF8.self) }
            .filter { !$0.allSatisfy { $0 == " " } }
        // A usage error begins with a page of usage.
        let telling = printable.filter { line in Self.tellingWords.contains { line.contains($0) } }
        words = String((telling + printable).prefix(Self.lineCount).joined(separator: " ").prefix(Self.wordsBytes))
        let text = printable.joined(separator: "\n")
        cause =
            if let code = Self.code(in: text) {
                // Every service has an exception of its own for each way in which it can be too busy.
                Self.codes.first { $0.codes.contains(code) }?.cause ?? (code.contains("Throttl") ? .throttled : .other)
            } else {
                Self.phrases.first { text.contains($0.phrase) }?.cause ?? .other
            }
    }

    /// The code in `An error occurred (CODE) when calling the … operation`; nil when no service answered.
    private static func code(in text: String) -> String? {
        guard let start = text.firstRange(of: "An error occurred (")?.upperBound,
            let end = text[start...].firstIndex(of: ")")
        else { return nil }
        return String(text[start..<end])
    }

    private static let tellingWords = ["Unknown options", ": error: ", "Invalid choice"]
    private static let lineCount = 3
    private static let wordsBytes = 400

    /// The error codes of KMS and S3, and those that all services of AWS have.
    private static let codes: [(codes: Set<String>, cause: AWSError.Cause)] = [
        (["ExpiredTokenException", "ExpiredToken", "RequestExpired", "TokenRefreshRequired"], .expiredCredentials),
        (
            [
                "UnrecognizedClientException", "InvalidClientTokenId", "InvalidAccessKeyId",
                "InvalidSignatureException", "SignatureDoesNotMatch", "IncompleteSignature",
                "MissingAuthenticationToken", "MissingAuthenticationTokenException", "InvalidIdentityToken",
            ], .refusedCredentials
        ),
        (
            ["AccessDeniedException", "AccessDenied", "AllAccessDisabled", "NotAuthorized", "OptInRequired", "403"],
            .accessDenied
        ),
        (["NotFoundException", "InvalidArnException"], .noSuchKey),
        (
            [
                "DisabledException", "KMSInvalidStateException", "InvalidKeyUsageException",
                "UnsupportedOperationException", "KeyUnavailableException",
            ], .unusableKey
        ),
        (["NoSuchBucket"], .noSuchBucket),
        (["NoSuchKey", "404"], .noSuchObject),
        (
            ["PermanentRedirect", "AuthorizationHeaderMalformed", "IllegalLocationConstraintException", "301"],
            .wrongRegion
        ),
        (["TooManyRequestsException", "RequestLimitExceeded", "LimitExceededException", "SlowDown"], .throttled),
        (["InternalError", "ServiceUnavailable", "500", "502", "503", "504"], .unreachable),
    ]

    /// What `aws` says when it got no answer from a service at all.
    private static let phrases: [(phrase: String, cause: AWSError.Cause)] = [
        ("You must specify a region", .noRegion),
        ("Unable to locate credentials", .noCredentials),
        ("Partial credentials found", .noCredentials),
        ("Error loading SSO Token", .expiredCredentials),
        ("oken has expired", .expiredCredentials),
        ("config profile", .noCredentials),
        ("Could not connect to the endpoint URL", .unreachable),
        ("onnect timeout on endpoint URL", .unreachable),
        ("Read timeout on endpoint URL", .unreachable),
        ("Connection was closed before", .unreachable),
        ("SSL validation failed", .unreachable),
        ("Failed to connect to proxy URL", .unreachable),
    ]
}
