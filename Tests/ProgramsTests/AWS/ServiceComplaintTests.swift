import Diagnostics
import Testing
@testable import Programs

/// What S3 and CloudFront answer.
private func xml(_ code: String, _ message: String = "it is so") -> [UInt8] {
    Array("<?xml version=\"1.0\"?>\n<Error><Code>\(code)</Code><Message>\(message)</Message></Error>".utf8)
}

@Test(arguments: [
    (404, "NoSuchKey", AWSError.Cause.noSuchObject), (404, "NoSuchBucket", .noSuchBucket),
    (403, "InvalidAccessKeyId", .refusedCredentials), (403, "SignatureDoesNotMatch", .refusedCredentials),
    (403, "AccessDenied", .accessDenied), (301, "PermanentRedirect", .wrongRegion),
    (400, "AuthorizationHeaderMalformed", .wrongRegion), (400, "ExpiredToken", .expiredCredentials),
    (403, "RequestTimeTooSkewed", .wrongClock), (412, "PreconditionFailed", .preconditionFailed),
    (501, "NotImplemented", .notImplemented), (400, "BadDigest", .wrongBody),
    (400, "XAmzContentSHA256Mismatch", .wrongBody), (400, "New", .other),
])
func `what S3 complains of is told apart, and not asked again`(status: Int, code: String, cause: AWSError.Cause) {
    let complaint = ServiceComplaint(status: status, body: xml(code))
    #expect(complaint.cause == cause)
    #expect(complaint.words == "\(code): it is so")
    #expect(!complaint.isPassing)
}

@Test(arguments: [
    (503, "SlowDown", AWSError.Cause.throttled), (500, "InternalError", .unreachable), (429, "New", .throttled),
    (400, "RequestTimeout", .other), (409, "ConditionalRequestConflict", .other), (409, "OperationAborted", .other),
    (400, "IDPCommunicationError", .other), (502, "", .unreachable), (504, "", .unreachable), (408, "", .unreachable),
])
func `what passes is asked again`(status: Int, code: String, cause: AWSError.Cause) {
    let complaint = ServiceComplaint(status: status, body: code.isEmpty ? [] : xml(code))
    #expect(complaint.cause == cause)
    #expect(complaint.isPassing)
}

@Test(arguments: [
    ("NotFoundException", AWSError.Cause.noSuchKey), ("com.amazonaws.kms#DisabledException", .unusableKey),
    ("ThrottlingException", .throttled), ("KMSThrottlingException", .throttled),
    ("AccessDeniedException", .accessDenied), ("ExpiredTokenException", .expiredCredentials),
    ("UnrecognizedClientException", .refusedCredentials), ("New", .other),
])
func `what KMS complains of is told apart by its type`(type: String, cause: AWSError.Cause) {
    let complaint = ServiceComplaint(status: 400, body: Array("{\"__type\":\"\(type)\",\"message\":\"it is so\"}".utf8))
    #expect(complaint.cause == cause)
    #expect(complaint.words.hasSuffix(": it is so"))
    #expect(complaint.isPassing == (cause == .throttled))
}

@Test func `the region of another service than Amazon is in the body, and is one only where a region was wrong`() {
    func region(_ code: String) -> String? {
        let body = "<Error><Code>\(code)</Code><Region>eu-west-2</Region></Error>"
        return ServiceComplaint(status: 400, body: Array(body.utf8)).expectedRegion
    }
    #expect(region("AuthorizationHeaderMalformed") == "eu-west-2")
    #expect(region("AccessDenied") == nil)
}

@Test func `an answer without a body is known by its status`() {
    #expect(ServiceComplaint(status: 404, body: []).cause == .noSuchObject)
    #expect(ServiceComplaint(status: 403, body: []).cause == .accessDenied)
    #expect(ServiceComplaint(status: 412, body: []).cause == .preconditionFailed)
    #expect(ServiceComplaint(status: 400, body: []).cause == .other)
    #expect(ServiceComplaint(status: 400, body: []).words == "")
}

@Test func `what a service says steers no terminal and has an end`() {
    let words = ServiceComplaint(status: 400, body: xml("New", "\u{1B}[31mred\n\u{7}")).words
    #expect(words == #"New: \u{1B}[31mred\n\u{7}"#)
    let endless = ServiceComplaint(status: 400, body: xml("New", String(repeating: "a", count: 100_000)))
    #expect(endless.words.count <= 400)
}

@Test func `an error says what the service said, and what to do next`() {
    let complaint = ServiceComplaint(status: 404, body: xml("NoSuchBucket", "none"))
    #expect(
        AWSError(complaint.cause, .s3, saying: complaint.words).report
            == ErrorReport(
                .missingInput, "there is no such bucket; S3 says: NoSuchBucket: none",
                hint: "check its name, and the endpoint if you gave one; aws s3 ls shows your buckets"))
}
