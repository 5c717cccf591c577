import Classic
import Diagnostics
import ManifestVerifier
import SigningKeys
import Testing
import TestSupport

private func signer() throws -> LocalSigner {
    LocalSigner(keyID: try #require(KeyID("test-key")), key: try PrivateKey.generate())
}

extension Signer {
    /// Signs a file as a build does.
    func sign(_ body: [UInt8], date: SignedDate?) async throws -> DocumentSignatures {
        try await sign([SignableBody(body, as: .file, .headers(date: date))])[0]
    }
}

private func date() throws -> SignedDate { try #require(SignedDate(headerValue: "Mon, 03 Aug 2020 22:59:35 UTC")) }

@Test(.peers(.openssl))
func `openssl accepts what the sig sidecar holds after base64`() async throws {
    let folder = try TemporaryFolder()
    let signer = try signer()
    let body = Array("body".utf8)
    let signatures = try await signer.sign(body, date: try date())
    try folder.write("body.sig", signatures.sidecarBytes)
    try folder.openssl("base64", "-d", "-A", "-in", "body.sig", "-out", "body.der")
    let pem = signer.publicKey.pemRepresentation
    #expect(try folder.opensslVerifies(try folder.read("body.der"), over: body, publicKey: pem))
    #expect(signatures.sidecarBytes.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    #expect(signatures.sidecarBytes.last == UInt8(ascii: "\n"))
}

@Test func `a body signature is one header with the key's id`() async throws {
    let signatures = try await signer().sign(Array("body".utf8), date: nil)
    let base64 = Base64.encode(signatures.body.derRepresentation)
    #expect(
        signatures.fields == [
            HeaderField(unchecked: "x-amz-meta-signature", value: "keyId=\"test-key\",signature=\"\(base64)\"")
        ])
    #expect(signatures.date == nil)
}

@Test func `a dated signature is two headers`() async throws {
    let signatures = try await signer().sign(Array("body".utf8), date: try date())
    let base64 = Base64.encode(try #require(signatures.header).derRepresentation)
    #expect(
        signatures.fields == [
            HeaderField(unchecked: "x-amz-meta-signature", value: "keyId=\"test-key\",signature=\"\(base64)\""),
            HeaderField(unchecked: "x-amz-meta-signature-date", value: "Mon, 03 Aug 2020 22:59:35 UTC"),
        ])
    #expect(signatures.date == (try date()))
}

@Test func `signing by digests gives signatures over the same bytes`() async throws {
    let signer = try signer()
    let body = Array("PK\u{3}\u{4} and what else was read in a stream".utf8)
    let date = try date()
    let (bodyDigest, dated) = (SHA256.hash(body), SHA256.hash(SignatureProfile.prefix(date: date), body))
    let streamed = try SignableBody(
        start: Array(body.prefix(30)), .headers(date: date), digest: bodyDigest, headerDigest: dated)
    let signatures = try await signer.sign([streamed])[0]
    let header = try #require(signatures.header)
    let headerIsValid = signer.publicKey.isValidSignature(header, for: dated)
    let bodyIsValid = signer.publicKey.isValidSignature(signatures.body, for: bodyDigest)
    #expect(headerIsValid)
    #expect(bodyIsValid)
}

@Test func `one signer signs many documents in one batch, in their order`() async throws {
    let signer = try signer()
    let bodies = (0..<200).map { Array("document \($0)".utf8) }
    // Every other one with a date, which takes two signatures.
    let dates = [nil, try date()]
    let signables = try bodies.enumerated().map { try SignableBody($1, as: .file, .headers(date: dates[$0 % 2])) }
    let count = Locked(0)
    let signed = try await signer.sign(signables) { count.withLock { $0 += 1 } }
    #expect(count.withLock { $0 } == 300)
    #expect(signed.count == bodies.count)
    for (number, signatures) in signed.enumerated() {
        let (body, date) = (bodies[number], dates[number % 2])
        #expect(signatures.date == date)
        let header = try #require(signatures.header)
        let bodyIsValid = signer.publicKey.isValidSignature(signatures.body, for: SHA256.hash(body))
        let headerDigest = date == nil ? SHA256.hash(body) : SHA256.hash(SignatureProfile.prefix(date: date), body)
        let headerIsValid = signer.publicKey.isValidSignature(header, for: headerDigest)
        #expect(bodyIsValid && headerIsValid, "document \(number)")
    }
    #expect(try await signer.sign([SignableBody]()).isEmpty)
}

/// A signer whose key is out of reach.
private struct FailingSigner: Signer {
    let keyID: KeyID
    let publicKey: PublicKey
    let error: ErrorReport

    func sign(
        _ digests: [SHA256Digest], progress: @escaping @Sendable () -> Void
    ) async throws -> [ECDSASignature] { throw error }
}

@Test func `the signer's error is the document's error`() async throws {
    let error = ErrorReport(.unavailable, "the token gave no signature", hint: "look for it")
    let signer = FailingSigner(
        keyID: try #require(KeyID("test-key")), publicKey: try PrivateKey.generate().publicKey, error: error)
    await #expect(throws: error) { try await signer.sign([], date: nil) }
    await #expect(throws: error) { try await signer.sign([], date: try date()) }
}
