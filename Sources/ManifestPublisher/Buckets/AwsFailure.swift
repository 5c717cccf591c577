import ChildProcesses
import ManifestFormat

/// Why the program `aws` did not do what it was asked for.
package enum AwsFailure: Error, Equatable, Sendable {
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
    /// What came back is not what was sent.
    case notAsSent
    /// Anything else that it says.
    case unexpected(String)

    /// What `aws` said on its standard error.
    ///
    /// An error of the service is "An error occurred (CODE) when calling the OPERATION operation: MESSAGE".
    init(said bytes: [UInt8]) {
        let text = String(
            decoding: bytes.map { $0.isPrintableASCII ? $0 : UInt8(ascii: " ") }.prefix(2_000), as: UTF8.self
        ).split(separator: " ").joined(separator: " ")
        let code = text.firstRange(of: "An error occurred (").flatMap { start in
            text[start.upperBound...].firstIndex(of: ")").map { String(text[start.upperBound..<$0]) }
        }
        let message = String(text.suffix(300))
        switch code {
        case "NoSuchKey", "404": self = .noSuchKey
        case "NoSuchBucket": self = .noSuchBucket
        case "ExpiredToken", "ExpiredTokenException", "RequestExpired", "TokenRefreshRequired":
            self = .expiredCredentials
        case "AccessDenied", "AccessDeniedException", "AllAccessDisabled", "403", "SignatureDoesNotMatch",
            "InvalidAccessKeyId", "UnrecognizedClientException", "InvalidClientTokenId":
            self = .accessDenied(message)
        case "PermanentRedirect", "AuthorizationHeaderMalformed", "IllegalLocationConstraintException", "301":
            self = .wrongRegion(message)
        case "SlowDown", "Throttling", "ThrottlingException", "TooManyRequestsException", "RequestLimitExceeded":
            self = .throttled
        case "InternalError", "ServiceUnavailable", "500", "502", "503", "504": self = .unreachable(message)
        case .some: self = .unexpected(message)
        case nil: self = Self.withoutCode(text, message)
        }
    }

    private static func withoutCode(_ text: String, _ message: String) -> AwsFailure {
        func says(_ words: String...) -> Bool { words.contains { text.contains($0) } }
        if says("Unable to locate credentials", "could not be found", "Partial credentials") { return .noCredentials }
        if says("Token has expired", "token has expired", "Error loading SSO Token") { return .expiredCredentials }
        if says("You must specify a region", "Invalid endpoint") { return .wrongRegion(message) }
        if says(
            "Could not connect", "Connect timeout", "Read timeout", "Connection was closed", "SSL validation failed")
        {
            return .unreachable(message)
        }
        return .unexpected(message)
    }

    /// What class of trouble this is.
    package var kind: ErrorReport.Kind {
        switch self {
        case .program, .noCredentials, .expiredCredentials, .accessDenied, .wrongRegion, .unreachable, .throttled,
            .unexpected:
            .unavailable
        case .noSuchBucket, .noSuchKey: .missingInput
        case .notAsSent: .refused
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
        case .notAsSent: "is not what was sent"
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
        case .noSuchKey, .notAsSent, .unexpected: nil
        }
    }
}
