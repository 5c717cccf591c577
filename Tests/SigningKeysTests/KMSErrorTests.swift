import ExternalPrograms
import SigningKeys
import Testing

@Test(arguments: [
    (
        "\nAn error occurred (NotFoundException) when calling the GetPublicKey operation: Alias is not found.\n",
        KMSError.Cause.noSuchKey
    ),
    (
        "\naws: [ERROR]: An error occurred (ExpiredTokenException) when calling the Sign operation: The security token "
            + "included in the request is expired\n", .expiredCredentials
    ),
    (
        "An error occurred (ThrottlingException) when calling the Sign operation (reached max retries: 5): Rate exceeded",
        .throttled
    ),
    ("An error occurred (KMSThrottlingException) when calling the Sign operation: Rate exceeded", .throttled),
    ("An error occurred (AccessDeniedException) when calling the Sign operation: not authorized", .accessDenied),
    ("An error occurred (InvalidArnException) when calling the Sign operation: Invalid region", .noSuchKey),
    ("An error occurred (New) when calling the Sign operation: Unable to locate credentials", .other),
    ("Unable to locate credentials. You can configure credentials by running \"aws configure\".", .noCredentials),
    ("The config profile (ci) could not be found", .noCredentials),
    ("Error when retrieving token from sso: Token has expired and refresh failed", .expiredCredentials),
    ("You must specify a region. You can also configure your region by running \"aws configure\".", .noRegion),
    ("Could not connect to the endpoint URL: \"https://kms.eu-wets-2.amazonaws.com/\"", .unreachable),
    ("Connect timeout on endpoint URL: \"https://kms.eu-west-2.amazonaws.com/\"", .unreachable),
    ("", .other), ("An error occurred (", .other), ("An error occurred () x", .other),
])
func `what aws complains of is told apart`(complaint: String, cause: KMSError.Cause) {
    guard case .failed(let found, let words) = KMSError(AWSComplaint(Array(complaint.utf8))) else {
        Issue.record("it is a failure")
        return
    }
    #expect(found == cause)
    #expect(words == complaint.split(separator: "\n").joined(separator: " "))
}

@Test func `of a long complaint the first lines are kept, and only what can be printed`() {
    let long = "\u{1B}[31mfirst\u{7}\n\r\n   \nsecond é\nthird\nfourth"
    #expect(KMSError(AWSComplaint(Array(long.utf8))) == .failed(.other, words: "[31mfirst second  third"))
    let endless = KMSError(AWSComplaint([UInt8](repeating: UInt8(ascii: "a"), count: 100_000)))
    #expect(endless == .failed(.other, words: String(repeating: "a", count: 400)))
}
