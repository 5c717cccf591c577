import Classic
import ManifestVerifier
import Testing
import TestPublisher
import TestSupport

/// One response of a deployed service, as its clients' own tests hold it.
private struct RealResponse {
    let download: Download
    let publicKey: PublicKey

    init() throws {
        func text(_ name: String) throws -> String {
            String(decoding: try Samples.read("nhs/vector/\(name)"), as: UTF8.self)
        }
        download = Download(
            body: try Samples.read("nhs/vector/body.bin"),
            headers: try [SignatureHeader.name, SignatureHeader.dateName].map {
                HeaderField(unchecked: $0, value: try text($0))
            })
        publicKey = try PublicKey(pemRepresentation: try Samples.read("nhs/vector/pub.pem"))
    }

    func keyID() throws -> KeyID { try SignatureHeader(download.value(SignatureHeader.name)).keyID }

    func verifier(_ profile: SignatureProfile = .dated) throws -> Verifier {
        let trusted = TrustedKey(
            id: try keyID(), name: "real", environment: try #require(EnvironmentName("production")), isRevoked: false,
            publicKey: publicKey)
        return try Verifier.knowing([trusted], profile, format: .availabilityIOS)
    }
}

@Test(.samples) func `accepts the real response with its key and hands out its date`() throws {
    let real = try RealResponse()
    let manifest = try real.verifier().verify(real.download)
    #expect(manifest.body == real.download.body)
    #expect(manifest.date?.headerValue == (try real.download.value(SignatureHeader.dateName)))
    #expect(manifest.key.id == (try real.keyID()))
    let asFile = try real.verifier().expecting(.file).refusal(of: real.download)
    let meaning = OtherMeaning.document(.availabilityIOS, members: ["minimumOSVersion", "minimumAppVersion"])
    #expect(asFile == .otherDocument(.meaning(meaning.message)))
}

@Test(.samples) func `the signed bytes of the real response are its date, a colon and its body`() throws {
    let real = try RealResponse()
    let date = try #require(SignedDate(headerValue: try real.download.value(SignatureHeader.dateName)))
    let signed = SignatureProfile.prefix(date: date) + real.download.body
    #expect(signed == (try Samples.read("nhs/vector/signed-bytes.bin")))
    #expect(try real.download.signature() == (try Samples.read("nhs/vector/sig.der")))
    #expect(SignedDate.isPrefix(of: signed))
}

@Test(.samples, .peers(.openssl)) func `openssl accepts the bytes that are accepted of the real response`() throws {
    let folder = try TemporaryFolder()
    let real = try RealResponse()
    let signed = try Samples.read("nhs/vector/signed-bytes.bin")
    let (signature, pem) = (try real.download.signature(), real.publicKey.pemRepresentation)
    #expect(try folder.opensslVerifies(signature, over: signed, publicKey: pem))
    #expect(try !folder.opensslVerifies(signature, over: real.download.body, publicKey: pem))
}

@Test(.samples) func `the header of the real response is written again to the byte`() throws {
    let value = try RealResponse().download.value(SignatureHeader.name)
    #expect(try SignatureHeader(value).value == value)
}

@Test(.samples) func `refuses the real response as profile body, and its signed bytes too`() throws {
    let real = try RealResponse()
    let verifier = try real.verifier(.body)
    let signed = real.download.with(body: try Samples.read("nhs/vector/signed-bytes.bin"))
    #expect(verifier.refusal(of: real.download) == .badSignature(try real.keyID()))
    #expect(verifier.refusal(of: signed) == .malformed(.bodyBeginsWithDate))
}
