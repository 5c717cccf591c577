import ExternalPrograms

extension KMSError {
    /// What `aws` complained of.
    package init(_ complaint: AWSComplaint) {
        self = .failed(Self.cause(complaint), words: complaint.words)
    }

    private static func cause(_ complaint: AWSComplaint) -> Cause {
        if let code = complaint.code {
            if let cause = codes.first(where: { $0.codes.contains(code) })?.cause { return cause }
            // KMS has an exception of its own for every way in which it can be too busy.
            return code.contains("Throttl") ? .throttled : .other
        }
        return phrases.first { phrase, _ in complaint.says(phrase) }?.cause ?? .other
    }

    /// The error codes of KMS and those that all services of AWS have.
    private static let codes: [(codes: Set<String>, cause: Cause)] = [
        (["ExpiredTokenException", "ExpiredToken", "RequestExpired"], .expiredCredentials),
        (
            [
                "UnrecognizedClientException", "InvalidClientTokenId", "InvalidSignatureException",
                "SignatureDoesNotMatch", "IncompleteSignature", "MissingAuthenticationToken",
                "MissingAuthenticationTokenException", "InvalidIdentityToken",
            ], .refusedCredentials
        ),
        (["AccessDeniedException", "AccessDenied", "NotAuthorized", "OptInRequired"], .accessDenied),
        (["NotFoundException"], .noSuchKey),
        (
            [
                "DisabledException", "KMSInvalidStateException", "InvalidKeyUsageException",
                "UnsupportedOperationException", "KeyUnavailableException",
            ], .unusableKey
        ),
        (["InvalidArnException"], .noSuchKey),
        (["TooManyRequestsException", "RequestLimitExceeded", "LimitExceededException", "SlowDown"], .throttled),
    ]

    /// What `aws` says when it got no answer from a service at all.
    private static let phrases: [(phrase: String, cause: Cause)] = [
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
