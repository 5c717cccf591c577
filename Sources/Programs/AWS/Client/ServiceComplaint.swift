import Diagnostics
import ManifestVerifier

/// What a service says when it does not do what it was asked for; none of it is trusted.
struct ServiceComplaint {
    let cause: AWSError.Cause
    /// Code and message on one line, without anything that would control a terminal.
    let words: String
    /// Whether the same request may succeed a little later.
    let isPassing: Bool
    /// The region that a service expects in place of the one of the request, as it says it.
    let expectedRegion: String?

    /// - Parameters:
    ///   - status: the HTTP status, not one from 200 to 299.
    ///   - body: `<Error><Code>…</Code><Message>…</Message></Error>`, or JSON with `__type` and `message`; empty for the answer
    ///     to a HEAD.
    init(status: Int, body: [UInt8]) {
        let text = String(decoding: body.prefix(Self.readBytes), as: UTF8.self)
        let json = try? JSONParser.parse(body)
        let type = json.flatMap { try? $0["__type"]?.asString() }
        let code = text.between("<Code>", "</Code>") ?? type?.split(separator: "#").last.map(String.init) ?? ""
        let member = json.flatMap { $0["message"] ?? $0["Message"] }
        let message = text.between("<Message>", "</Message>") ?? (try? member?.asString()) ?? ""
        let said = [code, message].filter { !$0.isEmpty }.joined(separator: ": ")
        words = String(said.printable.prefix(Self.wordsLength))
        // Every service has codes of its own for each way in which it can be too busy.
        cause =
            Self.causes.first { $0.codes.contains(code) }?.cause
            ?? (code.contains("Throttl") ? .throttled : Self.cause(of: status))
        expectedRegion = cause == .wrongRegion ? text.between("<Region>", "</Region>") : nil
        isPassing = Self.passingStatuses.contains(status) || Self.passingCodes.contains(code) || cause == .throttled
    }

    private static func cause(of status: Int) -> AWSError.Cause {
        switch status {
        case 301, 307: .wrongRegion
        case 401, 403: .accessDenied
        case 404: .noSuchObject
        case 412: .preconditionFailed
        case 429: .throttled
        case 501: .notImplemented
        case 408, 500...: .unreachable
        default: .other
        }
    }

    /// The most bytes of a complaint that are looked at.
    static let readBytes = 16 << 10
    private static let wordsLength = 400
    private static let passingStatuses: Set = [408, 429, 500, 502, 503, 504]
    private static let passingCodes: Set = [
        "RequestTimeout", "ConditionalRequestConflict", "OperationAborted", "InternalError", "SlowDown",
        "IDPCommunicationError",
    ]

    /// The error codes of KMS, S3 and CloudFront, and those that all services of AWS have.
    private static let causes: [(codes: Set<String>, cause: AWSError.Cause)] = [
        (["ExpiredTokenException", "ExpiredToken", "RequestExpired", "TokenRefreshRequired"], .expiredCredentials),
        (
            [
                "UnrecognizedClientException", "InvalidClientTokenId", "InvalidAccessKeyId",
                "InvalidSignatureException", "SignatureDoesNotMatch", "IncompleteSignature",
                "MissingAuthenticationToken", "MissingAuthenticationTokenException", "InvalidIdentityToken",
                "InvalidToken",
            ], .refusedCredentials
        ),
        (
            ["AccessDeniedException", "AccessDenied", "AllAccessDisabled", "NotAuthorized", "OptInRequired"],
            .accessDenied
        ),
        (["RequestTimeTooSkewed", "RequestInTheFuture"], .wrongClock),
        (["NotFoundException", "InvalidArnException"], .noSuchKey),
        (
            [
                "DisabledException", "KMSInvalidStateException", "InvalidKeyUsageException",
                "UnsupportedOperationException", "KeyUnavailableException",
            ], .unusableKey
        ),
        (["NoSuchBucket"], .noSuchBucket),
        (["NoSuchKey"], .noSuchObject),
        (["NoSuchDistribution"], .noSuchDistribution),
        (["BadDigest", "XAmzContentSHA256Mismatch", "XAmzContentChecksumMismatch", "InvalidDigest"], .wrongBody),
        (["PermanentRedirect", "AuthorizationHeaderMalformed", "IllegalLocationConstraintException"], .wrongRegion),
        (
            [
                "TooManyRequestsException", "RequestLimitExceeded", "LimitExceededException", "SlowDown",
                "TooManyRequests",
            ],
            .throttled
        ),
        (["NotImplemented"], .notImplemented),
    ]
}

extension String {
    /// What stands between two texts.
    func between(_ start: String, _ end: String) -> String? {
        guard let start = firstRange(of: start)?.upperBound, let end = self[start...].firstRange(of: end)?.lowerBound
        else {
            return nil
        }
        return String(self[start..<end])
    }
}
