import ManifestVerifier
import SigningKeys
import TestSupport
import Testing

private func signer() throws -> LocalSigner {
    LocalSigner(keyID: try #require(KeyID("test-key")), key: try PrivateKey.generate())
}

private func date() throws -> SignedDate { try #require(SignedDate(headerValue: "Mon, 03 Aug 2020 22:59:35 UTC")) }

private let bodies: [[UInt8]] = [
    [], Array("{}\n".utf8), [0x00, 0xFF, 0x0D, 0x0A], Array("Ünïcode ☂\n".utf8), [UInt8](repeating: 7, count: 100_000),
]

@Test(.peers(.openssl), arguments: bodies)
func `openssl accepts a body signature over the body`(body: [UInt8]) async throws {
    let folder = try TemporaryFolder()
    let signer = try signer()
    let signatures = try await DocumentSigner(signer: signer, date: nil).sign(body)
    let pem = signer.publicKey.pemRepresentation
    #expect(signatures.header.signature == signatures.body.derRepresentation)
    #expect(try folder.opensslVerifies(signatures.header.signature, over: body, publicKey: pem))
}

@Test(.peers(.openssl), arguments: bodies)
func `openssl accepts a dated signature over the date, a colon and the body`(body: [UInt8]) async throws {
    let folder = try TemporaryFolder()
    let signer = try signer()
    let signatures = try await DocumentSigner(signer: signer, date: try date()).sign(body)
    let pem = signer.publicKey.pemRepresentation
    let dated = Array("Mon, 03 Aug 2020 22:59:35 UTC:".utf8) + body
    #expect(try folder.opensslVerifies(signatures.header.signature, over: dated, publicKey: pem))
    #expect(try !folder.opensslVerifies(signatures.header.signature, over: body, publicKey: pem))
    #expect(try folder.opensslVerifies(signatures.body.derRepresentation, over: body, publicKey: pem))
    #expect(try !folder.opensslVerifies(signatures.body.derRepresentation, over: dated, publicKey: pem))
}

@Test(.peers(.openssl))
func `openssl accepts what the sig sidecar holds after base64`() async throws {
    let folder = try TemporaryFolder()
    let signer = try signer()
    let body = Array("body".utf8)
    let signatures = try await DocumentSigner(signer: signer, date: try date()).sign(body)
    try folder.write("body.sig", signatures.sidecarBytes)
    try folder.openssl("base64", "-d", "-A", "-in", "body.sig", "-out", "body.der")
    let pem = signer.publicKey.pemRepresentation
    #expect(try folder.opensslVerifies(try folder.read("body.der"), over: body, publicKey: pem))
    #expect(signatures.sidecarBytes.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    #expect(signatures.sidecarBytes.last == UInt8(ascii: "\n"))
}

@Test func `a body signature is one header with the key's id`() async throws {
    let signatures = try await DocumentSigner(signer: try signer(), date: nil).sign(Array("body".utf8))
    let base64 = Base64.encode(signatures.body.derRepresentation)
    #expect(
        signatures.fields == [
            HeaderField(unchecked: "x-amz-meta-signature", value: "keyId=\"test-key\",signature=\"\(base64)\"")
        ])
    #expect(signatures.date == nil)
}

@Test func `a dated signature is two headers`() async throws {
    let signatures = try await DocumentSigner(signer: try signer(), date: try date()).sign(Array("body".utf8))
    let base64 = Base64.encode(signatures.header.signature)
    #expect(
        signatures.fields == [
            HeaderField(unchecked: "x-amz-meta-signature", value: "keyId=\"test-key\",signature=\"\(base64)\""),
            HeaderField(unchecked: "x-amz-meta-signature-date", value: "Mon, 03 Aug 2020 22:59:35 UTC"),
        ])
    #expect(signatures.date == (try date()))
}

@Test func `signing by digests gives signatures over the same bytes`() async throws {
    let signer = try signer()
    let body = Array("a body that was read in a stream".utf8)
    let date = try date()
    let (bodyDigest, dated) = (SHA256.hash(body), SHA256.hash(SignatureProfile.prefix(date: date), body))
    let signatures = try await DocumentSigner(signer: signer, date: date).sign(
        SignableBody(start: Array(body.prefix(30)), digest: bodyDigest, headerDigest: dated))
    let header = try ECDSASignature(derRepresentation: signatures.header.signature)
    let headerIsValid = signer.publicKey.isValidSignature(header, for: dated)
    let bodyIsValid = signer.publicKey.isValidSignature(signatures.body, for: bodyDigest)
    #expect(headerIsValid)
    #expect(bodyIsValid)
}

@Test func `one signer signs many documents at once`() async throws {
    let signer = try signer()
    let documentSigner = DocumentSigner(signer: signer, date: try date())
    try await withThrowingTaskGroup(of: (Int, DocumentSignatures).self) { group in
        for number in 0..<200 {
            group.addTask { (number, try await documentSigner.sign(Array("document \(number)".utf8))) }
        }
        for try await (number, signatures) in group {
            let digest = SHA256.hash(Array("document \(number)".utf8))
            let isValid = signer.publicKey.isValidSignature(signatures.body, for: digest)
            #expect(isValid, "document \(number)")
        }
    }
}

/// A signer whose key is out of reach.
private struct FailingSigner: Signer {
    let keyID: KeyID
    let publicKey: PublicKey
    let error: SigningError

    func sign(_ digest: SHA256Digest) async throws(SigningError) -> ECDSASignature { throw error }
}

@Test(arguments: [SigningError.signerFailed, .malformedSignature(.rawForm)])
func `the signer's error is the document's error`(error: SigningError) async throws {
    let signer = FailingSigner(
        keyID: try #require(KeyID("test-key")), publicKey: try PrivateKey.generate().publicKey, error: error)
    await #expect(throws: error) { try await DocumentSigner(signer: signer, date: nil).sign([]) }
    await #expect(throws: error) { try await DocumentSigner(signer: signer, date: try date()).sign([]) }
}
