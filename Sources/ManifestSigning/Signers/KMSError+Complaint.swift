import ManifestFormat

extension KMSError {
    /// What `aws` complained of.
    package init(complaint bytes: [UInt8]) {
        let lines = bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
        // It must not steer anybody's terminal.
        let words = lines.map { String(decoding: $0.filter(\.isPrintableASCII), as: UTF8.self) }
            .filter { !$0.allSatisfy { $0 == " " } }
        let text = words.joined(separator: "\n")
        self = .failed(
            Self.cause(code: Self.code(in: text), text: text),
            words: String(words.prefix(Self.lines).joined(separator: " ").prefix(Self.wordsBytes)))
    }

    /// The code in `An error occurred (CODE) when calling the … operation`.
    private static func code(in text: String) -> String? {
        guard let start = text.firstRange(of: "An error occurred (")?.upperBound,
            let end = text[start...].firstIndex(of: ")")
        else { return nil }
        return String(text[start..<end])
    }

    private static func cause(code: String?, text: String) -> Cause {
        if let code {
            if let cause = codes.first(where: { $0.codes.contains(code) })?.cause { return cause }
            // KMS has an exception of its own for every way in which it can be too busy.
            return code.contains("Throttl") ? .throttled : .other
        }
        return phrases.first { phrase, _ in text.contains(phrase) }?.cause ?? .other
    }

    private static let lines = 3
    private static let wordsBytes = 400

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
