import Diagnostics
import ExternalPrograms

/// Why S3, or the program that talks to it, did not do what it was asked for.
package enum S3Error: Error, Equatable, Sendable {
    /// It is not installed, hangs or was stopped.
    case program(ChildProcessError)
    case noCredentials
    case expiredCredentials
    /// The credentials are good and not enough.
    case accessDenied(String)
    case noSuchBucket
    /// There is no such object.
    case noSuchKey
    /// The bucket is in another region, or none was named.
    case wrongRegion(String)
    /// The network or the service.
    case unreachable(String)
    /// The service asks for fewer requests, also after all retries.
    case throttled
    /// Anything else that it says.
    case unexpected(String)

    /// What `aws` complained of.
    init(_ failure: AWSProgram.Failure) {
        switch failure {
        case .program(let error): self = .program(error)
        case .complaint(let complaint):
            self = complaint.code.map { Self(code: $0, complaint.words) } ?? Self(withoutCode: complaint)
        }
    }

    private init(code: String, _ words: String) {
        switch code {
        case "NoSuchKey", "404": self = .noSuchKey
        case "NoSuchBucket": self = .noSuchBucket
        case "ExpiredToken", "ExpiredTokenException", "RequestExpired", "TokenRefreshRequired":
            self = .expiredCredentials
        case "AccessDenied", "AccessDeniedException", "AllAccessDisabled", "403", "SignatureDoesNotMatch",
            "InvalidAccessKeyId", "UnrecognizedClientException", "InvalidClientTokenId":
            self = .accessDenied(words)
        case "PermanentRedirect", "AuthorizationHeaderMalformed", "IllegalLocationConstraintException", "301":
            self = .wrongRegion(words)
        case "SlowDown", "Throttling", "ThrottlingException", "TooManyRequestsException", "RequestLimitExceeded":
            self = .throttled
        case "InternalError", "ServiceUnavailable", "500", "502", "503", "504": self = .unreachable(words)
        default: self = .unexpected(words)
        }
    }

    private init(withoutCode complaint: AWSComplaint) {
        func says(_ phrases: String...) -> Bool { phrases.contains { complaint.says($0) } }
        if says("Unable to locate credentials", "could not be found", "Partial credentials") {
            self = .noCredentials
        } else if says("oken has expired", "Error loading SSO Token") {
            self = .expiredCredentials
        } else if says("You must specify a region") {
            self = .wrongRegion(complaint.words)
        } else if says(
            "Could not connect", "onnect timeout", "Read timeout", "Connection was closed", "SSL validation failed",
            "Failed to connect to proxy")
        {
            self = .unreachable(complaint.words)
        } else {
            self = .unexpected(complaint.words)
        }
    }

    /// What class of trouble this is.
    package var kind: ErrorReport.Kind {
        switch self {
        case .program, .noCredentials, .expiredCredentials, .accessDenied, .wrongRegion, .unreachable, .throttled,
            .unexpected:
            .unavailable
        case .noSuchBucket, .noSuchKey: .missingInput
        }
    }

    /// The reason as a phrase.
    package var message: String {
        switch self {
        case .program(.notFound(let program)): "there is no program \(program) on the PATH, which talks to S3"
        case .program(let error): error.report.message
        case .noCredentials: "aws has no credentials"
        case .expiredCredentials: "the credentials have expired"
        case .accessDenied(let said): "access is denied: \(said)"
        case .noSuchBucket: "there is no such bucket"
        case .noSuchKey: "there is no such object"
        case .wrongRegion(let said): "the bucket is in another region: \(said)"
        case .unreachable(let said): "the service cannot be reached: \(said)"
        case .throttled: "the service asks for fewer requests"
        case .unexpected(let said): said.isEmpty ? "aws failed and said nothing" : "aws said: \(said)"
        }
    }

    /// The next step, if there is one.
    package var hint: String? {
        switch self {
        case .program(.notFound): "install the AWS CLI, or publish to a folder with --to DIR"
        case .program(let error): error.report.hint
        case .noCredentials: "aws sts get-caller-identity shows who you are; in CI, assume the role that may publish"
        case .expiredCredentials:
            "sign in again, or ask for longer sessions; what was sent stays, and the rest is sent next time"
        case .accessDenied:
            "publishing needs s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket (without the last, what "
                + "is not there is denied)"
        case .noSuchBucket: "check the name in --to; aws s3 ls shows your buckets"
        case .wrongRegion: "set AWS_REGION to the region of the bucket"
        case .unreachable, .throttled: "try again in a few minutes; what was sent stays, and the rest is sent next time"
        case .noSuchKey, .unexpected: nil
        }
    }
}
