import Classic
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

private func exclusion(of body: String, as format: DocumentFormat? = .file) -> JWS.Exclusion? {
    JWS.exclusion(of: Array(body.utf8), as: format)
}

@Test(arguments: DocumentFormat.allCases.filter { Bodies.of($0) != nil })
func `every rendered document can have a .jws`(format: DocumentFormat) throws {
    #expect(JWS.exclusion(of: try #require(Bodies.of(format)), as: format) == nil)
}

@Test(arguments: [
    "{}", "[]", "[{\"iss\":\"a\"}]", "{\"a\":{\"iss\":\"a\"}}", "{\"iat\":1}", "{\"ISS\":1}", "{\"iss \":1}", "\"iss\"",
    "text", "<html>", " ", "{\"a\":\"iss\"}",
])
func `a body without a registered claim can have a .jws`(body: String) {
    #expect(exclusion(of: body) == nil)
}

@Test(arguments: ["iss", "sub", "aud", "exp", "nbf", "jti"])
func `a JSON object with a registered claim has no .jws`(claim: String) {
    let escaped = claim.unicodeScalars.map { "\\u00\(String($0.value, radix: 16))" }.joined()
    for body in [
        "{\"\(claim)\":\"a\"}", "{\"a\":[{}],\"\(claim)\":null}", " \n{ \"\(escaped)\" : 1 }",
        "{\"\(claim)\":1,\"\(claim)\":2}",
        // Readers that are more lenient than ours see the same claim.
        "\u{FEFF}{\"\(claim)\":1}", "/* a */ {\"\(claim)\":1,}", "{\"\(claim)\":1", "{\"\(claim)\":NaN}",
    ] {
        #expect(exclusion(of: body) == .claim(claim), "\(body)")
    }
}

@Test func `what begins like an object and is not strict JSON has no .jws, since others may find a claim in it`() {
    // Python's own reader takes each of these for a token that has expired.
    let deep = String(repeating: "[", count: Limits.jsonNesting) + String(repeating: "]", count: Limits.jsonNesting)
    for body in ["{\"a\":NaN,\"exp\":1}", "{\"a\":\(deep),\"exp\":1}", "{\"a\":\"\\ud800\",\"exp\":1}"] {
        #expect(exclusion(of: body) == .lenientObject, "\(body)")
    }
    let text = "{\"exp\":1}"
    let little = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    for body in [little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big, [0, 0] + big] {
        #expect(JWS.exclusion(of: body, as: .file) == .lenientObject)
    }
}

@Test func `an archive, an empty body and one that apps refuse for its size have no .jws`() {
    let largest = [UInt8](repeating: 0x20, count: Limits.manifestBytes)
    #expect(exclusion(of: "PK", as: .webBundle) == .archive)
    #expect(exclusion(of: "") == .empty)
    #expect(JWS.exclusion(of: largest, as: .file) == nil)
    #expect(JWS.exclusion(of: largest + [0x20], as: .file) == .tooLarge)
    #expect(JWS.exclusion(of: largest + [0x20], as: nil) == nil, "no app reads the index")
}

@Test(arguments: [JWS.Exclusion.archive, .tooLarge, .empty, .claim("iss"), .lenientObject])
func `every reason for no .jws is a lowercase phrase`(exclusion: JWS.Exclusion) {
    #expect(exclusion.message.first?.isUppercase == false)
    #expect(exclusion.message.last != ".")
}
