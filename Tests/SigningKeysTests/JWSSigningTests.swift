import Classic
import ManifestVerifier
import SigningKeys
import Testing
import TestSupport

private let body = Array("{\"value\": \"13.5.0\"}\n".utf8)
private let start = SignedDate(headerValue: "Mon, 03 Aug 2020 22:59:35 UTC")

private func signer() throws -> LocalSigner {
    LocalSigner(keyID: try #require(KeyID("test-key")), key: try PrivateKey.generate())
}

private func header(_ path: String = "distribution/availability-ios") throws -> JWS.Header {
    JWS.Header(
        keyID: try #require(KeyID("test-key")), environment: try #require(EnvironmentName("production")),
        path: try DocumentPath(path), date: try #require(start))
}

@Test func `a jws reads back as what was to be signed`() async throws {
    let wanted = WantedSignatures(hasHeader: false, headerDate: start, jws: try header())
    let signatures = try await signer().sign([SignableBody(body, as: .file, wanted)])[0]
    let read = try JWS(try #require(signatures.jws).file(around: body))
    #expect(read.header == (try header()))
    #expect(read.body == body)
    #expect(signatures.header == nil)
    #expect(signatures.headerDate == nil)
    #expect(signatures.fields.isEmpty)
}

@Test func `only the jws is signed anew where the rest is kept`() async throws {
    let signer = try signer()
    let first = try await signer.sign([SignableBody(body, as: .file, .headers(date: nil))])[0]
    let wanted = WantedSignatures(hasHeader: true, headerDate: nil, jws: try header(), kept: first)
    let body = try SignableBody(body, as: .file, wanted)
    #expect(body.digests.count == 1)
    let second = try await signer.sign([body])[0]
    #expect(second.header == first.header)
    #expect(second.body == first.body)
    #expect(second.jws != nil)
}

@Test func `signatures of a batch go to their bodies, whichever envelopes each has`() async throws {
    let signer = try signer()
    let all = try [
        WantedSignatures.headers(date: nil), .headers(date: start),
        WantedSignatures(hasHeader: true, headerDate: nil, jws: header()),
        WantedSignatures(hasHeader: true, headerDate: start, jws: header()),
        WantedSignatures(hasHeader: false, headerDate: nil, jws: header()),
        WantedSignatures(hasHeader: false, headerDate: nil),
    ]
    let bodies = (0..<60).map { Array("document \($0)".utf8) }
    let signables = try bodies.enumerated().map { try SignableBody($1, as: .file, all[$0 % all.count]) }
    #expect(signables.prefix(6).map(\.digests.count) == [1, 2, 2, 3, 2, 1])
    let signed = try await signer.sign(signables)
    for (number, signatures) in signed.enumerated() {
        let (body, wanted) = (bodies[number], all[number % all.count])
        let bodyIsValid = signer.publicKey.isValidSignature(signatures.body, for: SHA256.hash(body))
        #expect(bodyIsValid, "document \(number)")
        #expect((signatures.header != nil) == wanted.hasHeader)
        #expect(signatures.headerDate == wanted.headerDate)
        #expect(signatures.date == (wanted.jws == nil ? wanted.headerDate : start))
        if let header = signatures.header {
            let digest = SHA256.hash(SignatureProfile.prefix(date: wanted.headerDate), body)
            let isValid = signer.publicKey.isValidSignature(header, for: digest)
            #expect(isValid, "document \(number)")
        }
        #expect((signatures.jws != nil) == (wanted.jws != nil))
        if let jws = try signatures.jws.map({ try JWS($0.file(around: body)) }) {
            let isValid = signer.publicKey.isValidSignature(jws.signature, for: jws.digest)
            #expect(isValid, "document \(number)")
        }
    }
}
