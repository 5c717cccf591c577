import ManifestVerifier
import TestPublisher
import TestSupport
import Testing

@Test(arguments: SignatureProfile.allCases)
func `refuses a download without a signature header`(profile: SignatureProfile) async throws {
    let publisher = try Publisher()
    let verifier = try publisher.verifier(profile)
    let stripped = try await publisher.download(profile).without(SignatureHeader.name)
    #expect(verifier.refusal(of: stripped) == .missingHeader("x-amz-meta-signature"))
    #expect(verifier.refusal(of: Download(body: [], headers: [])) == .missingHeader("x-amz-meta-signature"))
}

@Test(arguments: ["x-amz-meta-signature", "X-Amz-Meta-Signature", "X-AMZ-META-SIGNATURE"], SignatureProfile.allCases)
func `refuses two signature headers, equal or not, in any case`(name: String, profile: SignatureProfile) async throws {
    let publisher = try Publisher()
    let verifier = try publisher.verifier(profile)
    let download = try await publisher.download(profile)
    for value in [try download.value(SignatureHeader.name), "", "other"] {
        let doubled = download.adding(name, value)
        #expect(verifier.refusal(of: doubled) == .repeatedHeader("x-amz-meta-signature"))
    }
}

@Test(arguments: ["x-amz-meta-signature-date", "X-Amz-Meta-Signature-Date"])
func `refuses two date headers, equal or not, in any case`(name: String) async throws {
    let publisher = try Publisher()
    let verifier = try publisher.verifier(.dated)
    let download = try await publisher.download(.dated)
    for value in [Publisher.date, "Tue, 04 Aug 2020 22:59:35 UTC", ""] {
        #expect(verifier.refusal(of: download.adding(name, value)) == .repeatedHeader("x-amz-meta-signature-date"))
    }
}

@Test func `refuses two values that a proxy joined into one header`() async throws {
    let publisher = try Publisher()
    let download = try await publisher.download(.dated)
    let value = try download.value(SignatureHeader.name)
    let verifier = try publisher.verifier(.dated)
    #expect(
        verifier.refusal(of: download.with(SignatureHeader.name, "\(value), \(value)"))
            == .malformedHeader(.repeatedParameter("keyId")))
    #expect(
        verifier.refusal(of: download.with(SignatureHeader.dateName, "\(Publisher.date), \(Publisher.date)"))
            == .malformedDate)
}

@Test func `refuses a dated document whose date header was stripped`() async throws {
    let publisher = try Publisher()
    let stripped = try await publisher.download(.dated).without(SignatureHeader.dateName)
    #expect(try publisher.verifier(.dated).refusal(of: stripped) == .missingHeader("x-amz-meta-signature-date"))
}

@Test func `refuses a dated document offered to a body client`() async throws {
    let publisher = try Publisher()
    let verifier = try publisher.verifier(.body)
    let download = try await publisher.download(.dated)
    #expect(verifier.refusal(of: download) == .badSignature(publisher.id))
    #expect(verifier.refusal(of: download.without(SignatureHeader.dateName)) == .badSignature(publisher.id))
}

@Test func `refuses the signed bytes of a dated document offered as a body`() async throws {
    let publisher = try Publisher()
    let download = try await publisher.download(.dated)
    let replayed = download.with(body: Array("\(Publisher.date):".utf8) + download.body)
    #expect(try publisher.verifier(.body).refusal(of: replayed) == .bodyBeginsWithDate)
}

@Test func `refuses a body signature offered to a dated client, with any date`() async throws {
    let publisher = try Publisher()
    let verifier = try publisher.verifier(.dated)
    let download = try await publisher.download(.body)
    #expect(verifier.refusal(of: download) == .missingHeader("x-amz-meta-signature-date"))
    let dated = download.adding(SignatureHeader.dateName, Publisher.date)
    #expect(verifier.refusal(of: dated) == .badSignature(publisher.id))
}

@Test func `refuses a body that begins with a date and a colon although the key signed it`() throws {
    let publisher = try Publisher()
    let body = Array("\(Publisher.date):{}".utf8)
    let download = Download(body: body, headers: try publisher.headers(signing: body))
    #expect(try publisher.verifier(.body).refusal(of: download) == .bodyBeginsWithDate)
}

@Test func `a signed date before a body that begins with one leaves no doubt`() throws {
    let publisher = try Publisher()
    let body = Array("\(Publisher.date):{}".utf8)
    let headers =
        try publisher.headers(signing: Array("\(Publisher.date):".utf8) + body)
        + [HeaderField(unchecked: SignatureHeader.dateName, value: Publisher.date)]
    let signatures = SignatureVerifier(
        keys: try #require(TrustedKeys([try publisher.trusted()])),
        environment: try #require(EnvironmentName("production")), profile: .dated)
    #expect(try signatures.verify(body, headers: headers).key.id == publisher.id)
}

@Test func `a body client does not look at a date header`() async throws {
    let publisher = try Publisher()
    let verifier = try publisher.verifier(.body)
    let download = try await publisher.download(.body)
    for date in [Publisher.date, "tomorrow", ""] {
        let dated = download.adding(SignatureHeader.dateName, date)
        #expect(verifier.refusal(of: dated) == nil)
        #expect(try verifier.verify(dated).date == nil)
    }
}

@Test func `refuses another date than the signed one`() async throws {
    let publisher = try Publisher()
    let verifier = try publisher.verifier(.dated)
    let download = try await publisher.download(.dated)
    let signed = try #require(SignedDate(headerValue: Publisher.date)).secondsSince1970
    for seconds in [signed - 1, signed + 1, signed + 86_400, signed - 86_400 * 365, 0, 253_402_300_799] {
        let other = try #require(SignedDate(secondsSince1970: seconds)).headerValue
        #expect(verifier.refusal(of: download.with(SignatureHeader.dateName, other)) == .badSignature(publisher.id))
    }
}

@Test(arguments: [
    "Mon, 03 Aug 2020 22:59:35 GMT", "Tue, 03 Aug 2020 22:59:35 UTC", "Mon, 3 Aug 2020 22:59:35 UTC",
    "Mon, 03 Aug 2020 22:59:35 UTC ", "mon, 03 aug 2020 22:59:35 utc", "", "1596495575",
    "Mon, 03 Aug 2020 22:59:35 UTC:",
])
func `refuses a date in another spelling before it is joined with the body`(date: String) async throws {
    let publisher = try Publisher()
    let download = try await publisher.download(.dated)
    // Signed over exactly these bytes, so that only the form can be what is refused.
    let headers =
        try publisher.headers(signing: Array("\(date):".utf8) + download.body)
        + [HeaderField(unchecked: SignatureHeader.dateName, value: date)]
    let refusal = try publisher.verifier(.dated).refusal(of: Download(body: download.body, headers: headers))
    #expect(refusal == .malformedDate)
}

@Test func `the boundary between date and body cannot be moved`() async throws {
    let publisher = try Publisher()
    let verifier = try publisher.verifier(.dated)
    let download = try await publisher.download(.dated)
    let longer = download.with(SignatureHeader.dateName, Publisher.date + ":{").with(
        body: Array(download.body.dropFirst(2)))
    #expect(verifier.refusal(of: longer) == .malformedDate)
    let shorter = download.with(SignatureHeader.dateName, String(Publisher.date.dropLast()))
        .with(body: Array("C:".utf8) + download.body)
    #expect(verifier.refusal(of: shorter) == .malformedDate)
}

@Test(
    arguments: (HeaderVector.parameters + HeaderVector.syntax + HeaderVector.signatures).filter { $0.verdict != nil })
func `says which rule a signature header breaks`(vector: HeaderVector) throws {
    let verdict = try #require(vector.verdict)
    let download = Download(body: [], headers: [HeaderField(unchecked: SignatureHeader.name, value: vector.value)])
    #expect(try Publisher().verifier(.body).refusal(of: download) == .malformedHeader(verdict))
}

@Test(
    arguments: [
        ("r and s as raw bytes", [UInt8](repeating: 0x11, count: 64), .rawForm),
        ("garbage", [0x01], .notASequence),
        ("r is zero", SignatureParts(r: [0], s: [1]).der, .zero),
        ("s is n", SignatureParts(r: [1], s: SignatureParts.order).der, .outOfRange),
        ("bytes behind it", SignatureParts(r: [1], s: [1]).der + [0], .trailingBytes),
    ] as [(String, [UInt8], ECDSASignature.Failure)])
func `says which rule the DER in the header breaks`(
    name: String, der: [UInt8], failure: ECDSASignature.Failure
) async throws {
    let publisher = try Publisher()
    let download = try await publisher.download(.body).with(signature: der)
    #expect(try publisher.verifier(.body).refusal(of: download) == .malformedSignature(failure))
}

@Test(arguments: SignatureProfile.allCases)
func `refuses signature metadata of 2048 bytes and more`(profile: SignatureProfile) async throws {
    let publisher = try Publisher()
    let verifier = try publisher.verifier(profile)
    let download = try await publisher.download(profile)
    let names = download.headers.reduce(0) { $0 + $1.name.utf8.count }
    let room = 2_048 - names - (profile == .dated ? 29 : 0)
    for (count, expected) in [
        (room - 1, VerificationError.malformedHeader(.notNameAndQuotedValue)), (room, .metadataTooLarge),
        (room + 1, .metadataTooLarge), (1 << 20, .metadataTooLarge),
    ] {
        let value = String(repeating: "x", count: count)
        #expect(verifier.refusal(of: download.with(SignatureHeader.name, value)) == expected, "\(count) bytes")
    }
}

@Test func `refuses a date header of any size`() async throws {
    let publisher = try Publisher()
    let download = try await publisher.download(.dated)
    let verifier = try publisher.verifier(.dated)
    for (count, expected) in [(100, VerificationError.malformedDate), (2_000, .metadataTooLarge)] {
        let date = String(repeating: "x", count: count)
        #expect(verifier.refusal(of: download.with(SignatureHeader.dateName, date)) == expected)
    }
}
