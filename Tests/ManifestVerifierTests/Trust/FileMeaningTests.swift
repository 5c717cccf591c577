import Classic
import ManifestVerifier
import Testing
import TestPublisher

private let formats = DocumentFormat.allCases.filter { Bodies.of($0) != nil && $0 != .firebaseTemplate }

/// What a client that expects a file says of a body that some other signer has signed.
private func refusal(of body: String) throws -> VerificationError? {
    let publisher = try Publisher()
    let download = try publisher.download(signingAnything: Array(body.utf8))
    return try publisher.verifier(.body).refusal(of: download)
}

@Test(arguments: formats)
func `a document is not accepted as a file, with or without further members`(format: DocumentFormat) async throws {
    let publisher = try Publisher()
    let body = try #require(Bodies.of(format))
    let polyglot = Array("{ \"more\": [ 1 ],".utf8) + body.drop { $0 != UInt8(ascii: "{") }.dropFirst()
    for body in [body, polyglot] {
        let refusal = try publisher.verifier(.body).refusal(of: publisher.download(signingAnything: body))
        guard case .otherDocument(.meaning(let reason)) = refusal else {
            return #expect(Bool(false), "\(String(describing: refusal))")
        }
        #expect(reason.hasSuffix(" document, which it is not published as"))
    }
}

@Test(arguments: [
    (#"{"environment":"production","profile":"dated","documents":[]}"#, "it the index of a tree"),
    (#"{"keys":[{"id":"a","name":"a","environment":"production","state":"active","publicKey":""}]}"#, "it a key ring"),
])
func `Signet's own documents are not accepted as files`(body: String, kind: String) throws {
    guard case .otherDocument(.meaning(let reason)) = try refusal(of: body) else {
        return #expect(Bool(false), "accepted")
    }
    #expect(reason.hasSuffix("\(kind), which it is not published as"))
}

@Test(arguments: [
    ("eyJhbGciOiJFUzI1NiJ9.e30", OtherMeaning.jws), ("DSSEv1 4 text 2 {}", .envelope),
    (#"{"_type":"root"}"#, .updateMetadata), (#"{"signed": {}, "signatures": []}"#, .updateMetadata),
])
func `signing inputs of common standards are not accepted as files or archives`(body: String, expected: OtherMeaning)
    throws
{
    #expect(try refusal(of: body) == .otherDocument(.meaning(expected.message)))
    let publisher = try Publisher()
    let archive = try publisher.download(signingAnything: Array(body.utf8))
    #expect(
        try publisher.verifier(.body).expecting(FileReader(.webBundle)).refusal(of: archive)
            == .otherDocument(.meaning(expected.message)))
}

@Test func `what a file could be is not looked at before its signature is checked`() throws {
    let publisher = try Publisher()
    let download = try publisher.download(signingAnything: Array("{}".utf8)).with(
        body: Array("eyJhbGciOiJFUzI1NiJ9.e30".utf8))
    #expect(try publisher.verifier(.body).refusal(of: download) == .badSignature(publisher.id))
}

@Test func `a kept file is looked at like a new one`() throws {
    let publisher = try Publisher()
    let verifier = try publisher.verifier(.body)
    let download = try publisher.download(signingAnything: Array(#"{"_type":"root"}"#.utf8))
    #expect(throws: VerificationError.otherDocument(.meaning(OtherMeaning.updateMetadata.message))) {
        try verifier.verify(kept: download)
    }
}

/// What a signature cannot prevent: it names no path, so that an app which acts on a file looks for a kind in its body.
@Test func `a file is accepted wherever it is served`() async throws {
    let publisher = try Publisher()
    let verifier = try publisher.verifier(.dated)
    let support = try await publisher.download(.dated, body: Array(#"{ "kind": "support" }"#.utf8))
    let stored = try verifier.verify(support)
    let terms = try await publisher.download(
        .dated, body: Array(#"{ "kind": "terms" }"#.utf8), date: "Mon, 03 Aug 2020 22:59:36 UTC")
    #expect(try verifier.verify(terms, stored: stored, now: Publisher.now).body == terms.body)
}
