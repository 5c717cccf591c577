import ManifestVerifier
import Testing
import TestSupport

private let sample = SHA256.hash(Array("sample".utf8))

/// What the key of RFC 6979 says of a signature over "sample".
private func isAccepted(_ signature: [UInt8], for digest: SHA256Digest = sample) throws -> Bool {
    try KnownKey.publicKey.get().isValidSignature(ECDSASignature(derRepresentation: signature), for: digest)
}

@Test(arguments: [("sample", KnownKey.sampleSignature), ("test", KnownKey.testSignature)])
func `verifies the signatures that RFC 6979 prints`(message: String, signature: [UInt8]) throws {
    #expect(try isAccepted(signature, for: SHA256.hash(Array(message.utf8))))
}

@Test func `a signature over another message is not valid`() throws {
    #expect(try !isAccepted(KnownKey.testSignature))
    #expect(try !isAccepted(KnownKey.sampleSignature, for: SHA256.hash()))
}

@Test func `a signature with any one bit flipped is malformed or not valid`() throws {
    var malformed = 0
    for bit in 0..<(KnownKey.sampleSignature.count * 8) {
        let changed = KnownKey.sampleSignature.flipping(bit: bit)
        if outcome(of: changed) == nil {
            #expect(try !isAccepted(changed), "bit \(bit)")
        } else {
            malformed += 1
        }
    }
    // The tags, the lengths, the leading zeros and their neighbours.
    #expect((40...80).contains(malformed))
}

@Test func `a signature with r and s exchanged is not valid`() throws {
    #expect(try !isAccepted(SignatureParts(der: KnownKey.sampleSignature).swapped.der))
}

@Test func `one key verifies for many tasks at once`() async throws {
    let key = try KnownKey.publicKey.get()
    let right = try ECDSASignature(derRepresentation: KnownKey.sampleSignature)
    let wrong = try ECDSASignature(derRepresentation: KnownKey.testSignature)
    let verdicts = await withTaskGroup(of: [Bool].self) { group in
        for _ in 0..<200 {
            group.addTask { [right, wrong].map { key.isValidSignature($0, for: sample) } }
        }
        return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(verdicts == [[Bool]](repeating: [true, false], count: 200))
}
