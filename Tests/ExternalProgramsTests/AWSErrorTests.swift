import Diagnostics
import ExternalPrograms
import Testing

@Test(arguments: [
    (
        "\nAn error occurred (NotFoundException) when calling the GetPublicKey operation: Alias is not found.\n",
        AWSError.Cause.noSuchKey
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
func `what aws complains of is told apart`(complaint: String, cause: AWSError.Cause) {
    let error = AWSError(complaint: Array(complaint.utf8), of: .kms)
    #expect(error.cause == cause)
    let words = complaint.split(separator: "\n").joined(separator: " ")
    #expect(words.isEmpty || error.report.message.hasSuffix("; aws says: \(words)"))
    #expect(error.report.kind == (cause == .noSuchKey ? .missingInput : .unavailable))
}

@Test(arguments: [
    ("NoSuchKey", AWSError.Cause.noSuchObject, "there is no such object"),
    ("404", .noSuchObject, "there is no such object"), ("NoSuchBucket", .noSuchBucket, "there is no such bucket"),
    ("InvalidAccessKeyId", .refusedCredentials, "AWS does not know the credentials"),
    ("403", .accessDenied, "AWS denies access to the bucket"), ("301", .wrongRegion, "the bucket is in another region"),
    ("SlowDown", .throttled, "S3 was too busy at every attempt"), ("503", .unreachable, "S3 cannot be reached"),
    ("New", .other, "aws failed"),
])
func `what S3 complains of is told apart by its code`(code: String, cause: AWSError.Cause, message: String) {
    let words = "An error occurred (\(code)) when calling the PutObject operation: it is so"
    let error = AWSError(complaint: Array("\n\(words)\n".utf8), of: .s3)
    #expect(error.cause == cause)
    #expect(error.report.message == "\(message); aws says: \(words)")
}

@Test func `of a long complaint the first lines are kept, and only what can be printed`() {
    let long = "\u{1B}[31mfirst\u{7}\n\r\n   \nsecond é\nthird\nfourth"
    let error = AWSError(complaint: Array(long.utf8), of: .kms)
    #expect(error.report.message == "aws failed; aws says: [31mfirst second  third")
    let endless = AWSError(complaint: [UInt8](repeating: UInt8(ascii: "a"), count: 100_000), of: .kms)
    #expect(endless.report.message == "aws failed; aws says: " + String(repeating: "a", count: 400))
}
