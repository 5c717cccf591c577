import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

@Test func `reads the one form`() throws {
    let document = try JWS(JWSFile.file)
    #expect(document.header.keyID.rawValue == "publisher")
    #expect(document.header.environment.rawValue == "production")
    #expect(document.header.path.rawValue == "distribution/availability-ios")
    #expect(document.header.date.headerValue == Publisher.date)
    #expect(document.body == Array("{\"value\":1}\n ".utf8))
    #expect(document.signature.derRepresentation == KnownKey.sampleSignature)
    let input =
        Array(JWSFile.file.prefix { $0 != UInt8(ascii: ".") }) + Array(".\(JWSFile.body)".utf8)
    #expect(document.digest == SHA256.hash(input))
}

@Test(arguments: [0, 253_402_300_799] as [Int64], ["a", "A.b_c:d/e-f", String(repeating: "k", count: 256)])
func `what is written is read again, to the limits`(seconds: Int64, keyID: String) throws {
    let longest = Array(repeating: String(repeating: "p", count: 203), count: 5).joined(separator: "/") + "/abcd"
    try #require(longest.utf8.count == Limits.pathBytes)
    let signature = try ECDSASignature(derRepresentation: KnownKey.testSignature)
    for environment in ["e", String(repeating: "e", count: Limits.nameBytes)] {
        for path in [.publication, try DocumentPath("a"), try DocumentPath(longest)] {
            let header = JWS.Header(
                keyID: try #require(KeyID(keyID)), environment: try #require(EnvironmentName(environment)),
                path: path, date: try #require(SignedDate(secondsSince1970: seconds)))
            for body in [[0x00], [0xFF, 0xFE], Array("...".utf8), [UInt8](repeating: 0x41, count: 1_000)] {
                let file = JWS.file(JWS.signingInput(header, body), signature)
                let read = try JWS(file)
                #expect(read.header == header)
                #expect(read.body == body)
                #expect(read.signature == signature)
                #expect(file.count <= JWS.byteLimit(ofBody: body.count))
            }
        }
    }
}

@Test func `a file that was cut short anywhere is refused with a reason that may pass`() throws {
    for count in JWSFile.file.indices {
        let outcome = JWSFile.outcome(of: Array(JWSFile.file.prefix(count)))
        #expect(outcome?.mayBeTruncation == true, "\(count) bytes: \(String(describing: outcome))")
    }
}

@Test func `a file that no other attempt makes better does not count as cut short`() {
    let others: [VerificationError.Malformed] = [
        .jwsHeader, .jwsKeyID, .jwsEnvironment, .jwsPath, .jwsDate, .zero, .outOfRange,
    ]
    #expect(others.allSatisfy { !$0.mayBeTruncation })
}

// MARK: Base64

@Test func `base64url has one spelling for each sequence of bytes, and reads only that`() {
    var generator = SeededGenerator(seed: 21)
    for count in 0..<200 {
        let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let text = Base64URL.encode(bytes)
        let standard = Base64.encode(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        #expect(text == Array(standard.utf8))
        #expect(Base64URL.decode(text[...]) == bytes)
    }
}

@Test func `base64url reads two, three and four characters like the standard base64, and no others`() {
    let alphabet = Array("AZaz09-_BQgw+/=. \n\0".utf8)
    for first in alphabet {
        #expect(Base64URL.decode([first]) == nil)
        for second in alphabet {
            for third in alphabet {
                for text in [[first, second], [first, second, third], [second, first, second, third]] {
                    let isAlphabet = text.allSatisfy { $0.isASCIIAlphanumeric || $0 == 0x2D || $0 == 0x5F }
                    let padded =
                        String(decoding: text, as: UTF8.self).replacing("-", with: "+").replacing("_", with: "/")
                        + String(repeating: "=", count: 4 - text.count)
                    #expect(Base64URL.decode(text[...]) == (isAlphabet ? Base64.decode(padded) : nil))
                }
            }
        }
    }
}
